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
///
/// To use a conversion in a property, make a ``JSONTransformer`` of it. Its input must be a
/// ``JSONConvertible`` type:
///
/// ```swift
/// let trimmed = Transformer<String, String>(
///   "trimmed", forward: { $0.trimmingCharacters(in: .whitespaces) }, reverse: { $0 })
/// let transformer = JSONTransformer(trimmed)  // " Fix " is decoded as "Fix"
/// ```
///
/// Either function may throw any error. Throw a ``TransformError`` to describe the expected value; the path
/// and the line of the value are added when the error is reported.
public struct Transformer<Input, Output>: Sendable {
  /// The name for display and definition errors.
  @usableFromInline let name: String
  private let forwardFunction: @Sendable (Input) throws -> Output
  private let reverseFunction: @Sendable (Output) throws -> Input

  /// Creates a conversion from two functions that are inverse to each other.
  ///
  /// ```swift
  /// let doubled = Transformer<Int, Int>("doubled", forward: { $0 * 2 }, reverse: { $0 / 2 })
  /// let four = try doubled.forward(2)
  /// ```
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
  ///
  /// ```swift
  /// let lines = Transformer<String, [String]>(
  ///   "lines", forward: { $0.split(separator: ";").map(String.init) }, reverse: { $0.joined(separator: ";") })
  /// let text = try lines.inverted.forward(["a", "b"])  // a;b
  /// ```
  public var inverted: Transformer<Output, Input> {
    Transformer<Output, Input>("inverted \(name)", forward: reverseFunction, reverse: forwardFunction)
  }

  /// Returns this conversion followed by another.
  ///
  /// ```swift
  /// let trimmedLines = lines.then(trimmed.array)  // from String to [String]
  /// ```
  public func then<Next>(_ next: Transformer<Output, Next>) -> Transformer<Input, Next> {
    Transformer<Input, Next>(
      "\(name) → \(next.name)",
      forward: { try next.forward(forward($0)) },
      reverse: { try reverse(next.reverse($0)) })
  }

  /// The conversion of optionals, which maps nil to nil.
  ///
  /// ```swift
  /// let nothing = try doubled.optional.forward(nil)  // nil
  /// ```
  public var optional: Transformer<Input?, Output?> {
    Transformer<Input?, Output?>(name, forward: { try $0.map(forward) }, reverse: { try $0.map(reverse) })
  }

  /// The conversion of each element; the error of an element contains its index.
  ///
  /// ```swift
  /// let numbers = try doubled.array.forward([1, 2])  // [2, 4]
  /// ```
  public var array: Transformer<[Input], [Output]> {
    Transformer<[Input], [Output]>(
      "[\(name)]", forward: { try $0.mapNamingIndex(forward) }, reverse: { try $0.mapNamingIndex(reverse) })
  }
}

extension Transformer where Input == Output {
  /// Creates a conversion from one function that is its own inverse.
  ///
  /// ```swift
  /// let negated = Transformer<Int, Int>("negated", both: { -$0 })
  /// ```
  @preconcurrency public init(
    _ name: String = "custom", both function: @escaping @Sendable (Input) throws -> Output
  ) {
    self.init(name, forward: function, reverse: function)
  }
}

/// A conversion from the JSON side to the model only. A property with such a transformer is decode-only.
///
/// ```swift
/// let length = ForwardTransformer<String, Int>("length") { $0.count }
/// let four = try length.forward("four")
/// ```
public struct ForwardTransformer<Input, Output>: Sendable {
  /// The name for display and definition errors.
  @usableFromInline let name: String
  private let forwardFunction: @Sendable (Input) throws -> Output

  /// Creates a conversion from one function.
  ///
  /// - Parameters:
  ///   - name: The name for display and definition errors.
  ///   - forward: Converts from the JSON side to the model.
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
