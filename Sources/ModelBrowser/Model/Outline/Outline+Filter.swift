import Mantle
import MantleQuery

extension Row {
  /// The list identifier by which filters of the row's children refer to the row.
  var filteredAs: ElementFilter.List { container.map { .container($0.offset) } ?? .row(id) }

  /// Returns the element of a filtered list that is or contains the row; nil if there is none.
  func element(of list: ElementFilter.List) -> Row? {
    sequence(first: self, next: \.parent).first { $0.parent?.filteredAs == list }
  }

  /// The number by which a filter identifies the row as an element; nil if the row is not an element.
  var filterKey: Int? {
    if case .index(let position) = id.step { position } else { position?.elementKey }
  }

  /// The row as an input of a filter; nil if its value is not parsed.
  var subject: FilterSubject? {
    let index: Int? = if case .element(let index) = label { index } else { nil }
    return node.map { FilterSubject($0, key: keyText, index: index) }
  }

  /// Returns the positions of the children that pass a filter.
  func elements(passing filter: Filter, in outline: Outline) -> [Int] {
    let isModified = outline.document.history.isModified
    return childRows.indices.filter { index in
      let inner = childRows[index]
      if case .unmapped = inner.content { return false }
      guard let node = inner.content.node else { return false }
      let mistakes = record?.damage?.regions(in: record?.sourceRange(of: node) ?? 0..<0) ?? []
      var subject = FilterSubject(node, isBroken: mistakes.contains { $0.cause != .comment })
      switch inner.label {
      case .key(let text), .property(let text): subject.key = text
      case .element(let number): subject.index = number
      default: break
      }
      subject.model = inner.interpretation.model(for: node)
      subject.isModified = isModified && outline.child(of: self, at: index).map(outline.isEdited) ?? false
      return filter.holds(for: subject)
    }.map { childRows.position(at: $0) }
  }

  /// Returns the element with a number that ``filterKey`` defines; nil if the element was removed.
  func element(knownAs key: Int, in outline: Outline) -> Row? {
    guard let container else {
      return childRows.index(ofPosition: key).flatMap { outline.child(of: self, at: $0) }
    }
    let children = outline.children(of: container)
    let original = key < 0 ? nil : container.child(containing: key).map { RowID.Step.child(ChildID($0)) }
    // A moved element is an insertion with the number of its former place.
    let position =
      original.flatMap { children.position(of: $0) }
      ?? children.overlay.insertion(knownAs: key).flatMap { children.position(of: .inserted($0.serial)) }
    return position.map { outline.source.row(for: $0, of: container, in: self) }
  }

  /// The interpretation of the row's children.
  var childInterpretation: Interpretation {
    isList ? interpretation.element(at: nil) : interpretation.member("")
  }
}

extension Outline {
  /// The filter that was set last; nil if there is none.
  var filter: ElementFilter? {
    get { filters.last }
    set {
      guard !filters.isEmpty, let newValue else { return }
      filters[filters.count - 1] = newValue
    }
  }

  /// An outline of the same document as plain JSON.
  var raw: Outline { Outline(like: self, view: .raw, folds: FoldSet(openTo: 1)) }

  /// The same outline without filters.
  var unfiltered: Outline {
    var copy = self
    copy.filters = []
    return copy
  }

  /// The filters of large containers, which apply in every view and with every model. Filters of lists inside records
  /// do not, because the rows of a record depend on the view and the model.
  var filtersOfAnyView: [ElementFilter] {
    filters.filter { if case .container = $0.list { true } else { false } }
  }

  /// Returns the latest filter of a row's children; nil if there is none.
  func filter(of row: Row) -> ElementFilter? {
    guard !filters.isEmpty else { return nil }
    let list = row.filteredAs
    return filters.last { $0.list == list }
  }

  /// Returns the row of a filtered list; nil if it does not exist.
  func list(_ list: ElementFilter.List) -> Row? {
    switch list {
    case .row(let id): row(id)
    case .container(let offset):
      [mainContainer].compactMap(\.self).first { $0.filteredAs == list }
        ?? row(at: .original(max(0, offset))).flatMap { row in
          sequence(first: row) { $0.parent }.first { $0.filteredAs == list }
        }
    }
  }

  /// Returns the row if its element passes all filters, or else the nearest element that does; nil if the row is
  /// outside of the latest filtered list.
  func nearestShown(to row: Row) -> Row? {
    guard let last = filter else { return row }
    guard row.element(of: last.list)?.filterKey != nil else { return nil }
    var row = row
    for filter in filters {
      guard let element = row.element(of: filter.list), let key = element.filterKey,
        !filter.shows(key)
      else { continue }
      guard let other = nextSibling(of: element) ?? previousSibling(of: element) else { return nil }
      row = other
    }
    return row
  }

  /// Returns whether a row passes all filters.
  func isShown(_ row: Row) -> Bool {
    filters.allSatisfy { filter in
      row.element(of: filter.list)?.filterKey.map { filter.shows($0) } ?? true
    }
  }

  /// Returns the number of elements that a filter shows: those that pass and still exist, and those that were
  /// inserted later.
  func count(of filter: ElementFilter) -> Int {
    guard case .container(let offset) = filter.list else { return filter.passedCount }
    let overlay = document.history.overlay
    guard overlay.hasStructure(in: offset) else { return filter.passedCount }
    return overlay.slots.reduce(filter.passedOriginals) { count, change in
      switch (change.key, change.value) {
      case (.value(let child), .removed(offset)): count - (filter.passes(child.offset) ? 1 : 0)
      case (.gap(let gap), .inserted(let insertions)) where gap.container == offset:
        count + insertions.count { filter.passes($0.elementKey) }
      default: count
      }
    }
  }

  /// Returns the list that a filter at the cursor applies to: the list under the cursor, the list of models if it
  /// contains the cursor or is inside the cursor's row, or else the innermost enclosing list or object; nil if there is
  /// none.
  ///
  /// - Parameter keyed: whether the filter hides members by key; if so, the result is the object at the
  ///   cursor or its nearest enclosing object.
  func listToFilter(at cursor: Row, keyed: Bool = false) -> Row? {
    let around = sequence(first: cursor, next: \.parent)
    if keyed, let object = around.first(where: { $0.holdsValues && !$0.isList }) { return object }
    if cursor.isList, cursor.isContainer { return cursor }
    if let list = mainContainer, list.id.contains(cursor.id) || cursor.id.contains(list.id) { return list }
    return around.first(where: \.isList) ?? around.first(where: \.holdsValues)
  }

  /// Returns the names that a filter of a list can refer to.
  ///
  /// - Parameter takesLists: whether the names apply to the elements of lists among the values.
  func filterNames(of list: Row, takesLists: Bool = true) -> FilterNames {
    let reading = list.childInterpretation
    var names = FilterNames(
      model: reading.typeModel, samples: samples(of: list).filter { takesLists || $0.kind != .array },
      inner: reading.innerPlaces, areElements: list.isList)
    for column in calculations where column.list == list.filteredAs {
      if let path = try? FilterPath(column.text, names) { names.define(column.title, as: path) }
    }
    return names
  }

  /// Returns the first values of a list as samples of the values that a filter tests.
  private func samples(of list: Row) -> [JSONNode] {
    var samples: [JSONNode] = []
    var size = 0
    for node in unfiltered.childRows(of: list).lazy.compactMap(\.node) {
      guard samples.count < Self.maximumSamples, size < Self.sampledBytes else { break }
      samples.append(node)
      size += node.byteRange.count
    }
    return samples
  }

  private static let maximumSamples = 200
  private static let sampledBytes = 1 << 19
}

/// A column of a table with a title and a calculation.
struct CalculatedColumn: Sendable {
  private(set) var list: ElementFilter.List
  let title: String
  private(set) var text: String

  /// Replaces some paths of the calculation.
  ///
  /// - Parameter former: the names of the list before the change.
  mutating func replacePaths(_ former: FilterNames, _ find: (FilterPath) -> FilterPath?) {
    text = (try? FilterPath(text, former))?.replacingPaths(former, find)?.title ?? text
  }

  /// Returns the column with updated row identifiers after a reload; nil if the list was removed.
  func moved(_ move: (RowID) -> RowID?) -> CalculatedColumn? {
    var copy = self
    guard let list = list.moved(move) else { return nil }
    copy.list = list
    return copy
  }
}

extension Row {
  /// Whether the children are the values of a list or of an object.
  var holdsValues: Bool {
    switch content {
    case .container: true
    default: childNode?.kind.isContainer == true && isContainer
    }
  }
}
