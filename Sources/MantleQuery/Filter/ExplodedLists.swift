/// The lists that a query explodes: one list, and lists nested in its elements.
struct ExplodedLists {
  private(set) var paths: [FilterPath] = []

  /// Adds a list at a nesting level.
  ///
  /// - Returns: false if another list is already exploded at this level.
  mutating func add(_ path: FilterPath, at level: Int) -> Bool {
    if level < paths.count { return paths[level].routes == path.routes }
    paths.append(path)
    return true
  }

  /// Parses the path of a list to explode, and the optional keyword `outer`, which keeps values without elements.
  mutating func list(_ parser: inout FilterParser) throws(FilterError) -> (path: FilterPath, keepsEmpty: Bool)
  {
    parser.scanner.skipBlanks()
    let start = parser.scanner.position
    let path = try parser.path(&self)
    guard path.calculation == nil, let steps = path.routes.first ?? path.cluster?.routes.first else {
      throw parser.scanner.failure("the path of a list was expected", at: start)
    }
    let levels = steps.count { if case .row = $0 { true } else { false } }
    let isExploded = if case .row? = steps.last { true } else { false }
    guard isExploded || add(path, at: levels) else { throw Self.second(parser.scanner, at: start) }
    return (path, parser.scanner.takeWord("outer"))
  }

  /// Parses a condition on rows, in which `[]` denotes the current row's element of the list.
  mutating func condition(_ parser: inout FilterParser) throws(FilterError) -> Filter.Condition {
    parser.exploded = self
    defer { (self, parser.exploded) = (parser.exploded ?? self, nil) }
    return try parser.parse()
  }

  /// Returns the error for a second list to explode that is not nested in the first one.
  static func second(_ scanner: FilterScanner, at position: Int) -> FilterError {
    scanner.failure("a second list is exploded; a query can explode one", at: position)
  }
}

extension FilterParser {
  /// Returns the path of a parsed name. If `exploded` is set, each `[]` in the name explodes a list.
  mutating func resolve(
    _ words: String, _ parts: [FilterNames.Part], isLiteral: Bool
  ) throws(FilterError) -> FilterPath {
    guard var lists = exploded else { return try names.path(words, parts, isLiteral: isLiteral) }
    var steps: [FilterNames.Part] = []
    var level = 0
    for part in parts {
      guard part.step == .each else {
        steps.append(part)
        continue
      }
      let list = try names.path(words, steps, isLiteral: isLiteral)
      guard lists.add(list, at: level) else {
        throw ExplodedLists.second(scanner, at: part.position)
      }
      steps.append(FilterNames.Part(step: .row(level: level), position: part.position))
      level += 1
    }
    exploded = lists
    return try names.path(words, steps, isLiteral: isLiteral)
  }
}
