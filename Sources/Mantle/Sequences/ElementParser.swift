/// A parser that finds and parses the elements of a sequence in batches and reuses its memory.
@usableFromInline final class ElementParser: @unchecked Sendable {
  // Unchecked because only one thread uses a parser at a time.
  let bytes: JSONBytes
  /// The index that finds elements by scanning for their ends, without parsing them.
  let children: JSONChildIndex
  let options: ElementOptions
  @usableFromInline let run: ParsedRun
  /// The index in ``run`` of the element that was requested last.
  @exclusivity(unchecked) private var position = 0
  /// The context for decoding the elements, which is replaced after an error.
  private var context: DecodingContext

  init(_ bytes: JSONBytes, _ children: JSONChildren, _ options: ElementOptions) {
    self.bytes = bytes
    self.children = JSONChildIndex(bytes, children)
    self.options = options
    run = ParsedRun(bytes, limits: options.limits)
    context = Self.context(options)
  }

  private static func context(_ options: ElementOptions) -> DecodingContext {
    DecodingContext(options.decoding, minimumSeverity: .error)
  }

  /// Parses the element that follows a given element.
  ///
  /// - Parameter last: The range of the preceding element; nil for the first element.
  /// - Returns: The element's index in ``run``; nil if there is no next element, if it is malformed, or if
  ///   the options require more than the decoded value.
  @usableFromInline func parse(after last: Range<Int>?) -> Int? {
    if position + 1 < run.places.count, run.places[position] == last {
      position += 1
    } else {
      // The first element is parsed alone so that it is available immediately.
      fill(run, after: last, size: last == nil ? 1 : Self.runSize)
      position = 0
    }
    return run.places.isEmpty ? nil : position
  }

  /// Parses one element as the only element of the batch ``run``.
  ///
  /// - Returns: False if the element is malformed, or if the options require more than the decoded value.
  @usableFromInline func parse(_ element: Range<Int>) -> Bool {
    run.removeAll()
    position = 0
    return options.wantsValuesOnly
      && run.append(from: element.lowerBound, to: element.upperBound) { $0 == element }
  }

  /// Returns a cursor for decoding an element of a batch.
  ///
  /// The cursor is valid until the batch is filled again, and only while both the batch and the parser are
  /// alive.
  @_lifetime(immortal) @usableFromInline func cursor(_ run: ParsedRun, _ index: Int) -> JSONCursor {
    // Failures of the previous element that hand-written code caught are discarded.
    context.forgetCaught(since: 0)
    return run.cursor(index, Unmanaged.passUnretained(context))
  }

  /// Replaces the context after a decoding error, to discard the state that the failed decoding left in it.
  func startAgain() { context = Self.context(options) }

  /// The size of a batch in bytes: large enough to amortize the overhead, small enough for the processor's
  /// cache.
  static var runSize: Int { 1 << 16 }

  /// Fills a batch with parsed elements, starting after a given element, until `size` bytes are reached.
  ///
  /// The batch ends before a malformed element. The batch is empty if the options require more than the values
  /// of valid elements, such as notes.
  ///
  /// - Parameters:
  ///   - last: The range of the preceding element; nil to begin with the first element.
  ///   - size: The number of bytes of source text to reach.
  func fill(_ run: ParsedRun, after last: Range<Int>?, size: Int) {
    run.removeAll()
    guard options.wantsValuesOnly else { return }
    var last = last
    repeat {
      guard let place = place(after: last),
        run.append(from: place.lowerBound, to: place.upperBound, { isWhole($0, at: place) })
      else { return }
      last = run.places.last
    } while run.size < size
  }

  /// Returns a range that begins with the element after a given element, and that ends at an upper bound for
  /// the end of the element.
  ///
  /// - Returns: Nil at the end of the container, and if a comma is missing.
  private func place(after last: Range<Int>?) -> Range<Int>? {
    guard case .array(let open) = children.children else { return child(after: last)?.value }
    // The element's end is found by parsing because scanning for it first takes a fifth of the total time.
    var start = skipWhitespace(last?.upperBound ?? open + 1)
    if last != nil {
      guard start < bytes.count, bytes[start] == ASCII.comma else { return nil }
      start = skipWhitespace(start + 1)
    }
    return start..<bytes.count
  }

  /// Returns whether a parsed element is complete: in an array, a comma or a closing bracket follows the
  /// element; in other sequences, the element fills its range.
  private func isWhole(_ element: Range<Int>, at place: Range<Int>) -> Bool {
    guard case .array = children.children else { return element == place }
    let next = bytes[skipWhitespace(element.upperBound)]
    return next == ASCII.comma || next == ASCII.closeBracket
  }

  /// Returns the ranges of the elements after a given element, until `size` bytes are reached. The elements are
  /// not parsed.
  func places(after last: Range<Int>?, size: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var bytes = 0
    while bytes < size, let place = child(after: places.last ?? last)?.value {
      places.append(place)
      bytes += place.count
    }
    return places
  }

  /// Returns the element that follows a given element, without parsing it; nil at the end of the container.
  func child(after last: Range<Int>?) -> JSONChild? {
    let next =
      last.map { children.next(after: JSONChild(key: nil, value: $0, ordinal: nil)) } ?? children.first()
    return next.map(children.measured)
  }

  func skipWhitespace(_ start: Int) -> Int {
    min(JSONScanner.skipWhitespace(bytes.base, start, bytes.count), bytes.count)
  }
}

/// The options for decoding the elements of a sequence.
struct ElementOptions: Sendable {
  var decoding = DecodingOptions.strict
  var collectsNotes = false

  var limits: JSONLimits { decoding.limits }

  /// Decodes the document of one element and returns the value with the diagnostics that the options require.
  func report<Model: JSONConvertible>(_ document: JSONDocument) throws -> DecodingReport<Model> {
    guard wantsValuesOnly else { return try Model.report(document.root, options: decoding) }
    do { return DecodingReport(value: try Model.decode(document.root, options: decoding)) } catch let failure
      as DecodingFailure
    {
      return DecodingReport(
        value: nil, diagnostics: failure.diagnostics, omittedCount: failure.omittedCount)
    }
  }

  /// Whether only the decoded values of valid elements are needed, which allows the fast path.
  var wantsValuesOnly: Bool {
    decoding.policy == .strict && decoding.unknownKeys == .ignored && decoding.maximumDiagnostics == .max
      && !collectsNotes
  }
}
