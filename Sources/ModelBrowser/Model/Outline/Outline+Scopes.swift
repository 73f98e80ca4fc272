import Mantle
import MantleQuery

/// The lists, maps and objects around the cursor whose names are available to a command.
struct NameScopes {
  let outline: Outline
  let cursor: Row
  /// The list that is shown as a table, which is then the only scope; nil if no table is shown.
  var table: Row?

  /// The list that an expression without names applies to; nil if there is none.
  var usual: Row? { table ?? outline.listToFilter(at: cursor) }

  /// A list, a map or an object, and the names of its values.
  typealias Scope = (list: Row, names: FilterNames)

  /// Parses an expression in the innermost scope that knows all of its names.
  ///
  /// - Parameters:
  ///   - list: the list in which the expression is parsed if no scope knows all of its names.
  ///   - read: parses the expression with the names of a scope.
  /// - Returns: the list whose names were used, and the parsed expression.
  /// - Throws: the error in the expression; if no scope knows all of its names, the error for `list`.
  func read<Result>(
    for list: Row, _ read: (FilterNames) throws(FilterError) -> Result
  ) throws(FilterError) -> (list: Row, result: Result) {
    for scope in all {
      do { return (scope.list, try read(scope.names)) } catch {
        if !error.isUnknownName { throw error }
      }
    }
    return (list, try read(outline.filterNames(of: list)))
  }

  /// Returns the path of a name, and the list to which the name applies.
  func path(_ name: String, for list: Row) throws(FilterError) -> (list: Row, path: FilterPath) {
    let (list, path) = try read(for: list) { names throws(FilterError) in try FilterPath(name, names) }
    return (list, path)
  }

  /// The scopes, the innermost first: the lists and maps that enclose the cursor. If no list or map encloses it, the
  /// enclosing objects, followed by the lists and maps in the root object.
  var all: some Sequence<Scope> {
    let around = sequence(first: cursor, next: \.parent)
    let lists = table.map { [$0] } ?? around.filter { $0.isContainer && ($0.isList || $0.isMap) }
    let objects = lists.isEmpty ? around.filter(\.holdsValues) : []
    let inner = lists.isEmpty ? self.lists(in: outline.root, depth: 0) : []
    return [
      lists.lazy.map { ($0, outline.filterNames(of: $0)) },
      objects.lazy.map { ($0, outline.filterNames(of: $0, takesLists: false)) },
      inner.lazy.map { ($0, outline.filterNames(of: $0)) },
    ].joined().lazy.filter(\.names.hasNames)
  }

  /// The table, or else the only list or map of objects in the root object. The result is nil if there are several,
  /// or if the cursor is on or in a list or map.
  var onlyList: Row? {
    if let table { return table }
    guard !sequence(first: cursor, next: \.parent).contains(where: { $0.isList || $0.isMap }) else {
      return nil
    }
    let inner = lists(in: outline.root, depth: 0).filter { outline.filterNames(of: $0).hasNames }
    return inner.count == 1 ? inner[0] : nil
  }

  private static let deepestList = 3
  private static let maximumMembers = 100

  /// Returns the lists and maps in an object and in the objects inside it, up to a maximum depth.
  private func lists(in object: Row, depth: Int) -> [Row] {
    guard depth <= Self.deepestList, object.holdsValues, !object.isList else { return [] }
    return outline.unfiltered.childRows(of: object).prefix(Self.maximumMembers).filter(\.isContainer).flatMap
    {
      $0.isList || $0.isMap ? [$0] : lists(in: $0, depth: depth + 1)
    }
  }
}

extension Row {
  /// Whether the row is an object whose keys are data rather than property names.
  var isMap: Bool { holdsValues && !isList && model == nil && interpretation.isOfAnyKeys }
}

extension FilterPath {
  /// Creates the path of a column: the property or key with a name, or the key itself if the list has no such name.
  init?(column name: String, _ names: FilterNames) {
    guard let path = (try? FilterPath(name, names)) ?? (try? FilterPath("." + name, names)) else {
      return nil
    }
    self = path
  }

  /// Returns the rows at the path in an element, including rows in lists. If the value is absent, the result is the
  /// row of the absent property.
  func rows(in element: Row, _ outline: Outline) -> [Row] {
    let found = routes.map { Self.rows(at: $0[...], from: element, outline.unfiltered) }
    return found.first { $0.contains { $0.node != nil } } ?? found.first { !$0.isEmpty } ?? []
  }

  /// The keys that the path consists of; nil for a calculation or a path with other components.
  var keys: [String]? {
    guard !isCalculated, routes.count == 1, let route = routes.first else { return nil }
    let keys = route.compactMap { step in if case .key(let key) = step { key } else { nil } }
    return keys.count == route.count ? keys : nil
  }

  private static func rows(at steps: ArraySlice<Step>, from row: Row, _ outline: Outline) -> [Row] {
    if steps.first == .own(.value) { return rows(at: steps.dropFirst(), from: row, outline) }
    let (reached, left) = outline.row(at: JSONKeyPath(steps.components), from: row)
    let rest = steps.dropFirst(steps.components.count - left.count)
    guard let next = rest.first else { return [reached] }
    guard next == .each || reached.isList else { return [] }
    let inner = next == .each ? rest.dropFirst() : rest
    return outline.childRows(of: reached).flatMap { rows(at: inner, from: $0, outline) }
  }
}

extension ArraySlice<FilterPath.Step> {
  /// The keys and indices with which the path begins, up to the first component of another kind.
  fileprivate var components: [JSONKeyPath.Component] {
    prefix { if case .own = $0 { false } else { $0 != .each } }.compactMap { step in
      switch step {
      case .key(let key): .key(key)
      case .index(let index): .index(index)
      case .each, .row, .own: nil
      }
    }
  }
}

extension Outline {
  /// The maximum number of keys read from a large object, which bounds the delay of a key press.
  private static var maximumKeys: Int { 5000 }

  /// Returns the keys of the object that a row shows; empty for every other row.
  func keys(of row: Row) -> Set<ExactText> {
    if let node = row.childNode { return node.keys }
    guard let container = row.container else { return [] }
    var keys: Set<ExactText> = []
    let children = children(of: container)
    var position = children.first(forward: true)
    while let here = position, keys.count < Self.maximumKeys {
      keys.insert(ExactText(source.keyText(of: here)))
      position = children.next(from: here, forward: true)
    }
    return keys
  }

  /// Returns the keys of the object that contains a row; nil for the root.
  func keyHolder(of row: Row) -> Set<ExactText>? {
    if row.position == nil, let object = row.node?.parent { return object.keys }
    return row.parent.map { keys(of: $0) }
  }
}

extension JSONNode {
  fileprivate var keys: Set<ExactText> { Set(members.map { ExactText($0.key.displayText) }) }
}
