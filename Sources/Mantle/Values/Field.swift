/// A property's value that tells an absent key from null: what a `PATCH` request sends, and what it leaves alone.
///
///     struct IssueChange: Model {
///       var title = Field<String>.absent
///       var due = Field<Date>.absent
///
///       static let properties = Properties(of: IssueChange.self) {
///         Property(\.title, "title")
///         Property(\.due, "due", .iso8601)
///       }
///       static let mapping = Mapping(IssueChange.init, properties)
///     }
///     try IssueChange(due: .null).json()  // {"due":null}
///
/// Absent fields are not written, whatever the null policy; null ones always are.
@frozen public enum Field<Value> {
  /// The key is not there.
  case absent
  /// The key is there, with null.
  case null
  /// The key is there, with a value.
  case value(Value)

  /// The value; nil for null and for an absent key.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension Field: Sendable where Value: Sendable {}
extension Field: Equatable where Value: Equatable {}
extension Field: Hashable where Value: Hashable {}

extension Field: JSONConvertible where Value: JSONConvertible {
  /// Null is null; everything else is read as a value.
  ///
  /// - Throws: what reading the value throws.
  public static func decode(_ json: JSONCursor) throws -> Field {
    json.isNull ? .null : .value(try Value.decode(json))
  }

  /// Writes the value, or null; that the key is left out for an absent field is the mapping's work.
  ///
  /// - Throws: what writing the value throws.
  public func encode(to writer: inout JSONWriter) throws {
    if case .value(let value) = self { try value.encode(to: &writer) } else { writer.null() }
  }

  public static var valueForAbsentKey: Field? { .absent }

  public static var shape: ValueShape { .optional(Value.shape) }
}

extension Field: AbsentableValue {
  static var absence: Absence<Field>? {
    Absence { if case .absent = $0 { true } else { false } }
  }
}
