extension Outline {
  /// Returns the list that a command without an argument shows: the list that contains the cursor, otherwise the innermost
  /// enclosing object with only objects as members, otherwise the only list in the enclosing object.
  ///
  /// - Throws: a message if the cursor has no list near it, or if the object has several lists.
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
