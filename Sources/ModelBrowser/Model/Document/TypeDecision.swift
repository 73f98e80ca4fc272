/// A type that the user chose for a property, which overrides its definition and the inferred type.
package struct TypeDecision: Sendable, Hashable {
  /// The property whose type the user chose.
  package let property: PropertyPlace
  /// The chosen type as definition files write it, or `map`, `model` or `enum`.
  package let type: String
  /// The type of the property before the decision.
  let former: String

  /// The type name that restores the type before the decision.
  static let former = "former"
}

/// The names of a property and of its model, and the path of the property's values.
package struct PropertyPlace: Sendable, Hashable {
  /// The name of the model.
  package let model: String
  /// The name of the property.
  package let property: String
  /// The path from the root: keys, and `-` for each element of a list and each value of a map.
  package let tokens: [String]

  /// Returns whether both places name the same property of the same model, whatever their paths.
  func isSame(as other: PropertyPlace) -> Bool { (model, property) == (other.model, other.property) }
}

/// A type that the values of a property could have.
package struct TypeChoice: Sendable {
  /// The type, in the notation of definition files.
  let type: String
  /// An example of a decoded value, or the reason why some values do not fit.
  let words: String
  /// Whether every tried value is encoded as the same bytes again.
  let isProven: Bool
  /// The number of tried values that do not fit, and of all tried values; nil if all fit or if they were not
  /// counted.
  let misfits: (count: Int, total: Int)?

  /// Creates a choice from the type and its description.
  package init(_ type: String, _ words: String, isProven: Bool, misfits: (count: Int, total: Int)? = nil) {
    self.type = type
    self.words = words
    self.isProven = isProven
    self.misfits = misfits
  }
}
