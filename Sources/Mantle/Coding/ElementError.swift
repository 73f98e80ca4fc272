/// An error of one array element, with the element's index.
struct ElementError: DescribedError, Sendable {
  /// The zero-based index of the element.
  let index: Int
  /// The error thrown by the conversion.
  let underlying: any Error

  var description: String { "element \(index): \(errorText(underlying))" }
}
