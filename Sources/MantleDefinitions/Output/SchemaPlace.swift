import Mantle
import MantlePlatform

/// The location of a property in the JSON that a schema describes, relative to one of its enclosing values. A
/// property has a location for its key path and one for each of its aliases.
struct SchemaPlace {
  /// The property that has the location.
  let property: DefinedProperty
  /// The path from the enclosing value to the location.
  let path: ArraySlice<JSONKeyPath.Component>
  /// Whether the absence of the value at the location is an error.
  let isNeeded: Bool
  /// Whether the location is that of an alias: values are decoded from it, and never encoded to it.
  let isAlias: Bool

  /// The same location relative to the next value on the path: the member or element of the enclosing value that
  /// contains the location.
  var inside: SchemaPlace {
    SchemaPlace(property: property, path: path.dropFirst(), isNeeded: isNeeded, isAlias: isAlias)
  }

  /// The index of the element of the enclosing array that contains the location; nil if the enclosing value is not an
  /// array.
  var index: Int? { if case .index(let index)? = path.first { index } else { nil } }
}

extension DefinedModel {
  /// The property whose value is the whole JSON of the model, if it is the only property of the model; nil for a model
  /// that is an object.
  var wrapped: DefinedProperty? {
    guard cluster == nil, properties.count == 1, properties[0].allPaths == [JSONKeyPath()] else { return nil }
    switch properties[0].type.unwrapped {
    case .model, .dictionary: return nil
    default: return properties[0]
    }
  }

  /// Whether the JSON of the model is an array, whose elements are the properties.
  var isArray: Bool {
    properties.contains { if case .index? = $0.keyPath.components.first { true } else { false } }
  }
}

extension DefinedProperty {
  /// Whether decoding reports an error if the JSON lacks the property.
  var mustBeThere: Bool {
    direction != .write && (isRequired || (defaultValue == nil && type == type.unwrapped))
  }
}

extension DefinedRules {
  /// Returns the constraints limited to the range of an integer width.
  func within(_ width: IntegerWidth) -> DefinedRules {
    let (least, most) = (Decimal(width.range.lowerBound), Decimal(width.range.upperBound))
    var rules = self
    rules.minimum = minimum.map { max($0, least) } ?? least
    rules.maximum = maximum.map { min($0, most) } ?? most
    return rules
  }
}
