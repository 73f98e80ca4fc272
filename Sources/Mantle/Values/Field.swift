/// A property value that distinguishes an absent key from null, as the body of a `PATCH` request
/// must.
///
/// ```swift
/// struct IssueChange: Model {
///   var title = Field<String>.absent
///   var due = Field<Date>.absent
///
///   static let properties = Properties(of: IssueChange.self) {
///     Property(\.title, "title")
///     Property(\.due, "due", .iso8601)
///   }
///   static let mapping = Mapping(IssueChange.init, properties)
/// }
/// try IssueChange(due: .null).json()  // {"due":null}
/// ```
///
/// Absent fields are never written and null fields are always written, whatever the ``NilEncoding``. A field
/// must be the value of a property: ``Mapping/check()`` rejects a field in a collection, an optional or
/// another field, because no key can be absent there.
///
/// ```
/// {}                →  .absent
/// {"title": null}   →  .null
/// {"title": "Fix"}  →  .value("Fix")
/// ```
///
/// An optional does not distinguish ``absent`` from ``null``; ``value`` is nil for both.
@frozen public enum Field<Value> {
  /// The key is absent.
  case absent
  /// The key is present and its value is null.
  case null
  /// The key is present with a value.
  case value(Value)

  /// The wrapped value; nil for null and for an absent key.
  ///
  /// ```swift
  /// let title = Field.value("Fix").value  // Fix
  /// ```
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }
}

extension Field: Sendable where Value: Sendable {}
extension Field: Equatable where Value: Equatable {}
extension Field: Hashable where Value: Hashable {}

extension Field: JSONConvertible where Value: JSONConvertible {
  /// Decodes null as ``null`` and every other JSON value as ``value(_:)``.
  ///
  /// - Throws: The errors of decoding the value.
  public static func decode(_ json: JSONCursor) throws -> Field {
    json.isNull ? .null : .value(try Value.decode(json))
  }

  /// Writes the value, or null.
  ///
  /// A mapping omits the key of an absent field. This method cannot omit a key, so it writes null for an
  /// absent field.
  ///
  /// - Throws: The errors of encoding the value.
  public func encode(to writer: inout JSONWriter) throws {
    if case .value(let value) = self { try value.encode(to: &writer) } else { writer.writeNull() }
  }

  /// The value of a field whose key is absent: ``absent``.
  public static var _valueForAbsentKey: Field? { .absent }

  /// The kind of JSON that the type accepts: null, or the kind that the wrapped type accepts. It is an
  /// optional of an optional, because a field can be absent or null.
  public static var shape: ValueShape { .optional(.optional(Value.shape)) }
}

extension Field: AbsentableValue {
  /// The test whether a field represents an absent key: it is true for ``absent`` only.
  static var absence: Absence<Field>? {
    Absence { if case .absent = $0 { true } else { false } }
  }
}
