import Mantle
import MantlePlatform

/// The location of a property or alias, relative to one of its enclosing values.
struct SchemaPlace {
  /// The property.
  let property: DefinedProperty
  /// The path from the enclosing value.
  let path: ArraySlice<JSONKeyPath.Component>
  /// Whether the absence of the value is an error.
  let isNeeded: Bool
  /// Whether values are read there, but not written.
  let isAlias: Bool

  /// The location relative to the member or element on the path.
  var inside: SchemaPlace {
    SchemaPlace(property: property, path: path.dropFirst(), isNeeded: isNeeded, isAlias: isAlias)
  }

  /// The index of the element that contains the value; nil if it is a member of an object.
  var index: Int? { if case .index(let index)? = path.first { index } else { nil } }
}

extension DefinedModel {
  /// The only property, if it has the empty path and its value need not be an object: the model is this value.
  var wrapped: DefinedProperty? {
    guard cluster == nil, properties.count == 1, properties[0].allPaths == [JSONKeyPath()] else { return nil }
    switch properties[0].type.unwrapped {
    case .model, .dictionary: return nil
    default: return properties[0]
    }
  }

  /// Whether the model is an array, whose elements are its properties.
  var isArray: Bool {
    properties.contains { if case .index? = $0.keyPath.components.first { true } else { false } }
  }
}

extension DefinedProperty {
  /// Whether the absence of the property is an error.
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
