// A text whose beginning is missing, as `tail -c` or a download that was resumed leaves it.

extension TextLayer {
  /// What is closed in a text and was not opened there, and what stands in it.
  private struct Container {
    let start: Int
    /// Behind its first comma.
    var item: Int?
    /// The bracket that closes it, and where; 0 for what stands outside of all of them.
    var closer: UInt8 = 0
    var end = 0
  }

  /// What is opened in place of the beginning: all that is closed behind the outermost list with an element that is whole, and
  /// that list; else everything, and of the innermost what is whole.
  ///
  /// - Parameter end: where the part that is read ends.
  static func missingBeginning(of bytes: JSONBytes, upTo end: Int) -> TextLayer? {
    let first = min(JSONScanner.skipWhitespace(bytes.base, 0, end), end)
    let half = endOfHalfString(in: bytes, from: first, end)
    let containers = containers(in: bytes, from: half ?? first, end)
    guard (2...64).contains(containers.count), let root = containers.last else { return nil }
    // White space may go on behind the part.
    let behind = min(JSONScanner.skipWhitespace(bytes.base, root.start, end), end)
    if bytes[behind] | 0x20 == ASCII.openBrace {
      return beginsLine(in: bytes, before: root.start) ? nil : TextLayer(in: bytes, upTo: behind, opening: "")
    }
    if let item = root.item { return TextLayer(in: bytes, upTo: item, opening: "[") }
    let list = containers.lastIndex { $0.closer == ASCII.closeBracket && $0.item != nil }
    let openers = containers[((list ?? 0) + 1)...].dropLast().reversed().map {
      // Under which key it stood is not known.
      $0.closer == ASCII.closeBrace ? "{\"…\":" : "["
    }.joined()
    let inner = containers[list ?? 0]
    guard inner.item != nil || half != nil else { return nil }
    let isObject = inner.closer == ASCII.closeBrace
    let keepsFirst = half == nil && isWhole(at: first, of: inner, in: bytes, end) && (list ?? 0) == 0
    if keepsFirst { return TextLayer(in: bytes, upTo: first, opening: openers + (isObject ? "{" : "[")) }
    if let half, isObject, bytes[JSONScanner.skipWhitespace(bytes.base, half, end)] == ASCII.colon {
      return TextLayer(in: bytes, upTo: 0, opening: openers + "{\"")
    }
    return TextLayer(in: bytes, upTo: inner.item ?? inner.end, opening: openers + (isObject ? "{" : "["))
  }

  /// Whether a line of NDJSON begins before an offset.
  private static func beginsLine(in bytes: JSONBytes, before end: Int) -> Bool {
    [ASCII.openBrace, ASCII.openBracket].contains {
      bytes.firstOccurrence(of: [ASCII.lineFeed, $0], from: 0, to: end) != nil
    }
  }

  /// Whether a whole element or member of a container begins at an offset.
  private static func isWhole(at start: Int, of container: Container, in bytes: JSONBytes, _ end: Int) -> Bool
  {
    if container.closer == ASCII.closeBracket {
      return bytes[start] == ASCII.quote || bytes[start] | 0x20 == ASCII.openBrace
    }
    let next = JSONScanner.skipWhitespace(bytes.base, behindString(in: bytes, start + 1, end), end)
    return bytes[start] == ASCII.quote && bytes[next] == ASCII.colon
  }

  /// Behind the quote that ends a string, from an offset in it.
  private static func behindString(in bytes: JSONBytes, _ offset: Int, _ end: Int) -> Int {
    var position = offset
    while position < end, bytes[position] != ASCII.quote {
      position += bytes[position] == ASCII.backslash ? 2 : 1
    }
    return min(position + 1, end)
  }

  private init(in bytes: JSONBytes, upTo end: Int, opening openers: String) {
    self.init(.missingBeginning, [0..<end], isCertain: false)
    regions[0].replacement = Array(openers.utf8)
  }

  /// Behind the string in which the text begins; nil where it begins outside of any: then a quote opens one.
  private static func endOfHalfString(in bytes: JSONBytes, from first: Int, _ end: Int) -> Int? {
    let behind = behindString(in: bytes, first, end)
    let next = bytes[JSONScanner.skipWhitespace(bytes.base, behind, end)]
    let last = (first..<max(first, behind - 1)).last { !ASCII.isWhitespace(bytes[$0]) }
    let opens = last.map { ",:{[".utf8.contains(bytes[$0]) } ?? false
    let closes = next == ASCII.comma || next == ASCII.colon || next | 0x20 == ASCII.closeBrace
    return closes && !opens ? behind : nil
  }

  /// From the inside out; the last one is what stands outside of them. Empty where brackets do not match, or where a whole value
  /// at the beginning is no element.
  private static func containers(in bytes: JSONBytes, from start: Int, _ end: Int) -> [Container] {
    let text = bytes.base
    var containers: [Container] = []
    var current = Container(start: start)
    var position = start
    var open: [UInt8] = []
    while position < end, containers.count <= 64 {
      let byte = text[position]
      position += 1
      switch byte {
      case ASCII.quote: position = behindString(in: bytes, position, end)
      case ASCII.openBrace, ASCII.openBracket: open.append(byte)
      case ASCII.closeBrace, ASCII.closeBracket:
        if let opener = open.popLast() {
          guard byte == opener + 2 else { return [] }
          continue
        }
        if current.item == nil, containers.isEmpty, text[start] | 0x20 == ASCII.openBrace { return [] }
        (current.closer, current.end) = (byte, position - 1)
        containers.append(current)
        current = Container(start: position)
      case ASCII.comma where open.isEmpty: current.item = current.item ?? position
      default: break
      }
    }
    return containers + [current]
  }
}
