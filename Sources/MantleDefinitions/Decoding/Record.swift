import Mantle
import MantlePlatform

/// A value of a model that a definition describes.
public struct Record: Sendable {
  let layout: RecordLayout
  /// In the order of the definition; nil for what is absent, and for null where it means the same.
  var values: [DefinedValue?]

  /// The model's name.
  public var model: String { layout.model }

  /// The value of a property; nil for what is absent, for null where it means the same, and for a name the model does
  /// not have.
  public subscript(property: String) -> DefinedValue? { layout.positions[property].flatMap { values[$0] } }

  subscript(position: Int) -> DefinedValue? {
    get { values[position] }
    set { values[position] = newValue }
  }

  /// The same for a property that cannot be edited.
  subscript(fixed position: Int) -> DefinedValue? { values[position] }
}

/// What the records of one model have in common.
final class RecordLayout: Sendable {
  let model: String
  let positions: [String: Int]

  init(_ model: DefinedModel) {
    self.model = model.name
    positions = Dictionary(model.properties.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }
}

/// A value of a property that a definition describes.
public enum DefinedValue: Sendable {
  /// A text, and a case of an enumeration by its text.
  case string(String)
  /// True or false.
  case boolean(Bool)
  /// A whole number, of whatever size the definition says.
  case integer(Int64)
  /// A whole number of 64 bits without a sign.
  case unsigned(UInt64)
  /// A number with a fraction.
  case double(Double)
  /// A number whose decimal digits are kept.
  indirect case decimal(Decimal)
  /// A date, whichever form it has in JSON.
  case date(Date)
  /// A URL.
  case url(URL)
  /// A UUID.
  case uuid(UUID)
  /// Bytes, whichever form they have in JSON.
  case data(Data)
  /// Any JSON, as it stands; null where the definition tells it from an absent key (`onNil` is `keep`).
  indirect case json(JSONValue)
  /// A value of a model of the definition.
  case record(Record)
  /// A list, or a set in the order of the JSON; nil for null.
  case array([DefinedValue?])
  /// Values by their keys; nil for null.
  case dictionary([String: DefinedValue?])
}
