import Mantle
import MantlePlatform

/// A value of a model that a definition describes.
public struct Record: Sendable {
  let layout: RecordLayout
  /// In the order of the definition; nil for null and for what is absent.
  var values: [DefinedValue?]

  /// The model's name.
  public var model: String { layout.model }

  /// The value of a property; nil for null, for what is absent, and for a name the model does not have.
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
  case string(String)
  case boolean(Bool)
  case integer(Int64)
  case unsigned(UInt64)
  case double(Double)
  indirect case decimal(Decimal)
  case date(Date)
  case url(URL)
  case uuid(UUID)
  case data(Data)
  indirect case json(JSONValue)
  case record(Record)
  case array([DefinedValue?])
  case dictionary([String: DefinedValue?])
}
