import Mantle

/// An error of a ``Store``, with the table, the row, the property and the value that caused it.
///
/// ```swift
/// do { try store.save(Note(id: 1, text: "", stars: 0)) } catch let error as StoreError {
///   if error.reason == .constraint { print(error) }
/// }
/// ```
///
/// The description is one line, such as `table Ticket, row 1, property code: …`. Programs should compare
/// ``reason-swift.property`` and not the message.
public struct StoreError: DescribedError, Sendable, Hashable {
  /// The kind of an error.
  ///
  /// ```swift
  /// let isBusy = error.reason == .busy
  /// ```
  ///
  /// After ``Reason-swift.enum/busy``, the same call may succeed later.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Sendable, Hashable {
    /// Another program is writing to the file.
    case busy
    /// The file is not a database, or it is damaged.
    case damaged
    /// The row violates a constraint of the table.
    case constraint
    /// The declaration of the model does not allow storing it.
    case definition
    /// Another program has changed the row to be edited.
    case conflict
    /// The condition or the order of a request is invalid.
    case query
    /// The rows are of a newer version of the model.
    case version
    /// A value cannot be stored, or a stored value is not a value of the model.
    case value
    /// Any other error of SQLite, with its result code.
    case database(code: Int)
  }

  /// The kind of the error.
  public let reason: Reason
  /// The problem, without its location.
  public let message: String
  /// The path of the database file; nil for errors that SQLite does not report.
  public internal(set) var file: String?
  /// The name of the table that the error concerns; nil if it concerns no particular table.
  public internal(set) var table: String?
  /// The identity of the row that the error concerns, as text; nil if it concerns no particular row.
  public internal(set) var row: String?
  /// The name of the property that the error concerns; nil if it concerns no particular property.
  public internal(set) var property: String?
  /// The value that caused the error, as shortened JSON; nil if no particular value did.
  public internal(set) var value: String?

  init(_ reason: Reason, _ message: String, file: String? = nil) {
    (self.reason, self.message, self.file) = (reason, message, file)
  }

  /// The file, the table, the row, the property and the problem in one line.
  public var description: String {
    let place = [table.map { "table \($0)" }, row.map { "row \($0)" }, property.map { "property \($0)" }]
    let words = place.compactMap(\.self).joined(separator: ", ")
    let found = value.map { " (the value is \($0))" } ?? ""
    return [file, words.isEmpty ? nil : words, message].compactMap(\.self).joined(separator: ": ") + found
  }

  /// The error that two model types have the same name, and would therefore share a table.
  static let twoTypes = StoreError(
    .definition, "another type of models has the same name (name one with `named(_:)`)")

  /// Returns a copy of the error that names the table and, if given, the row and the property.
  func at(_ table: String, row: String? = nil, property: String? = nil) -> StoreError {
    var copy = self
    (copy.table, copy.row, copy.property) = (table, row ?? self.row, property ?? self.property)
    return copy
  }
}
