/// A two-way conversion between values: forward is JSON → model, reverse is model → JSON.
///
/// The law: what `reverse` gives, `forward` takes back to an equal value. Transformers are values; they
/// compose with ``then(_:)``, turn round with ``inverted`` and lift with ``optional`` and ``array``.
/// A conversion without a way back is a ``ForwardTransformer``.
public struct Transformer<Input, Output>: Sendable {
  /// Shown in the browser and in definition errors.
  @usableFromInline package let name: String
  private let forwardFunction: @Sendable (Input) throws -> Output
  private let reverseFunction: @Sendable (Output) throws -> Input

  /// A conversion of two functions, each the other's inverse.
  @preconcurrency public init(
    _ name: String = "custom",
    forward: @escaping @Sendable (Input) throws -> Output,
    reverse: @escaping @Sendable (Output) throws -> Input
  ) {
    self.name = name
    forwardFunction = forward
    reverseFunction = reverse
  }

  /// From JSON's side to the model's. Throws what the conversion throws.
  public func forward(_ input: Input) throws -> Output { try forwardFunction(input) }

  /// From the model's side back to JSON's. Throws what the conversion throws.
  public func reverse(_ output: Output) throws -> Input { try reverseFunction(output) }

  /// The same conversion the other way round.
  public var inverted: Transformer<Output, Input> {
    Transformer<Output, Input>("inverted \(name)", forward: reverseFunction, reverse: forwardFunction)
  }

  /// This conversion, then another.
  public func then<Next>(_ next: Transformer<Output, Next>) -> Transformer<Input, Next> {
    Transformer<Input, Next>(
      "\(name) → \(next.name)",
      forward: { try next.forward(forward($0)) },
      reverse: { try reverse(next.reverse($0)) })
  }

  /// The conversion with nil standing for nil.
  public var optional: Transformer<Input?, Output?> {
    Transformer<Input?, Output?>(name, forward: { try $0.map(forward) }, reverse: { try $0.map(reverse) })
  }

  /// The conversion of each element; the error of an element names its index.
  public var array: Transformer<[Input], [Output]> {
    Transformer<[Input], [Output]>(
      "[\(name)]", forward: { try $0.mapNamingIndex(forward) }, reverse: { try $0.mapNamingIndex(reverse) })
  }
}

extension Transformer where Input == Output {
  /// One function both ways.
  @preconcurrency public init(
    _ name: String = "custom", both function: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(name, forward: function, reverse: function)
  }
}

/// A conversion from JSON to model that has no way back. A property using it is decode-only.
public struct ForwardTransformer<Input, Output>: Sendable {
  /// Shown in the browser and in definition errors.
  @usableFromInline package let name: String
  private let forwardFunction: @Sendable (Input) throws -> Output

  /// A conversion of one function.
  @preconcurrency public init(
    _ name: String = "custom", _ forward: @escaping @Sendable (Input) throws -> Output
  ) {
    self.name = name
    forwardFunction = forward
  }

  /// From JSON's side to the model's. Throws what the conversion throws.
  public func forward(_ input: Input) throws -> Output { try forwardFunction(input) }
}

extension Array {
  fileprivate func mapNamingIndex<Result>(_ transform: (Element) throws -> Result) throws -> [Result] {
    try enumerated().map { index, element in
      do { return try transform(element) } catch { throw ElementError(index: index, underlying: error) }
    }
  }
}
