import Mantle
import MantleQuery

/// The keys of all elements of a list of plain objects.
struct TableKeys: Sendable {
  let list: ElementFilter.List
  let names: [String]
  /// The length of the longest array of scalars.
  var arrays = 0
  /// Whether some elements are neither objects nor arrays of scalars.
  let hasOthers: Bool
}

extension Table {
  /// Adapts the table to elements that were appended to the list: adds columns for new keys, and widens columns for new values.
  mutating func grow(in outline: Outline) {
    addNewColumns(in: outline)
    guard let row = outline.list(list) else { return }
    let elements = Self.measuredElements(of: row, in: outline)
    labelWidth = max(labelWidth, Self.labelWidth(of: row, elements, in: outline))
    grid.fit { column in column.path.map { Self.column($0, elements, in: outline).usualWidth } ?? 0 }
  }

  /// Adds columns for new keys of elements that were appended, or after a change of the model.
  mutating func addNewColumns(in outline: Outline) {
    guard let row = outline.list(list) else { return }
    let elements = Self.measuredElements(of: row, in: outline).map(\.row)
    let isModel = row.childInterpretation.typeModel != nil && !outline.document.isReadAsInferred
    let names =
      isModel
      ? outline.filterNames(of: row).paths().filter(\.isMapped).map(\.words)
      : elements.flatMap { $0.node?.members.map(\.key.displayText) ?? [] }
    let hasOthers =
      !outline.filterNames(of: row).areArrays
      && elements.contains { $0.node.map { $0.kind != .object } ?? false }
    add(TableKeys(list: list, names: names, hasOthers: hasOthers), in: outline)
  }

  /// Adds columns for keys that the first elements lack, and a column for values other than objects.
  mutating func add(_ keys: TableKeys, in outline: Outline) {
    guard keys.list == list, let list = outline.list(list) else { return }
    var known = Set(grid.columns.flatMap { $0.outer + [$0] }.compactMap(\.path?.words))
    let names = outline.filterNames(of: list)
    let room = max(0, Query.maximumColumns - grid.columns.count)
    let named = keys.names.map(\.filterName).filter { !known.contains("." + $0) && known.insert($0).inserted }
      .prefix(room)
    let paths = named.compactMap { FilterPath(column: $0, names) }
    let columns = names.areArrays ? names.columns(ofArrays: min(keys.arrays, Query.maximumColumns)) : []
    let hasOthers = keys.hasOthers || keys.arrays > 0 && columns.isEmpty
    let isOther = hasOthers && !known.contains(FilterPath.own.words)
    let elements = Self.measuredElements(of: list, in: outline)
    let new = columns.filter { known.insert($0.words).inserted } + paths
    for path in isOther ? new + [.own] : new { grid.append(Self.column(path, elements, in: outline)) }
  }
}
