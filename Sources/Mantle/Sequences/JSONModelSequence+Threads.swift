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
  public func forEach(threads: Int, _ body: (Element) throws -> Void) rethrows {
    let readers = (0..<Swift.min(Swift.max(1, threads), 64)).map { _ in ElementReader(self) }
    let children = readers[0].children
    var batch = ElementBatch(readers)
    var last: JSONChild?
    var next = children.first()
    while let child = next.map(children.measured) {
      batch.append(child.value)
      if batch.isFull { try batch.read(body) }
      last = child
      next = children.next(after: child)
    }
    try batch.read(body)
    if !batch.endsInError, let problem = readers[0].problemAtEnd(after: last, index: batch.count) {
      try body(problem)
    }
  }
}

/// Elements that were found and not decoded yet.
private struct ElementBatch<Model: JSONConvertible & Sendable> {
  private let readers: [ElementReader<Model>]
  private var places: [Range<Int>] = []
  private var bytes = 0
  /// How many elements came before.
  private var first = 0
  /// Whether the last element that was read is no JSON.
  private(set) var endsInError = false

  /// With less than this, starting threads takes longer than they save.
  private static var fewest: Int { 1 << 20 }
  private static var most: Int { 1 << 23 }

  init(_ readers: [ElementReader<Model>]) { self.readers = readers }

  var count: Int { first + places.count }
  var isFull: Bool { bytes >= Self.most }

  mutating func append(_ place: Range<Int>) {
    places.append(place)
    bytes += place.count
  }

  mutating func read(_ body: (JSONModelSequence<Model>.Element) throws -> Void) rethrows {
    let readers = bytes < Self.fewest ? Array(readers.prefix(1)) : readers
    let runs = Array(places.indices).runs(of: Swift.max(1 << 16, bytes / (4 * readers.count))) {
      places[$0].count
    }
    let read = readers.map(runs) { [places, first] reader, run in
      run.map { reader.element(places[$0], index: first + $0) }
    }
    first += places.count
    places.removeAll(keepingCapacity: true)
    bytes = 0
    for element in read.joined() {
      endsInError = element.diagnostics.contains { $0.code == .syntax }
      try body(element)
    }
  }
}
