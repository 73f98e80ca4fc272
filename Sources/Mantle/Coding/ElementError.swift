/// An element's error, with its index.
package struct ElementError: DescribedError, Sendable {
  /// The element's place in the array, from 0.
  package let index: Int
  /// What the conversion threw.
  package let underlying: any Error

  package var description: String { "element \(index): \(errorText(underlying))" }
}
