import Mantle

extension Row {
  /// How a filter knows the row as a list.
  var filteredAs: ElementFilter.List { container.map { .container($0.offset) } ?? .row(id) }

  /// What a filter knows the row by, as an element; nil for what was inserted in front of all the others.
  var filterKey: Int? {
    if case .index(let position) = id.step { position } else { position?.anchor }
  }

  /// The positions of the elements inside that pass.
  func elements(passing test: ElementTest) -> [Int] {
    childRows.indices.filter { index in
      if case .value(let node) = childRows[index].content { test.passes(node) } else { true }
    }
  }
}

extension Outline {
  /// The same document as plain JSON.
  var raw: Outline { Outline(like: self, view: .raw, folds: FoldSet(openTo: 1)) }

  /// The same rows with nothing left out.
  var unfiltered: Outline {
    var copy = self
    copy.filter = nil
    return copy
  }

  /// The filter, where views and models agree on its list: inside records each has other rows.
  var filterOfAnyView: ElementFilter? {
    if case .container = filter?.list { filter } else { nil }
  }

  /// The filter, where it is about this list.
  func filter(of row: Row) -> ElementFilter? {
    guard let filter, row.filteredAs == filter.list else { return nil }
    return filter
  }

  /// The element of the filtered list that a row is, or is in.
  func element(around row: Row) -> Row? {
    guard let filter else { return nil }
    var row: Row? = row
    while let here = row, here.parent?.filteredAs != filter.list { row = here.parent }
    return row
  }

  /// The row itself where its element is shown, or the element that is, behind it or else before it; nil for a row in
  /// none.
  func nearestShown(to row: Row) -> Row? {
    guard let filter else { return row }
    guard let element = element(around: row), let key = element.filterKey else { return nil }
    return filter.shows(key) ? row : nextSibling(of: element) ?? previousSibling(of: element)
  }
}
