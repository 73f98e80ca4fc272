import Mantle
import MantlePlatform

/// A value of a model that a definition describes.
///
/// ```swift
/// let user = try models.decode("User", from: document.root)
/// user["name"]  // DefinedValue.string("Ada")
/// ```
package struct Record: Sendable {
  /// The names of the model and its properties, which all records of the model share.
  let layout: RecordLayout
  /// The values of the record's properties, in the order of the definition; nil for an absent value, and for null unless the
  /// property distinguishes null from an absent key.
  var values: [DefinedValue?]

  /// The name of the model that the record is a value of.
  var model: String { layout.model }

  /// The value of a property; nil if it is absent or null, and for an unknown name.
  ///
  /// Null is ``DefinedValue/json(_:)`` if the property distinguishes it from an absent key.
  ///
  /// ```swift
  /// if case .string(let name)? = record["name"] { print(name) }
  /// ```
  package subscript(property: String) -> DefinedValue? { layout.positions[property].flatMap { values[$0] } }

  /// The value of a property, given the position of the property in its model.
  subscript(position: Int) -> DefinedValue? {
    get { values[position] }
    set { values[position] = newValue }
  }

  /// The value of a property that cannot be edited, given the position of the property in its model. A separate
  /// subscript without a setter makes the key path of the property read-only.
  subscript(fixed position: Int) -> DefinedValue? { values[position] }
}

/// The name of a model and the position of each of its properties, which all ``Record`` values of the model share.
final class RecordLayout: Sendable {
  /// The name of the model that the values belong to.
  let model: String
  /// The index of each property's value in ``Record/values``, by property name.
  let positions: [String: Int]

  /// Creates the layout of a model's records.
  init(_ model: DefinedModel) {
    self.model = model.name
    positions = Dictionary(model.properties.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }
}

/// The value of a property that a definition describes.
///
/// ```swift
/// switch record["made"] {
/// case .date(let date)?: print(date)
/// case .string(let text)?: print(text)
/// default: print("nothing")
/// }
/// ```
package enum DefinedValue: Sendable {
  /// A string, or a case of an enumeration.
  case string(String)
  /// A boolean value.
  case boolean(Bool)
  /// A whole number in the range of `Int64`, of any declared width.
  case integer(Int64)
  /// A whole number in the range of `UInt64`.
  case unsigned(UInt64)
  /// A value that is a floating-point number.
  case double(Double)
  /// A decimal number, exact up to 38 digits.
  indirect case decimal(Decimal)
  /// A date, regardless of its form in JSON.
  case date(Date)
  /// A value that is a URL.
  case url(URL)
  /// A value that is a UUID.
  case uuid(UUID)
  /// Bytes, regardless of their form in JSON.
  case data(Data)
  /// Any JSON value, unchanged; also null in properties that distinguish it from an absent key
  /// (`onNil` is `keep`).
  indirect case json(JSONValue)
  /// A value of a model of the definition.
  case record(Record)
  /// A list, or a set in the order of the JSON. Null elements are nil.
  case array([DefinedValue?])
  /// A dictionary by its keys. Null values are nil.
  case dictionary([String: DefinedValue?])
}
