extension Outline {
  /// Returns the list that a command without an argument shows: the list around the cursor, or else the innermost object
  /// around it that contains objects only, or else the only list in the object around it.
  ///
  /// - Throws: A message if there is no list, or if the object has several lists.
  func listToShow(at cursor: Row) throws(Message) -> Row {
    guard let usual = listToFilter(at: cursor) else { throw .warning("There is no list here") }
    if usual.isList { return usual }
    func members(of row: Row) -> [Row] { Array(childRows(of: row).prefix(Self.mostMembers)) }
    let map = sequence(first: cursor, next: \.parent).first { row in
      guard row.holdsValues, !row.isList else { return false }
      let members = members(of: row)
      return !members.isEmpty && members.allSatisfy { $0.holdsValues && !$0.isList }
    }
    if let map { return map }
    let lists = members(of: usual).filter(\.isList)
    guard lists.count > 1 else { return lists.first ?? usual }
    let names = lists.prefix(4).compactMap(\.keyText).joined(separator: ", ")
    throw .note("This object has several lists; go to one of them  (\(names))")
  }

  /// The members of an object that are inspected.
  private static let mostMembers = 100
}
