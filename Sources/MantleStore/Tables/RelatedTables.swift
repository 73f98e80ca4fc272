/// The tables that the rows of a table refer to, directly or through other rows.
struct RelatedTables: Sendable {
  /// The related tables by name. Their own property `related` is not set.
  var layouts: [String: TableLayout] = [:]
  /// Whether a row may refer to itself through other rows.
  var mayBeCircular = false
  private var depth = 0

  /// The maximum number of references that lead from row to row, and the maximum size in bytes of the resulting JSON.
  /// The limits protect against a damaged file.
  private static let maximumLevels = 64
  private static let maximumBytes = 1 << 28

  /// Returns the tables for writing a row to which the current row refers, one level deeper.
  ///
  /// - Parameter byteCount: the size of the JSON that is already written.
  /// - Throws: a ``StoreError`` if a limit is exceeded.
  func entering(_ byteCount: Int) throws(StoreError) -> RelatedTables {
    guard depth < Self.maximumLevels, byteCount < Self.maximumBytes else {
      throw StoreError(
        .damaged, "rows refer to each other in a cycle, or in a chain of more than \(Self.maximumLevels)")
    }
    var inner = self
    inner.depth += 1
    return inner
  }
}

extension TableLayout {
  /// Finds the tables to which the rows of this table refer, directly or through other rows, and stores them in
  /// `related`.
  ///
  /// - Parameter layoutOf: returns the table of a reference, for a column and the table that contains the column.
  mutating func addRelated(
    _ layoutOf: (StoredColumn, TableLayout) throws(StoreError) -> TableLayout?
  ) throws(StoreError) {
    var open = [self]
    while let holder = open.popLast() {
      for column in holder.columns {
        guard let name = column.reference?.table, let layout = try layoutOf(column, holder) else { continue }
        guard let known = name == table ? self : related.layouts[name] else {
          related.layouts[name] = layout
          open.append(layout)
          continue
        }
        guard known.modelType == layout.modelType else { throw StoreError.twoTypes.at(name) }
        related.layouts[name] = layout
        related.mayBeCircular = true
      }
    }
  }

  /// The tables to which this table refers, followed by this table itself. In each of them, the property `related` is
  /// set.
  var tables: [TableLayout] {
    let others = related.layouts.values.filter { $0.table != table }.sorted { $0.table < $1.table }
    return others.map { other in
      var other = other
      other.related = related
      return other
    } + [self]
  }
}
