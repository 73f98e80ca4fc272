import Mantle

// The members of a model's JSON that no property's column contains. They are stored in a column of their own.

extension TableLayout {
  /// Returns whether a model's JSON has members that no column of the table contains.
  func leavesOut(membersOf object: JSONNode) -> Bool {
    guard rest == nil, object.kind == .object else { return false }
    var known = 0
    object.forEachMember(of: keys) { _, _ in known += 1 }
    return known < object.count || members.contains(where: \.isObject) && others(of: object) != .null
  }

  /// Returns the table with an additional column for the members that no other column contains.
  ///
  /// - Parameter recorded: the existing columns, which may already include such a column.
  func keepingOthers(_ recorded: [StoredColumn]) -> TableLayout {
    var builder = ColumnBuilder(table: table, omitsNil: true)
    for column in columns { builder.add(column) }
    if let former = recorded.first(where: { $0.path.isEmpty && $0.reference == nil }) {
      builder.add(former)
    } else {
      builder.addRest()
    }
    return with(builder.columns)
  }

  /// Returns the JSON object of those members that no column of the table contains; null if there are none.
  func others(of object: JSONNode) -> SQLiteValue {
    var writer = JSONWriter()
    return RowMember.writeOthers(of: object, than: members, to: &writer)
      ? .text(String(decoding: writer.finish(), as: UTF8.self)) : .null
  }

  /// Completes the values of a row to save: members that no column contains, and that only the existing row has, are
  /// preserved.
  func addOthers(to values: inout [SQLiteValue], on connection: Connection) throws(StoreError) {
    guard let rest, !identityIndices.isEmpty, case .text(let new) = values[rest],
      let added = try? JSONDocument(new).root
    else { return }
    let row = try connection.statement(selectionByIdentity)
    defer { row.reset() }
    try row.bind(identity(of: values))
    guard try row.step(), let former = row.object(at: rest) else { return }
    var writer = JSONWriter()
    writer.beginObject()
    for member in former.members where added[member.key.displayText] == nil { writer.member(member) }
    for member in added.members { writer.member(member) }
    writer.endObject()
    values[rest] = .text(String(decoding: writer.finish(), as: UTF8.self))
  }
}

extension RowMember {
  fileprivate var isObject: Bool { if case .object = self { true } else { false } }

  /// Writes the members of an object that are not among the members of a row.
  ///
  /// - Parameter members: the members for which the row has columns.
  /// - Returns: whether at least one member was written.
  fileprivate static func writeOthers(
    of object: JSONNode, than members: [RowMember], to writer: inout JSONWriter
  ) -> Bool {
    writer.beginObject()
    let start = writer.count
    for member in object.members {
      let key = member.key.displayText
      switch members.first(where: { $0.key.isExactly(key) }) {
      case .value: continue
      case .object(_, _, let inner) where member.value.kind == .object:
        let start = writer.count
        writer.writeKey(key)
        if !writeOthers(of: member.value, than: inner, to: &writer) { writer.truncate(to: start) }
      case .object(_, .some, _): continue
      case .object, nil: writer.member(member)
      }
    }
    let hasAny = writer.count > start
    writer.endObject()
    return hasAny
  }
}

extension JSONWriter {
  /// Writes a member of another object unchanged.
  mutating func member(_ member: JSONMembers.Element) {
    writeKey(member.key.displayText)
    writeRawJSON(member.value)
  }
}

extension Statement {
  /// Returns the JSON object in a column; nil for null, or if another program stored a value that is not an object.
  func object(at column: Int) -> JSONNode? {
    guard !isNull(at: column) else { return nil }
    let node = withText(at: column) { try? JSONDocument(Array($0)).root }
    return node?.kind == .object ? node : nil
  }
}
