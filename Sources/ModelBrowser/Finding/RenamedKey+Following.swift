import Mantle
import MantleQuery

extension EditStep.RenamedKey {
  /// Returns a path at or inside the key with the new key; nil for any other path.
  ///
  /// - Parameter names: the names of the list after the change.
  func renamed(_ path: FilterPath, _ names: FilterNames) -> FilterPath? {
    guard let keys = path.keys, keys.starts(with: former, by: { $0.isExactly($1) }) else { return nil }
    let words = (new + keys.dropFirst(former.count)).map(\.filterName).joined(separator: ".")
    return FilterPath(column: words, names)
  }
}

extension Viewport {
  /// Renames a key in filters, calculated columns and tables after a step has renamed it in all elements of a list.
  ///
  /// - Parameter old: the outline before the step.
  mutating func follow(_ key: EditStep.RenamedKey, from old: Outline) {
    guard let list = outline.row(key.list), let former = old.row(key.list).map({ old.filterNames(of: $0) })
    else { return }
    let names = outline.filterNames(of: list)
    func find(_ path: FilterPath) -> FilterPath? { key.renamed(path, names) }
    for index in outline.calculations.indices where outline.calculations[index].list == list.filteredAs {
      outline.calculations[index].replacePaths(former, find)
    }
    for index in outline.filters.indices where outline.filters[index].list == list.filteredAs {
      outline.filters[index].replacePaths(former, find)
    }
    let outline = outline
    table?.follow(key, in: outline)
    tableToReturnTo?.table.follow(key, in: outline)
  }
}
