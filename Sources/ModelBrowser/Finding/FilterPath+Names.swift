import Mantle
import MantleQuery

extension FilterPath {
  /// Parses a name as it is used in a filter.
  init(_ name: String, _ names: FilterNames) throws(FilterError) {
    guard !name.contains(" ") || name.contains("\\ ") || name.contains("\""),
      case .comparison(let comparison) = try Filter("\(name) = absent", names: names).condition
    else {
      throw FilterError(position: 0, reason: "this is no name; one with blanks has a \\ before each")
    }
    self = comparison.path
  }
}

extension Row {
  /// Returns the name of the row in a filter of an enclosing list; nil if the row has no such name.
  func name(in list: Row, _ names: FilterNames) throws(FilterError) -> FilterPath? {
    guard list.id != id, list.id.contains(id) else { return nil }
    // Nested lists need no path component: a name denotes the values in all their elements.
    let keys = path.components.dropFirst(list.path.components.count + 1).compactMap { step in
      if case .key(let key) = step { key.filterName } else { nil }
    }
    guard !keys.isEmpty else {
      return isContainer || node == nil ? nil : try FilterPath("$value", names)
    }
    let name = keys.joined(separator: ".")
    do { return try FilterPath(name, names) } catch { return try FilterPath("." + name, names) }
  }
}
