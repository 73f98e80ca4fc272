/// A formatter that rewrites the white space of a JSON value and keeps everything else: number text, key
/// order, duplicate keys and escapes.
package struct JSONFormatter: Sendable, Hashable {
  /// The layout of a formatter's white space.
  package enum Style: Sendable, Hashable {
    /// One line without white space: `{"a":1,"b":[2,3]}`.
    case compact
    /// One line, with a space after each comma and colon: `{"a": 1, "b": [2, 3]}`.
    case separated
    /// One line as with ``separated``, with spaces inside braces too: `{ "a": 1 }`.
    case spaced
    /// Every member and element on a separate line, indented by the given number of spaces more than its
    /// container.
    case indented(Int)
  }

  /// The layout of the white space.
  var style: Style
  /// The nesting level of the first line, to which the following lines are indented.
  var level: Int

  /// Creates a formatter.
  ///
  /// - Parameters:
  ///   - style: the layout of the white space.
  ///   - level: the nesting level of the first line.
  package init(_ style: Style = .indented(2), level: Int = 0) {
    self.style = style
    self.level = level
  }

  /// A formatter that removes all white space.
  package static let compact = JSONFormatter(.compact)
  /// A formatter that writes one line with spaces, also inside braces.
  package static let spaced = JSONFormatter(.spaced)
  /// A formatter that writes every member on a separate line, indented by two spaces.
  package static let pretty = JSONFormatter(.indented(2))

  /// Returns the text of a value, formatted in this formatter's style.
  ///
  /// - Complexity: O(n), without recursion; indentation makes deep nesting costly, see ``write(_:to:)`` for
  ///   the limit.
  package func format(_ node: JSONNode) -> [UInt8] {
    var writer = JSONWriter(capacity: 4096)
    write(node, to: &writer)
    return writer.finish()
  }

  /// Returns the text of a value, formatted in this formatter's style, as a string.
  package func text(_ node: JSONNode) -> String { String(decoding: format(node), as: UTF8.self) }

  /// Returns the text of a value, formatted in this formatter's style and followed by a line feed as at the
  /// end of a file.
  package func line(_ node: JSONNode) -> [UInt8] { format(node) + [ASCII.lineFeed] }

  /// Appends the text of a value, formatted in this formatter's style, to a writer.
  ///
  /// Indentation stops growing after 256 levels, so that hostile nesting cannot inflate the output.
  package func write(_ node: JSONNode, to writer: inout JSONWriter) {
    var open: [(end: Int, kind: JSONKind)] = []
    var index = node.index
    let end = node.endIndex
    while index < end {
      let value = node.at(index)
      if let container = open.last {
        separate(container.kind, &writer, level: open.count)
        if container.kind == .object {
          writer.writeRawJSON(value)
          colon(&writer)
          index += 1
        }
      }
      index = begin(node.at(index), &open, &writer)
      while let container = open.last, container.end == index {
        open.removeLast()
        close(container.kind, level: open.count, &writer)
      }
    }
  }

  /// Writes a scalar or an empty container, or opens a container.
  ///
  /// - Returns: the index of the next node.
  private func begin(
    _ value: JSONNode, _ open: inout [(end: Int, kind: JSONKind)], _ writer: inout JSONWriter
  ) -> Int {
    guard value.kind.isContainer else {
      writer.writeRawJSON(value)
      return value.index + 1
    }
    let isObject = value.kind == .object
    if value.endIndex == value.index + 1 {
      if isObject { writer.raw("{}") } else { writer.raw("[]") }
    } else {
      if isObject { writer.beginObject() } else { writer.beginArray() }
      open.append((value.endIndex, value.kind))
    }
    return value.index + 1
  }

  private func separate(_ kind: JSONKind, _ writer: inout JSONWriter, level: Int) {
    let start = writer.count
    writer.beginElement()
    if style == .spaced && kind == .object || isOnOneLine && writer.count > start { writer.raw(" ") }
    breakLine(&writer, level: level)
  }

  private var isOnOneLine: Bool { style == .spaced || style == .separated }

  private func colon(_ writer: inout JSONWriter) {
    if style == .compact { writer.raw(":") } else { writer.raw(": ") }
  }

  private func close(_ kind: JSONKind, level: Int, _ writer: inout JSONWriter) {
    if style == .spaced, kind == .object { writer.raw(" ") }
    breakLine(&writer, level: level)
    if kind == .object { writer.endObject() } else { writer.endArray() }
  }

  private func breakLine(_ writer: inout JSONWriter, level: Int) {
    guard case .indented(let width) = style else { return }
    writer.raw("\n")
    for _ in 0..<max(0, min(level + self.level, 256) * width) { writer.raw(" ") }
  }
}

extension JSONNode {
  /// The value as JSON Lines: one line for each element of an array, or one line for any other value.
  package var asLines: [UInt8] {
    let values = kind == .array ? Array(elements) : [self]
    return values.flatMap(JSONFormatter.compact.line)
  }
}
