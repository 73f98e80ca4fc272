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
    let problem = try forEachPart(threads: threads, { $1.elements(of: $0) }) { elements in
      for element in elements { try body(element) }
      return elements.last?.isSyntaxError
    }
    if let problem { try body(problem) }
  }

  /// - Parameters:
  ///   - read: what is made of some of the elements, on any thread.
  ///   - use: takes that in the order of the text, and says whether the last element is no JSON.
  /// - Returns: the problem at the end of the text, where it does not end as it should.
  @usableFromInline func forEachPart<Part: Sendable>(
    threads: Int, _ read: @escaping @Sendable (ElementRun, ElementReader<Model>) -> Part,
    _ use: (Part) throws -> Bool?
  ) rethrows -> Element? {
    let readers = (0..<Swift.min(Swift.max(1, threads), 64)).map { _ in ElementReader(self) }
    func start(_ batch: ElementBatch) -> ConcurrentWork<ElementReader<Model>, ElementRun, Part>? {
      if batch.runs.isEmpty { return nil }
      return (batch.isLarge ? readers : Array(readers.prefix(1))).start(batch.runs) { read($1, $0) }
    }
    let finder = ElementParser(bytes, children, options)
    var batch = ElementBatch(after: nil, in: finder, reusing: [])
    var former: [ParsedRun] = []
    var endsInError = false
    var work = start(batch)
    defer { work?.cancel() }
    while let current = work {
      // The calling thread parses the next elements while the others decode these; then it decodes with them.
      let next = ElementBatch(after: batch, in: finder, reusing: former)
      let parts = current.finish()
      (former, batch) = (batch.parsed, next)
      work = start(batch)
      for part in parts { endsInError = try use(part) ?? endsInError }
    }
    return endsInError ? nil : readers[0].problemAtEnd(after: batch.last, index: batch.first)
  }
}

/// Some elements for one thread.
@usableFromInline struct ElementRun: Sendable {
  /// The number of the first one.
  @usableFromInline let first: Int
  @usableFromInline let elements: Elements

  @usableFromInline enum Elements: Sendable {
    case parsed(ParsedRun)
    /// Where they stand by structure alone: what is no JSON, and all of them where more is wanted than their values.
    case found([Range<Int>])
  }
}

extension ElementReader {
  @inlinable func elements(of part: ElementRun) -> [JSONModelSequence<Model>.Element] {
    var elements: [JSONModelSequence<Model>.Element] = []
    switch part.elements {
    case .parsed(let run):
      elements.reserveCapacity(run.places.count)
      for place in run.places.indices {
        elements.append(element(run, place, index: part.first + place))
      }
    case .found(let places):
      for (offset, place) in places.enumerated() {
        elements.append(element(place, index: part.first + offset))
      }
    }
    return elements
  }
}

/// Some megabytes of elements that are not decoded yet.
private struct ElementBatch {
  private(set) var runs: [ElementRun] = []
  private(set) var parsed: [ParsedRun] = []
  /// The number of the element after those before.
  let first: Int
  private var count = 0
  /// The last element of this batch, or of those before.
  private(set) var last: Range<Int>?
  private var bytes = 0

  private static let most = 1 << 22

  /// Whether there is so much that starting threads takes less than they save.
  var isLarge: Bool { bytes >= 1 << 20 }

  /// - Parameter spare: runs whose elements are decoded.
  init(after former: ElementBatch?, in parser: ElementParser, reusing spare: [ParsedRun]) {
    first = former.map { $0.first + $0.count } ?? 0
    last = former?.last
    var spare = spare
    while bytes < Self.most {
      let run = spare.popLast() ?? ParsedRun(parser.bytes, limits: parser.options.limits)
      parser.fill(run, after: last, size: ElementParser.runSize)
      if run.places.isEmpty {
        let places = parser.places(
          after: last, size: parser.options.wantsValuesOnly ? 1 : ElementParser.runSize)
        guard !places.isEmpty else { return }
        append(.found(places), places)
      } else {
        append(.parsed(run), run.places)
        parsed.append(run)
      }
    }
  }

  private mutating func append(_ elements: ElementRun.Elements, _ places: [Range<Int>]) {
    runs.append(ElementRun(first: first + count, elements: elements))
    count += places.count
    let start = last?.upperBound ?? places[0].lowerBound
    last = places[places.count - 1]
    bytes += (last?.upperBound ?? start) - start
  }
}
