import Mantle

/// The rows that edits of a table replaced, with the values that their JSON does not determine, such as bytes in a column
/// of text.
///
/// Undoing a saved edit stores these values again.
package final class ReplacedRows: Sendable {
  /// The values by the names of their columns, for each row by its JSON.
  private let rows = Locked<[[UInt8]: [String: SQLiteValue]]>([:])

  package init() {}

  subscript(json: [UInt8]) -> [String: SQLiteValue]? {
    get { rows.withLock { $0[json] } }
    set { rows.withLock { $0[json] = newValue } }
  }
}
