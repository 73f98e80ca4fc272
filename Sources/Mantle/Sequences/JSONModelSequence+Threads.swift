import MantlePlatform

extension JSONModelSequence where Model: Sendable {
  /// Calls a closure with every element in document order, decoding batches of some megabytes on several
  /// threads.
  ///
  /// ```swift
  /// var issues: [Issue] = []
  /// try Issue.elements(of: bytes).forEach(threads: 4) { issues.append(try $0.result.get()) }
  /// ```
  ///
  /// The elements and their diagnostics are those of the sequence. The closure runs on the calling thread
  /// only; initializers, transformers and rules run on any of the threads. Input of less than one megabyte is
  /// decoded on one thread.
  ///
  /// - Parameters:
  ///   - threads: The number of threads, including the calling thread, from 1 to 64; nil for the number of
  ///     active processors.
  ///   - body: A closure that receives each element, valid or not.
  /// - Throws: The first error of the closure, which ends the iteration.
  // Inlinable so that the method is specialized for the model, which avoids the cost of generic metadata.
  @inlinable public func forEach(threads: Int? = nil, _ body: (Element) throws -> Void) rethrows {
    let problem = try forEachPart(threads: ThreadCount.resolved(threads), { $1.elements(of: $0) }) {
      elements in
      for element in elements { try body(element) }
      return elements.last?.isSyntaxError
    }
    if let problem { try body(problem) }
  }

  /// Processes batches of elements on several threads and consumes the results in document order.
  ///
  /// - Parameters:
  ///   - threads: The number of threads, including the calling thread, from 1 to 64.
  ///   - read: Processes a batch, on any thread.
  ///   - use: Consumes the result of a batch on the calling thread. Returns whether the last element of the
  ///     batch is malformed JSON; nil if the batch has no elements.
  /// - Returns: A failed element if the input does not end correctly; nil otherwise.
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
      // The calling thread parses the next batch while the other threads decode the current batch, and then
      // helps to decode the current batch.
      let next = ElementBatch(after: batch, in: finder, reusing: former)
      let parts = current.finish()
      (former, batch) = (batch.parsed, next)
      work = start(batch)
      for part in parts { endsInError = try use(part) ?? endsInError }
    }
    return endsInError ? nil : readers[0].problemAtEnd(after: batch.last, index: batch.first)
  }
}

/// A namespace for the number of threads of a call, which is the number of active processors by default.
@usableFromInline enum ThreadCount {
  @usableFromInline static func resolved(_ threads: Int?) -> Int {
    threads ?? ProcessInfo.processInfo.activeProcessorCount
  }
}

/// A batch of elements for one thread.
@usableFromInline struct ElementRun: Sendable {
  /// The index in the sequence of the batch's first element.
  @usableFromInline let first: Int
  @usableFromInline let elements: Elements

  /// The elements of a batch, either parsed or only located by their ranges.
  @usableFromInline enum Elements: Sendable {
    case parsed(ParsedRun)
    /// The ranges of elements that are not parsed yet: malformed elements, or all elements if the options
    /// require more than values, such as notes.
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

/// Several megabytes of elements that are not decoded yet, divided into work for threads.
private struct ElementBatch {
  private(set) var runs: [ElementRun] = []
  /// The parsed elements of ``runs``, whose memory the batch after next reuses.
  private(set) var parsed: [ParsedRun] = []
  /// The index in the sequence of the first of these elements.
  let first: Int
  private var count = 0
  /// The range of the last element of this batch or, if this batch is empty, of the preceding batch.
  private(set) var last: Range<Int>?
  private var bytes = 0

  private static let most = 1 << 22

  /// Whether the batch is large enough for the gain of several threads to outweigh the cost of starting them.
  var isLarge: Bool { bytes >= 1 << 20 }

  /// Collects the elements that follow the preceding batch.
  ///
  /// - Parameters:
  ///   - former: The preceding batch; nil for the first.
  ///   - parser: The parser that finds the elements.
  ///   - spare: Memory of batches that have been decoded.
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

  /// Appends elements as work for one thread.
  ///
  /// - Parameter places: The ranges of the elements; not empty.
  private mutating func append(_ elements: ElementRun.Elements, _ places: [Range<Int>]) {
    runs.append(ElementRun(first: first + count, elements: elements))
    count += places.count
    let start = last?.upperBound ?? places[0].lowerBound
    last = places[places.count - 1]
    bytes += (last?.upperBound ?? start) - start
  }
}
