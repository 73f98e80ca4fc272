/// An error of one array element, with the element's index.
package struct ElementError: DescribedError, Sendable {
  /// The zero-based index of the element.
  package let index: Int
  /// The error thrown by the conversion.
  package let underlying: any Error

  package var description: String { "element \(index): \(errorText(underlying))" }
}
