import Mantle

/// A member of the JSON that is written for a row: the value of a column, or a nested object.
indirect enum RowMember: Sendable {
  case value(key: String, column: Int)
  /// A nested object and its members.
  ///
  /// - Parameter mark: the index of the column that is null if the object is null. Nil if there is no such column: the
  ///   object is then absent if all its members are.
  case object(key: String, mark: Int?, [RowMember])

  var key: String {
    switch self {
    case .value(let key, _), .object(let key, _, _): key
    }
  }

  /// Returns the members of the JSON for some columns, nested by the paths of their values and in column order.
  ///
  /// - Parameter path: returns the path of a column's value.
  static func tree(_ columns: [StoredColumn], _ path: (StoredColumn) -> [String]) -> [RowMember] {
    tree(columns.enumerated().map { (path($0.element)[...], $0.offset) }, columns)
  }

  /// Returns the members of one object for the columns whose values are in the object.
  ///
  /// - Parameter paths: the index of each column, and the path of its value from the object.
  private static func tree(
    _ paths: [(path: ArraySlice<String>, column: Int)], _ columns: [StoredColumn]
  ) -> [RowMember] {
    var keys: [String] = []
    for key in paths.compactMap(\.path.first) where !keys.contains(where: { $0.isExactly(key) }) {
      keys.append(key)
    }
    return keys.map { key in
      let inside = paths.filter { $0.path.first?.isExactly(key) == true }
      if let only = inside.first, only.path.count == 1 { return .value(key: key, column: only.column) }
      return .object(
        key: key,
        mark: inside.first {
          let column = columns[$0.column]
          return column.marksModel && column.inside.count == $0.path.count - 1
        }?.column,
        tree(inside.map { ($0.path.dropFirst(), $0.column) }, columns))
    }
  }

  /// Writes the members of a row's JSON. A nested object whose values are all absent is absent, too.
  ///
  /// - Parameter others: an object with the members that no column contains; nil if there are none.
  /// - Returns: whether at least one member was written.
  @discardableResult
  static func write(
    _ members: [RowMember], _ row: Statement, _ layout: TableLayout, _ related: RelatedTables,
    _ others: JSONNode? = nil, to writer: inout JSONWriter
  ) throws(StoreError) -> Bool {
    var isEmpty = true
    var left = others.map { Array($0.members) } ?? []
    for member in members {
      let own = others?[member.key]
      guard try write(member, row, layout, related, own, to: &writer) else { continue }
      isEmpty = false
      if own != nil { left.removeAll { $0.key.displayText.isExactly(member.key) } }
    }
    for member in left { writer.member(member) }
    return !isEmpty || !left.isEmpty
  }

  /// Writes one member of a row's JSON.
  ///
  /// - Parameter other: the part of the member's value that no column contains; nil if there is none.
  /// - Returns: whether the member was written; false if it is absent.
  private static func write(
    _ member: RowMember, _ row: Statement, _ layout: TableLayout, _ related: RelatedTables,
    _ other: JSONNode?, to writer: inout JSONWriter
  ) throws(StoreError) -> Bool {
    switch member {
    case .value(let key, let column):
      let isNull = row.isNull(at: column)
      if isNull, layout.columns[column].keepsAbsence || other != nil { return false }
      writer.writeKey(key)
      if isNull {
        writer.writeNull()
      } else {
        try write(column, row, layout, related, to: &writer)
      }
    case .object(let key, let mark?, let inner):
      if row.isNull(at: mark) {
        if layout.columns[mark].keepsAbsence { return false }
        writer.writeKey(key)
        writer.writeNull()
      } else {
        try write(key, inner, row, layout, related, other, to: &writer)
      }
    case .object(let key, nil, let inner):
      let start = writer.count
      if let other, other.kind != .object { return false }
      guard try write(key, inner, row, layout, related, other, to: &writer) else {
        writer.truncate(to: start)
        return false
      }
    }
    return true
  }

  /// Writes the key and the members of a nested object.
  ///
  /// - Returns: whether the object has members.
  @discardableResult
  private static func write(
    _ key: String, _ inner: [RowMember], _ row: Statement, _ layout: TableLayout, _ related: RelatedTables,
    _ others: JSONNode?, to writer: inout JSONWriter
  ) throws(StoreError) -> Bool {
    writer.writeKey(key)
    writer.beginObject()
    let others = others?.kind == .object ? others : nil
    let isFull = try write(inner, row, layout, related, others, to: &writer)
    writer.endObject()
    return isFull
  }

  /// Writes the value of a column, which is not null.
  ///
  /// - Parameter index: the index of the column.
  private static func write(
    _ index: Int, _ row: Statement, _ layout: TableLayout, _ related: RelatedTables,
    to writer: inout JSONWriter
  ) throws(StoreError) {
    let form = layout.columns[index].form
    if form == .children, let list = layout.children[index], row.isCount(at: index) {
      try list.write(
        layout.identityIndices.map { row.value(at: $0) }, related, on: row.connection, to: &writer)
    } else if form == .reference, let reference = layout.columns[index].reference {
      try reference.write(row.value(at: index), related, on: row.connection, to: &writer)
    } else {
      form.write(row, index, to: &writer)
    }
  }
}

extension Statement {
  /// Returns whether the value of a list's column is the number of its elements, which have a table, and not the list
  /// as JSON. SQLite may have converted the number to text.
  fileprivate func isCount(at column: Int) -> Bool {
    withText(at: column) { $0.first.map { ASCII.isDigit($0) } ?? false }
  }
}
