import Mantle

// A text whose beginning is missing, as after `tail -c` or a resumed download.

extension TextLayer {
  /// A container that is closed in the text and was opened before it.
  private struct Container {
    let start: Int
    /// The offset after its first comma.
    var item: Int?
    /// The closing bracket; 0 for the text outside of all containers.
    var closer: UInt8 = 0
    /// The offset of the closing bracket.
    var end = 0
  }

  /// Returns the brackets that replace the missing beginning: those of the outermost list
  /// with a complete element and of all containers around it; otherwise those of all
  /// containers.
  ///
  /// - Parameter end: the end of the part that is read.
  static func missingBeginning(of bytes: JSONBytes, upTo end: Int) -> TextLayer? {
    let first = min(JSONScanner.skipWhitespace(bytes.base, 0, end), end)
    let half = endOfHalfString(in: bytes, from: first, end)
    let containers = containers(in: bytes, from: half ?? first, end)
    guard (2...64).contains(containers.count), let root = containers.last else { return nil }
    // Whitespace may continue after the part.
    let behind = min(JSONScanner.skipWhitespace(bytes.base, root.start, end), end)
    if bytes[behind] | 0x20 == ASCII.openBrace {
      return beginsLine(in: bytes, before: root.start) ? nil : TextLayer(in: bytes, upTo: behind, opening: "")
    }
    if let item = root.item { return TextLayer(in: bytes, upTo: item, opening: "[") }
    let list = containers.lastIndex { $0.closer == ASCII.closeBracket && $0.item != nil }
    let openers = containers[((list ?? 0) + 1)...].dropLast().reversed().map {
      // The key of the container is unknown.
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

  /// Whether a complete element or member of a container begins at an offset.
  private static func isWhole(at start: Int, of container: Container, in bytes: JSONBytes, _ end: Int) -> Bool
  {
    if container.closer == ASCII.closeBracket {
      return bytes[start] == ASCII.quote || bytes[start] | 0x20 == ASCII.openBrace
    }
    let next = JSONScanner.skipWhitespace(bytes.base, behindString(in: bytes, start + 1, end), end)
    return bytes[start] == ASCII.quote && bytes[next] == ASCII.colon
  }

  /// Returns the offset after the closing quote of a string, from an offset inside of it.
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

  /// Returns the offset after the string in which the text begins; nil if the text begins
  /// outside of a string.
  private static func endOfHalfString(in bytes: JSONBytes, from first: Int, _ end: Int) -> Int? {
    let behind = behindString(in: bytes, first, end)
    let next = bytes[JSONScanner.skipWhitespace(bytes.base, behind, end)]
    let last = (first..<max(first, behind - 1)).last { !ASCII.isWhitespace(bytes[$0]) }
    let opens = last.map { ",:{[".utf8.contains(bytes[$0]) } ?? false
    let closes = next == ASCII.comma || next == ASCII.colon || next | 0x20 == ASCII.closeBrace
    return closes && !opens ? behind : nil
  }

  /// Returns the containers from the inside out, followed by the text outside of them. The
  /// result is empty if brackets do not match, or if a complete value at the beginning is not
  /// an element.
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
