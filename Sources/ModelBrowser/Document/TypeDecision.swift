/// What a person decided that the values of a property are, whatever its definition or its samples say.
package struct TypeDecision: Sendable, Hashable {
  package let property: PropertyPlace
  /// A type as definition files write it, or `map`, `model` or `enum`.
  package let type: String
  /// The type there was before.
  let former: String

  /// So that the property is what it was before.
  static let former = "former"
}

/// A property by its names, and where its values stand.
package struct PropertyPlace: Sendable, Hashable {
  package let model: String
  package let property: String
  /// The way from the root of the text: keys, and `-` for every element of a list and every value of a map.
  package let tokens: [String]

  /// Whether both are of one model, wherever that stands.
  func isSame(as other: PropertyPlace) -> Bool { (model, property) == (other.model, other.property) }
}

/// A type that the values of a property could be read as.
package struct TypeChoice: Sendable {
  package let type: String
  /// What becomes of a value, or why some cannot be read as it.
  package let words: String
  /// Whether every value that was tried gives the same bytes back.
  package let isProven: Bool
  /// How many of the values that were tried cannot be read as it, and how many were tried; nil where all can, or where they were
  /// not counted.
  package let misfits: (count: Int, total: Int)?

  package init(_ type: String, _ words: String, isProven: Bool, misfits: (count: Int, total: Int)? = nil) {
    self.type = type
    self.words = words
    self.isProven = isProven
    self.misfits = misfits
  }
}
