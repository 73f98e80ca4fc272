import Mantle
import MantleQuery
import TerminalText

/// Properties of the elements of a list, side by side in the elements' own lines.
struct Columns: Sendable {
  /// A column of the table of properties.
  struct Column: Sendable {
    let path: FilterPath
    let width: Int
    /// Whether the cells are aligned at the right, as numbers are.
    let isRightAligned: Bool
  }

  let list: ElementFilter.List
  let columns: [Column]

  /// - Returns: nil where nothing is named, or nothing is there to be shown.
  init?(_ paths: [FilterPath], of list: Row, in outline: Outline) {
    let elements = Self.firstElements(of: list, in: outline)
    columns = paths.map { path in
      let values = elements.compactMap { Self.value(of: path, in: $0) }
      let widest = values.map(\.text.cellWidth).max() ?? 0
      return Column(
        path: path, width: max(path.words.cellWidth, min(widest, Self.widest)),
        isRightAligned: !values.isEmpty && values.allSatisfy { $0.role == .number || $0.text == "null" })
    }
    guard !columns.isEmpty else { return nil }
    self.list = list.filteredAs
  }

  /// Returns the scalar properties that most of the first elements have, except links.
  static func usual(of list: Row, in outline: Outline) -> [FilterPath] {
    let names = outline.filterNames(of: list)
    let elements = Self.firstElements(of: list, in: outline).map { FilterSubject($0) }
    let paths = names.names(after: []).compactMap { try? FilterPath($0.filterName, names) }
    return Array(
      paths.filter { path in
        let values = elements.flatMap { path.values(of: $0) }
        return values.count * 2 > elements.count && values.allSatisfy(\.isShort)
      }.prefix(mostUsual))
  }

  private static let mostMeasured = 50

  /// The first elements of a list that are shown, as far as they are parsed whole.
  private static func firstElements(of list: Row, in outline: Outline) -> [JSONNode] {
    Array(outline.childRows(of: list).lazy.compactMap(\.node).prefix(mostMeasured))
  }

  private static let mostUsual = 12
  private static let widest = 32

  /// Whether a row is one of the elements.
  func hasElement(_ row: Row) -> Bool { row.parent?.filteredAs == list }

  /// The text of a value, and its look; nil where there is none.
  static func value(of path: FilterPath, in element: JSONNode) -> (text: String, role: Style.Role)? {
    let values = path.readValues(of: FilterSubject(element))
    guard let (first, property) = values.first else { return nil }
    guard values.count == 1, case .node(let node) = first else {
      return (values.map(\.value.text).joined(separator: ", "), .plain)
    }
    if node.kind.isContainer { return (first.text, .dimmed) }
    guard let property, !node.isNull, let text = property.decode(node).text else {
      return (first.text, node.kind.role)
    }
    return (text, property.shape.role)
  }
}

extension FilterValue {
  fileprivate var isShort: Bool {
    if case .node(let node) = self, node.kind.isContainer { false } else { !text.contains("://") }
  }

  /// The text of the table cell.
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
    case .node(let node): node.kind.isContainer ? Preview(of: node, cells: 40).text : node.shortText(40)
    }
  }
}

extension Columns {
  /// Shows the named properties of the elements around the cursor side by side, or all short ones; none where they are shown.
  static func show(_ browser: inout Browser, _ names: String) throws {
    guard var list = browser.outline.listToFilter(at: browser.cursor) else {
      throw Message.warning("There is no list here")
    }
    if names.isEmpty, browser.view.columns?.list == list.filteredAs {
      browser.view.columns = nil
      return browser.message = .note("Elements are summed up again")
    }
    var paths: [FilterPath] = []
    if names.isEmpty {
      paths = Columns.usual(of: list, in: browser.outline)
    } else {
      (list, paths) = try NameScopes(outline: browser.outline, cursor: browser.cursor).read(for: list) {
        known throws(FilterError) in
        try names.split(whereSeparator: { " ,".contains($0) }).map { name throws(FilterError) in
          try FilterPath(String(name), known)
        }
      }
    }
    guard let columns = Columns(paths, of: list, in: browser.outline) else {
      throw Message.warning(
        "The elements have no properties to stand side by side  (:columns NAME… names some)")
    }
    browser.view.columns = columns
    browser.view.setFold(list, open: true)
    browser.message = .note("T sums the elements up again · zl zh go sideways · :columns NAME… chooses")
  }
}
