import LinearRegex
import Mantle
import MantlePlatform

extension DefinedRules {
  /// A validation function: it returns the value, or throws an error that states the violated constraint.
  typealias Rule = @Sendable (DefinedValue?) throws -> DefinedValue?

  /// Returns the constraints as validation functions. An invalid regular expression is ignored.
  ///
  /// - Parameter transformer: the transformer of the property, which encodes values for the
  ///   comparison with ``oneOf``.
  func functions(writing transformer: JSONTransformer<DefinedValue?>) -> [Rule] {
    var functions: [Rule] = []
    func add(_ name: String, _ words: String, _ holds: @escaping @Sendable (DefinedValue) -> Bool?) {
      functions.append(Self.rule(name, words, holds))
    }
    if let minimum { add("minimum", "at least \(minimum)") { $0.number.map { $0 >= minimum } } }
    if let maximum { add("maximum", "at most \(maximum)") { $0.number.map { $0 <= maximum } } }
    if let minLength { add("minLength", "at least \(minLength) long") { $0.length.map { $0 >= minLength } } }
    if let maxLength { add("maxLength", "at most \(maxLength) long") { $0.length.map { $0 <= maxLength } } }
    if let pattern, let expression = try? RegularExpression(pattern) {
      add("pattern", "a string that matches `\(pattern)`") { value in
        if case .string(let text) = value { expression.matches(text) } else { nil }
      }
    }
    if let oneOf {
      let words = oneOf.map(\.text).joined(separator: " or ")
      functions.append(
        Self.rule("oneOf", words) { value in try transformer.json(of: value).map(oneOf.contains) })
    }
    return functions
  }

  /// Returns the validation function of one constraint of a property.
  ///
  /// - Parameters:
  ///   - name: the key of the constraint in definition files, which the hint of the message names.
  ///   - expected: the requirement, for the message.
  ///   - holds: the condition; it returns nil for values to which the constraint does not apply.
  private static func rule(
    _ name: String, _ expected: String, _ holds: @escaping @Sendable (DefinedValue) throws -> Bool?
  ) -> Rule {
    { value in
      guard let some = value, try holds(some) == false else { return value }
      var error = TransformError(expected: expected)
      error.hint = .sentence(
        "the rule `\(name)` of the definition requires this: correct the value or the rule")
      throw error
    }
  }
}

extension DefinedValue {
  /// The value as a decimal number; nil for values that are not numbers, and for infinity and NaN.
  fileprivate var number: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .double(let value): value.isFinite ? Decimal(value) : nil
    case .decimal(let value): value
    default: nil
    }
  }

  /// The number of characters (Unicode scalars), elements or entries; nil for other values.
  fileprivate var length: Int? {
    switch self {
    case .string(let text): text.unicodeScalars.count
    case .array(let elements): elements.count
    case .dictionary(let entries): entries.count
    default: nil
    }
  }
}
