import Mantle

/// The rows inside a row of a record, by position: those of plain JSON are made when they are asked for, since a list of
/// half a million numbers is shown a screen at a time.
struct InnerRows: RandomAccessCollection {
  private enum Source {
    case made([InnerRow])
    case elements([JSONNode], Reading)
    case members([Member], Reading)
  }

  private typealias Member = (key: JSONNode, value: JSONNode)

  private let source: Source
  private let valueCount: Int
  /// What comes after the values: the group about the archive.
  private let last: [InnerRow]

  init(_ rows: [InnerRow]) {
    (source, valueCount, last) = (.made(rows), rows.count, [])
  }

  /// The values in plain JSON, and what comes after them.
  init(in node: JSONNode, _ reading: Reading, then last: [InnerRow]) {
    if node.kind == .array {
      let elements = Array(node.elements)
      (source, valueCount) = (.elements(elements, reading), elements.count)
    } else {
      let members = Array(node.members)
      (source, valueCount) = (.members(members, reading), members.count)
    }
    self.last = last
  }

  var startIndex: Int { 0 }
  var endIndex: Int { valueCount + last.count }

  subscript(index: Int) -> InnerRow {
    guard index < valueCount else { return last[index - valueCount] }
    switch source {
    case .made(let rows):
      return rows[index]
    case .elements(let elements, let reading):
      return InnerRow(
        label: .element(index), content: .value(elements[index]), reading: reading.element(at: index),
        step: [.index(index)])
    case .members(let members, let reading):
      let (key, value) = members[index]
      let text = key.displayText
      return InnerRow(
        label: .key(text), content: .value(value), reading: reading.member(text), step: [.key(text)], key: key
      )
    }
  }
}
