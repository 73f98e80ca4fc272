extension FilterPath {
  /// Returns the path or the calculation after a function has replaced some of its paths; nil if it replaced none.
  package func replacingPaths(
    _ names: FilterNames, _ find: (FilterPath) -> FilterPath?
  ) -> FilterPath? {
    guard let calculation, isCalculated else { return find(self) }
    var isChanged = false
    let changed = calculation.mapPaths { path in
      guard let new = path.replacingPaths(names, find) else { return path }
      isChanged = true
      return new
    }
    return isChanged ? FilterPath(changed, names.areDates) : nil
  }
}

extension Filter {
  /// Returns the filter after a function has replaced some of its paths; nil if it replaced none.
  package func replacingPaths(_ names: FilterNames, _ find: (FilterPath) -> FilterPath?) -> Filter? {
    var isChanged = false
    let changed = condition.mapPaths { path in
      guard let new = path.replacingPaths(names, find) else { return path }
      isChanged = true
      return new
    }
    return isChanged ? Filter(changed) : nil
  }
}
