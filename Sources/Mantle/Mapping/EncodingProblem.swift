/// Why a model could not be written: the property, and what its reverse transformer or type threw.
public struct EncodingProblem: DescribedError, Sendable {
  /// The model that was being written.
  public let model: String
  /// From the outermost model to the value: `owner.home`.
  public let property: String
  /// What the transformer threw, unchanged.
  public let underlying: any Error

  /// An error thrown while a property of a model was written; a nested model's is led back to the outer one.
  init(_ error: any Error, in property: String, of model: String) {
    let inner = error as? EncodingProblem
    self.model = model
    self.property = inner.map { "\(property).\($0.property)" } ?? property
    underlying = inner?.underlying ?? error
  }

  public var description: String { "\(model).\(property) cannot be written: \(errorText(underlying))" }
}

/// An encoding error on the fast path, which knows properties by number.
@usableFromInline struct UnnamedEncodingProblem: Error {
  @usableFromInline let number: Int
  @usableFromInline let underlying: any Error

  @usableFromInline init(number: Int, underlying: any Error) {
    self.number = number
    self.underlying = underlying
  }
}
