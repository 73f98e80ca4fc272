import Mantle
import MantleQuery

/// The scope of the names in a command: the innermost list that contains the cursor and knows the names.
extension Outline {
  /// A list, a map or an object, and the names that its values have.
  typealias Scope = (list: Row, names: FilterNames)

  /// Finds the scope of a text.
  ///
  /// - Parameters:
  ///   - list: the list that is meant where the text has no names of its own.
  ///   - read: reads the text.
  /// - Returns: the scope in which every name is known, and the parsed text.
  /// - Throws: what is wrong with the text; of a name that nothing knows, what it is like in `list`.
  func scope<Result>(
    of list: Row, at cursor: Row, _ read: (FilterNames) throws(FilterError) -> Result
  ) throws(FilterError) -> (list: Row, result: Result) {
    for scope in scopes(at: cursor) {
      do { return (scope.list, try read(scope.names)) } catch {
        if !error.isUnknownName { throw error }
      }
    }
    return (list, try read(filterNames(of: list)))
  }

  /// The scopes of names, the innermost first: the lists and maps around the cursor. Outside of all of them, the objects
  /// around it, and the lists in them.
  func scopes(at cursor: Row) -> some Sequence<Scope> {
    let around = sequence(first: cursor, next: \.parent)
    let lists = around.filter { $0.isContainer && ($0.isList || $0.isMap) }
    let objects = lists.isEmpty ? around.filter(\.holdsValues) : []
    let inner = lists.isEmpty ? self.lists(in: root, depth: 0) : []
    return [
      lists.lazy.map { ($0, filterNames(of: $0)) },
      objects.lazy.map { ($0, filterNames(of: $0, takesLists: false)) },
      inner.lazy.map { ($0, filterNames(of: $0)) },
    ].joined().lazy.filter(\.names.hasNames)
  }

  private static let deepestList = 3
  private static let mostMembers = 100

  /// The lists and maps in an object and in the objects inside it.
  private func lists(in object: Row, depth: Int) -> [Row] {
    guard depth <= Self.deepestList, object.holdsValues, !object.isList else { return [] }
    return children(of: object).prefix(Self.mostMembers).filter(\.isContainer).flatMap {
      $0.isList || $0.isMap ? [$0] : lists(in: $0, depth: depth + 1)
    }
  }
}

extension Row {
  /// Whether it is an object whose keys are data.
  fileprivate var isMap: Bool { holdsValues && !isList && model == nil && interpretation.isOfAnyKeys }
}

extension Outline {
  /// The rows that a path leads to inside an element: those in lists, too, and of what is absent, the property that is.
  func rows(of path: FilterPath, in element: Row) -> [Row] {
    let found = path.routes.map { rows(at: $0[...], from: element) }
    return found.first { $0.contains { $0.node != nil } } ?? found.first { !$0.isEmpty } ?? []
  }

  private func rows(at steps: ArraySlice<FilterPath.Step>, from row: Row) -> [Row] {
    if steps.first == .own(.value) { return rows(at: steps.dropFirst(), from: row) }
    let (reached, left) = self.row(at: JSONKeyPath(steps.components), from: row)
    let rest = steps.dropFirst(steps.components.count - left.count)
    guard let next = rest.first else { return [reached] }
    if next == .each { return children(of: reached).flatMap { rows(at: rest.dropFirst(), from: $0) } }
    return reached.isList ? children(of: reached).flatMap { rows(at: rest, from: $0) } : []
  }

  /// The rows directly inside, whatever is folded or left out.
  private func children(of row: Row) -> some Sequence<Row> {
    let outline = unfiltered
    return sequence(state: outline.firstChild(of: row)) { next in
      let row = next
      next = row.flatMap { outline.nextSibling(of: $0) }
      return row
    }
  }
}

extension ArraySlice<FilterPath.Step> {
  /// The keys and numbers that it begins with.
  fileprivate var components: [JSONKeyPath.Component] {
    prefix { if case .own = $0 { false } else { $0 != .each } }.compactMap { step in
      switch step {
      case .key(let key): .key(key)
      case .index(let index): .index(index)
      case .each, .own: nil
      }
    }
  }
}
