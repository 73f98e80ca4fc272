import Mantle
import MantleQuery

/// The child rows of a row in a record, in order. Rows of plain JSON are created on demand, since a list of
/// half a million numbers is shown one screen at a time.
///
/// Identifiers refer to a row by its position. The position of a value is its index among the values, regardless of
/// mistakes between them. The position of a property does not depend on which other properties are shown.
struct ChildRows: RandomAccessCollection {
  /// The source of the rows, which are created on demand for elements and members.
  private enum Source {
    case made([ChildRow], positions: [Int])
    /// The elements of a list, or the members of an object with their keys; `keys` is nil for elements.
    case values([JSONNode], keys: [JSONNode]?, Interpretation)
  }

  private let source: Source
  /// The number of properties, elements or members.
  let valueCount: Int
  /// The mistakes between the values in document order, each with its index among all rows.
  private let mistakes: [(index: Int, row: ChildRow)]
  /// The rows after the values, such as the remark about the archive.
  private let last: [ChildRow]

  init(_ rows: [ChildRow]) {
    self.init(at: rows.enumerated().map { (position: $0, row: $1) })
  }

  /// Creates rows at the given positions, which are in ascending order.
  init(at rows: [(position: Int, row: ChildRow)]) {
    source = .made(rows.map(\.row), positions: rows.map(\.position))
    (valueCount, mistakes, last) = (rows.count, [], [])
  }

  /// Creates the rows of plain JSON: the values, the mistakes between them, and the rows after them.
  init(
    in node: JSONNode, _ interpretation: Interpretation, _ mistakes: [(before: Int, row: ChildRow)],
    then last: [ChildRow]
  ) {
    self.mistakes = mistakes.enumerated().map { (index: $1.before + $0, row: $1.row) }
    let keys = node.kind == .object ? node.members.map(\.key) : nil
    let values = node.kind == .object ? node.members.map(\.value) : Array(node.elements)
    (source, valueCount) = (.values(values, keys: keys, interpretation), values.count)
    self.last = last
  }

  var startIndex: Int { 0 }
  var endIndex: Int { valueCount + mistakes.count + last.count }

  /// Returns the number of syntax errors with a row before the row at an index.
  private func mistakeCount(before index: Int) -> Int { mistakes.countOfPrefix { $0.index < index } }

  subscript(index: Int) -> ChildRow {
    let before = mistakeCount(before: index)
    if before < mistakes.count, mistakes[before].index == index { return mistakes[before].row }
    let number = index - before
    return number < valueCount ? value(number) : last[number - valueCount]
  }

  private func value(_ index: Int) -> ChildRow {
    switch source {
    case .made(let rows, _):
      return rows[index]
    case .values(let values, let keys, let interpretation):
      guard let key = keys?[index] else {
        return ChildRow(
          label: .element(index), content: .value(values[index]),
          interpretation: interpretation.element(at: index), step: [.index(index)])
      }
      let text = key.displayText
      return ChildRow(
        label: .key(text), content: .value(values[index]), interpretation: interpretation.member(text),
        step: [.key(text)], key: key)
    }
  }

  /// The indices of the group rows, whose children are properties or keys of the object itself.
  var groups: [Int] {
    guard case .made(let rows, _) = source else { return [] }
    return rows.indices.filter { rows[$0].label == .absent || rows[$0].label == .unmapped }
  }

  // MARK: - Positions

  /// The position of the first mistake, which is greater than the positions of all values.
  private static let firstMistake = 1 << 40

  func position(at index: Int) -> Int {
    if case .made(_, let positions) = source { return positions[index] }
    let before = mistakeCount(before: index)
    let isMistake = before < mistakes.count && mistakes[before].index == index
    return isMistake ? Self.firstMistake + before : index - before
  }

  /// Returns the index of the row at a position; nil if there is none.
  func index(ofPosition position: Int) -> Int? {
    let index = index(notBefore: position)
    return index < count && self.position(at: index) == position ? index : nil
  }

  /// Returns the index of the row at a position, or else of the next or the last row; nil if there are no
  /// rows.
  func index(nearPosition position: Int) -> Int? {
    isEmpty ? nil : Swift.min(index(notBefore: position), count - 1)
  }

  private func index(notBefore position: Int) -> Int {
    if case .made(_, let positions) = source { return positions.firstIndex { $0 >= position } ?? count }
    if position >= Self.firstMistake {
      let number = position - Self.firstMistake
      return number < mistakes.count ? mistakes[number].index : count
    }
    // Each mistake before the value increases its index by one.
    let value = Swift.max(0, position)
    let before = mistakes.indices.countOfPrefix { mistakes[$0].index - $0 <= value }
    return value + before
  }
}

extension RecordList {
  /// Creates the records of a query from the children of a row, with their unsaved edits.
  ///
  /// - Returns: nil if the row has no children in its JSON.
  init?(of row: Row, in outline: Outline) {
    let interpretation = row.childInterpretation
    if let container = row.container {
      let edits = RecordEdits(of: container, in: outline.document, outline.records)
      self.init(container.index, edits) { interpretation.model(for: $0) }
      return
    }
    guard let text = outline.document.currentText(of: row, outline.records), !text.isEmpty else { return nil }
    let bytes = JSONBytes(text)
    guard let children = bytes.children(at: 0) else { return nil }
    self.init(JSONChildIndex(bytes, children)) { interpretation.model(for: $0) }
  }
}
