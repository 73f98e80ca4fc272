/// The lists that a query explodes: one, and lists in its elements.
struct ExplodedLists {
  private(set) var paths: [FilterPath] = []

  /// Adds a list at a level.
  ///
  /// - Returns: False if another list is exploded at the level.
  mutating func add(_ path: FilterPath, at level: Int) -> Bool {
    if level < paths.count { return paths[level].routes == path.routes }
    paths.append(path)
    return true
  }
}

extension FilterParser {
  /// Resolves a name, in which `[]` explodes a list if the value is that of a column.
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
        throw scanner.failure("a second list is exploded; a query can explode one", at: part.position)
      }
      steps.append(FilterNames.Part(step: .row(level: level), position: part.position))
      level += 1
    }
    exploded = lists
    return try names.path(words, steps, isLiteral: isLiteral)
  }
}
