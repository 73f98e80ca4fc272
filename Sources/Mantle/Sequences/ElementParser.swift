/// Finds and parses the elements of a sequence, some at a time, in memory that is used again.
@usableFromInline final class ElementParser: @unchecked Sendable {
  // Unchecked: one thread at a time has it.
  let bytes: JSONBytes
  let children: JSONChildIndex
  let options: ElementOptions
  /// The elements that were parsed last.
  @usableFromInline let run: ParsedRun
  /// Which of them was asked for last.
  @exclusivity(unchecked) private var position = 0
  private var context: DecodingContext

  init(_ bytes: JSONBytes, _ children: JSONChildren, _ options: ElementOptions) {
    self.bytes = bytes
    self.children = JSONChildIndex(bytes, children)
    self.options = options
    run = ParsedRun(bytes, limits: options.limits)
    context = Self.context(options)
  }

  private static func context(_ options: ElementOptions) -> DecodingContext {
    DecodingContext(profile: options.profile, userInfo: options.userInfo, leastSeverity: .error)
  }

  /// Parses the element after another, or the first one.
  ///
  /// - Returns: which one of the run it is; nil where there is none, where it is no JSON, and where more is wanted than its
  ///   value.
  @usableFromInline func parse(after last: Range<Int>?) -> Int? {
    if position + 1 < run.places.count, run.places[position] == last {
      position += 1
    } else {
      // The first one is wanted at once.
      fill(run, after: last, size: last == nil ? 1 : Self.runSize)
      position = 0
    }
    return run.places.isEmpty ? nil : position
  }

  /// Parses an element, the only one of its run.
  ///
  /// - Returns: false where it is no JSON, and where more is wanted than its value.
  @usableFromInline func parse(_ element: Range<Int>) -> Bool {
    run.removeAll()
    position = 0
    return options.wantsValuesOnly
      && run.append(from: element.lowerBound, to: element.upperBound) { $0 == element }
  }

  /// An element of a run, for decoding; valid until the run is filled again, and only while it and the parser are alive.
  @usableFromInline func cursor(_ run: ParsedRun, _ index: Int) -> JSONCursor {
    // What hand-written code of the last element caught is of no use.
    context.forgetCaught(since: 0)
    return run.cursor(index, Unmanaged.passUnretained(context))
  }

  /// Forgets what decoding left behind when it failed.
  func startAgain() { context = Self.context(options) }

  /// Enough for the elements to be worth a run, and little beside a processor's cache.
  static var runSize: Int { 1 << 16 }

  /// Parses elements after another, or the first ones, until there are so many bytes of them.
  ///
  /// The run ends before an element that is no JSON; it is empty where more is wanted than values.
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

  /// Where the element after another, or the first one, begins, and where it ends at the latest.
  private func place(after last: Range<Int>?) -> Range<Int>? {
    guard case .array(let open) = children.children else { return child(after: last)?.value }
    // The element's end is found by parsing: looking for it first takes a fifth of the time of both.
    var start = skipWhitespace(last?.upperBound ?? open + 1)
    if last != nil {
      guard start < bytes.count, bytes[start] == ASCII.comma else { return nil }
      start = skipWhitespace(start + 1)
    }
    return start..<bytes.count
  }

  private func isWhole(_ element: Range<Int>, at place: Range<Int>) -> Bool {
    guard case .array = children.children else { return element == place }
    let next = bytes[skipWhitespace(element.upperBound)]
    return next == ASCII.comma || next == ASCII.closeBracket
  }

  /// Where the elements after another stand, or the first ones, by structure alone, until there are so many bytes of them.
  func places(after last: Range<Int>?, size: Int) -> [Range<Int>] {
    var places: [Range<Int>] = []
    var bytes = 0
    while bytes < size, let place = child(after: places.last ?? last)?.value {
      places.append(place)
      bytes += place.count
    }
    return places
  }

  /// Where the element after another stands, or the first one, by structure alone.
  func child(after last: Range<Int>?) -> JSONChild? {
    let next =
      last.map { children.next(after: JSONChild(key: nil, value: $0, ordinal: nil)) } ?? children.first()
    return next.map(children.measured)
  }

  func skipWhitespace(_ start: Int) -> Int {
    min(JSONScanner.skipWhitespace(bytes.base, start, bytes.count), bytes.count)
  }
}

/// How the elements of a sequence are read.
struct ElementOptions: Sendable {
  var limits = JSONLimits.default
  var policy = DecodingPolicy.strict
  var profile: String?
  var userInfo: [String: any Sendable] = [:]
  var collectsNotes = false

  /// Whether nothing is asked of an element that was read without an error but its value.
  var wantsValuesOnly: Bool { policy == .strict && !collectsNotes }
}
