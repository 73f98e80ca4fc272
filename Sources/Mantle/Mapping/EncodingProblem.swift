/// The reason why a model could not be encoded: the property, and the error of its reverse transformer or
/// type.
///
/// ```swift
/// do {
///   _ = try Point(x: .infinity, y: 0).json()
/// } catch let problem as EncodingProblem {
///   print(problem.model, problem.property, problem.underlying)  // Point x inf cannot be written as JSON
/// }
/// ```
public struct EncodingProblem: DescribedError, Sendable {
  /// The name of the model that was being encoded.
  public let model: String
  /// The path of property names from the outermost model to the value, such as `owner.home`.
  public let property: String
  /// The error of the transformer or type, unchanged.
  public let underlying: any Error

  /// Wraps an error that was thrown while a property was encoded. If the error is the problem of a nested
  /// model, this property becomes the first component of its property path.
  package init(_ error: any Error, in property: String, of model: String) {
    let inner = error as? EncodingProblem
    self.model = model
    self.property = inner.map { "\(property).\($0.property)" } ?? property
    underlying = inner?.underlying ?? error
  }

  /// The model, the property and the error in one line, such as `Point.x cannot be written: inf cannot be
  /// written as JSON`.
  public var description: String { "\(model).\(property) cannot be written: \(errorText(underlying))" }
}
