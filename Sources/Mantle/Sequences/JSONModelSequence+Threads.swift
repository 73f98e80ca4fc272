extension JSONModelSequence where Model: Sendable {
  /// Calls a closure with every element in the order of the text, as `forEach` does; the elements are decoded on several
  /// threads, some megabytes at a time.
  ///
  ///     var issues: [Issue] = []
  ///     try Issue.sequence(inFile: "issues.json").forEach(threads: 4) { issues.append(try $0.result.get()) }
  ///
  /// The elements and their diagnostics are those of the sequence. The closure runs on the calling thread only;
  /// initialisers, transformers and rules run on any of them. A text of less than a megabyte takes one thread.
  ///
  /// - Parameter threads: how many decode at the same time, the calling one included; from 1 to 64.
  /// - Throws: what the closure throws, which ends it.
  // Inlinable, as the iterator's `next()` is.
  @inlinable public func forEach(threads: Int, _ body: (Element) throws -> Void) rethrows {
    try forEachRun(threads: threads, Self.elements) { elements in
      for element in elements { try body(element) }
    }
  }

  @inlinable static func elements(
    _ places: ArraySlice<Range<Int>>, from first: Int, by reader: ElementReader<Model>
  ) -> [Element] {
    var elements: [Element] = []
    elements.reserveCapacity(places.count)
    for index in places.indices { elements.append(reader.element(places[index], index: first + index)) }
    return elements
  }

  @usableFromInline typealias Reading =
    @Sendable (ArraySlice<Range<Int>>, Int, ElementReader<Model>) -> [Element]

  /// - Parameter read: reads the elements at some places; given the number of the first place of all.
  @usableFromInline func forEachRun(
    threads: Int, _ read: @escaping Reading, _ body: ([Element]) throws -> Void
  ) rethrows {
    let readers = (0..<Swift.min(Swift.max(1, threads), 64)).map { _ in ElementReader(self) }
    var batch = ElementBatch(after: nil, in: readers[0].parser)
    var endsInError = false
    while !batch.places.isEmpty {
      var next = batch
      for done in batch.read(by: readers, read) {
        switch done {
        case .found(let batch): next = batch
        case .read(let elements):
          endsInError = elements.last?.isSyntaxError ?? endsInError
          try body(elements)
        }
      }
      batch = next
    }
    if !endsInError, let problem = readers[0].problemAtEnd(after: batch.last, index: batch.first) {
      try body([problem])
    }
  }
}

/// Some megabytes of elements, found and not decoded yet.
private struct ElementBatch: Sendable {
  /// The number of the first one.
  let first: Int
  private(set) var places: [Range<Int>] = []
  /// The last element of this batch, or of those before.
  private(set) var last: Range<Int>?
  private var bytes = 0

  /// With less than this, starting threads takes longer than they save.
  private static let fewest = 1 << 20
  private static let most = 1 << 23

  init(after former: ElementBatch?, in parser: ElementParser) {
    first = former.map { $0.first + $0.places.count } ?? 0
    last = former?.last
    while bytes < Self.most, let place = parser.child(after: last)?.value {
      places.append(place)
      bytes += place.count
      last = place
    }
  }

  /// What is done at the same time.
  private enum Task {
    case find
    case read(ArraySlice<Range<Int>>)
  }

  enum Outcome<Model: JSONConvertible & Sendable>: Sendable {
    /// The elements after these.
    case found(ElementBatch)
    case read([JSONModelSequence<Model>.Element])
  }

  /// Decodes the elements; the next batch is found at the same time, which takes a fifth as long.
  func read<Model>(
    by readers: [ElementReader<Model>], _ read: @escaping JSONModelSequence<Model>.Reading
  ) -> [Outcome<Model>] {
    let readers = bytes < Self.fewest ? Array(readers.prefix(1)) : readers
    let runs = places.runs(of: Swift.max(1 << 16, bytes / (4 * readers.count))) { $0.count }
    return readers.map([.find] + runs.map(Task.read)) { reader, task in
      switch task {
      case .find: .found(ElementBatch(after: self, in: reader.parser))
      case .read(let run): .read(read(run, first, reader))
      }
    }
  }
}
