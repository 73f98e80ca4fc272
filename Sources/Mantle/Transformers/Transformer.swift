/// A two-way conversion between values: forward from the JSON side to the model, and reverse.
///
/// ```swift
/// let cents = Transformer<Int, Decimal>(
///   "cents", forward: { Decimal($0) / 100 }, reverse: { NSDecimalNumber(decimal: $0 * 100).intValue })
/// ```
///
/// The law is that `forward` restores every value that `reverse` converts; ``RoundTrip`` checks it.
/// Conversions are composed with ``then(_:)``, reversed with ``inverted`` and lifted with ``optional`` and
/// ``array``. A conversion in one direction only is a ``ForwardTransformer``.
public struct Transformer<Input, Output>: Sendable {
  /// The name for display and definition errors.
  @usableFromInline let name: String
  private let forwardFunction: @Sendable (Input) throws -> Output
  private let reverseFunction: @Sendable (Output) throws -> Input

  /// Creates a conversion from two functions that are inverse to each other.
  ///
  /// - Parameters:
  ///   - name: The name for display and definition errors.
  ///   - forward: Converts from the JSON side to the model.
  ///   - reverse: Converts from the model to the JSON side.
  @preconcurrency public init(
    _ name: String = "custom",
    forward: @escaping @Sendable (Input) throws -> Output,
    reverse: @escaping @Sendable (Output) throws -> Input
  ) {
    self.name = name
    forwardFunction = forward
    reverseFunction = reverse
  }

  /// Converts from the JSON side to the model.
  ///
  /// - Throws: The errors of the conversion.
  public func forward(_ input: Input) throws -> Output { try forwardFunction(input) }

  /// Converts from the model to the JSON side.
  ///
  /// - Throws: The errors of the conversion.
  public func reverse(_ output: Output) throws -> Input { try reverseFunction(output) }

  /// The conversion in the opposite direction.
  public var inverted: Transformer<Output, Input> {
    Transformer<Output, Input>("inverted \(name)", forward: reverseFunction, reverse: forwardFunction)
  }

  /// Returns this conversion followed by another.
  public func then<Next>(_ next: Transformer<Output, Next>) -> Transformer<Input, Next> {
    Transformer<Input, Next>(
      "\(name) → \(next.name)",
      forward: { try next.forward(forward($0)) },
      reverse: { try reverse(next.reverse($0)) })
  }

  /// The conversion of optionals, which maps nil to nil.
  public var optional: Transformer<Input?, Output?> {
    Transformer<Input?, Output?>(name, forward: { try $0.map(forward) }, reverse: { try $0.map(reverse) })
  }

  /// The conversion of each element; the error of an element contains its index.
  public var array: Transformer<[Input], [Output]> {
    Transformer<[Input], [Output]>(
      "[\(name)]", forward: { try $0.mapNamingIndex(forward) }, reverse: { try $0.mapNamingIndex(reverse) })
  }
}

extension Transformer where Input == Output {
  /// Creates a conversion from one function that is its own inverse.
  @preconcurrency public init(
    _ name: String = "custom", both function: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(name, forward: function, reverse: function)
  }
}

/// A conversion from the JSON side to the model only. A property with such a transformer is decode-only.
public struct ForwardTransformer<Input, Output>: Sendable {
  /// The name for display and definition errors.
  @usableFromInline let name: String
  private let forwardFunction: @Sendable (Input) throws -> Output

  /// Creates a conversion from one function.
  @preconcurrency public init(
    _ name: String = "custom", _ forward: @escaping @Sendable (Input) throws -> Output
  ) {
    self.name = name
    forwardFunction = forward
  }

  /// Converts from the JSON side to the model.
  ///
  /// - Throws: The errors of the conversion.
  public func forward(_ input: Input) throws -> Output { try forwardFunction(input) }
}

extension Array {
  /// Maps the elements; a thrown error is wrapped in an ``ElementError`` with the index.
  fileprivate func mapNamingIndex<Result>(_ transform: (Element) throws -> Result) throws -> [Result] {
    try enumerated().map { index, element in
      do { return try transform(element) } catch { throw ElementError(index: index, underlying: error) }
    }
  }
}
