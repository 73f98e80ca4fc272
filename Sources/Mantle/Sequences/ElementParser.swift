/// Parses the elements of a sequence, one at a time, in memory that is used again.
@usableFromInline final class ElementParser: @unchecked Sendable {
  // Unchecked: one thread at a time has it.
  let bytes: JSONBytes
  let children: JSONChildIndex
  let options: ElementOptions
  private var parser: JSONParser
  private var context: DecodingContext

  init(_ bytes: JSONBytes, _ children: JSONChildren, _ options: ElementOptions) {
    self.bytes = bytes
    self.children = JSONChildIndex(bytes, children)
    self.options = options
    parser = JSONParser(limits: options.limits)
    context = Self.context(options)
  }

  private static func context(_ options: ElementOptions) -> DecodingContext {
    DecodingContext(profile: options.profile, userInfo: options.userInfo, leastSeverity: .error)
  }

  /// Parses the element after another, or the first one.
  ///
  /// - Returns: where it stands; nil where there is none, where it is no JSON, and where more is wanted than its value.
  @usableFromInline func parse(after last: Range<Int>?) -> Range<Int>? {
    guard case .array(let open) = children.children else {
      guard let child = child(after: last)?.value, parse(child) else { return nil }
      return child
    }
    // The element's end is found by parsing: looking for it first takes a fifth of the time of both.
    var start = skipWhitespace(last?.upperBound ?? open + 1)
    if last != nil {
      guard start < bytes.count, bytes[start] == ASCII.comma else { return nil }
      start = skipWhitespace(start + 1)
    }
    guard let end = parsedEnd(start..<start + min(options.limits.bytes, bytes.count - start)) else {
      return nil
    }
    let next = bytes[skipWhitespace(end)]
    return next == ASCII.comma || next == ASCII.closeBracket ? start..<end : nil
  }

  /// Parses an element.
  ///
  /// - Returns: false where it is no JSON, and where more is wanted than its value.
  @usableFromInline func parse(_ element: Range<Int>) -> Bool { parsedEnd(element) == element.upperBound }

  private func parsedEnd(_ range: Range<Int>) -> Int? {
    guard options.wantsValuesOnly else { return nil }
    return try? parser.parse(bytes, from: range.lowerBound, to: range.upperBound)
  }

  /// The element that was parsed last; valid until the next one is, and only while the parser is alive.
  @usableFromInline var root: JSONCursor {
    parser.root(in: bytes, context: Unmanaged.passUnretained(context))
  }

  /// Forgets what decoding left behind when it failed.
  @usableFromInline func startAgain() { context = Self.context(options) }

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
