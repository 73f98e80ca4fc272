import Mantle
import MantlePlatform

/// A place at which a property stands, or an alias of it, seen from an object around it.
struct SchemaPlace {
  let property: DefinedProperty
  let path: ArraySlice<JSONKeyPath.Component>
  /// Whether it is an error where it is absent.
  let isNeeded: Bool

  var inside: SchemaPlace { SchemaPlace(property: property, path: path.dropFirst(), isNeeded: isNeeded) }

  /// The number of the element it begins with.
  var index: Int? { if case .index(let index)? = path.first { index } else { nil } }
}

extension DefinedProperty {
  /// Whether an absent key is an error.
  var mustBeThere: Bool {
    direction != .write && (isRequired || (defaultValue == nil && type == type.unwrapped))
  }
}

extension DefinedRules {
  /// The rules with the limits of a size.
  func within(_ width: IntegerWidth) -> DefinedRules {
    let (least, most) = (Decimal(width.range.lowerBound), Decimal(width.range.upperBound))
    var rules = self
    rules.minimum = minimum.map { max($0, least) } ?? least
    rules.maximum = maximum.map { min($0, most) } ?? most
    return rules
  }
}

extension JSONKeyPath {
  /// The key of a path of one key.
  var onlyKey: String? {
    if components.count == 1, case .key(let key)? = components.first { key } else { nil }
  }
}
