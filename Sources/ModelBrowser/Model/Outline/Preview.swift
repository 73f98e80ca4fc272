import Mantle

/// A truncated value on one line, which summarizes the contents of a collapsed row.
struct Preview {
  private(set) var text = ""
  private var left: Int

  /// Creates the preview of a parsed value.
  ///
  /// - Parameter cells: the approximate width of the preview, which the caller truncates to the exact width.
  init(of node: JSONNode, cells: Int) {
    left = cells
    append(node)
  }

  /// Creates a preview of the contents of a container, without its brackets.
  init(inside node: JSONNode, cells: Int) {
    self.init(of: node, cells: cells)
    text = String(text.dropFirst().dropLast())
  }

  private mutating func append(_ node: JSONNode, depth: Int = 0) {
    switch node.kind {
    case .object: append(node.members, "{", "}", depth) { $0.append(member: $1, depth: depth) }
    case .array: append(node.elements, "[", "]", depth) { $0.append($1, depth: depth + 1) }
    case .string: append("\"" + node.shortText(left) + "\"")
    default: append(node.shortText(left))
    }
  }

  private mutating func append(member: (key: JSONNode, value: JSONNode), depth: Int) {
    let key = member.key.shortText(left)
    append((key.isEmpty ? "\"\"" : key) + ": ")
    append(member.value, depth: depth + 1)
  }

  private mutating func append<Children: Sequence>(
    _ children: Children, _ open: String, _ close: String, _ depth: Int,
    _ appendChild: (inout Preview, Children.Element) -> Void
  ) {
    append(open)
    var isFirst = true
    for child in children {
      if !isFirst { append(", ") }
      guard left > 0, depth < Self.deepest else { return append("…" + close) }
      appendChild(&self, child)
      isFirst = false
    }
    append(close)
  }

  private mutating func append(_ piece: String) {
    text += piece
    left -= piece.utf8.count
  }

  private static let deepest = 4
}

extension JSONNode {
  /// Returns the truncated display text of the value. Only a prefix of a long string is decoded.
  func shortText(_ cells: Int) -> String {
    guard kind == .string || kind == .number else { return displayText }
    return start(max(16, cells) * 16, from: kind == .string ? 1 : 0) ?? displayText
  }
}
