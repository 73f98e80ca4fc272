/// An element's error, with its index.
package struct ElementError: DescribedError, Sendable {
  /// The element's place in the array, from 0.
  package let index: Int
  /// What the conversion threw.
  package let underlying: any Error

  package var description: String { "element \(index): \(errorText(underlying))" }
}

/// The error of a dictionary's value, with its key.
package struct MemberError: DescribedError, Sendable {
  /// The member's key.
  package let key: String
  /// What the conversion threw.
  package let underlying: any Error

  package var description: String { "key `\(key)`: \(errorText(underlying))" }
}
