import Mantle
import MantlePlatform

extension DefinedRules {
  typealias Rule = @Sendable (DefinedValue?) throws -> DefinedValue?

  /// The rules as functions of a property; a pattern that is none is no rule.
  ///
  /// - Parameter transformer: what the values become in JSON.
  func functions(writing transformer: JSONTransformer<DefinedValue?>) -> [Rule] {
    var functions: [Rule] = []
    if let minimum {
      functions.append(Self.rule("minimum", "at least \(minimum)") { $0.number.map { $0 >= minimum } })
    }
    if let maximum {
      functions.append(Self.rule("maximum", "at most \(maximum)") { $0.number.map { $0 <= maximum } })
    }
    if let minLength {
      functions.append(
        Self.rule("minLength", "at least \(minLength) long") { $0.length.map { $0 >= minLength } })
    }
    if let maxLength {
      functions.append(
        Self.rule("maxLength", "at most \(maxLength) long") { $0.length.map { $0 <= maxLength } })
    }
    if let pattern, let expression = try? RegularExpression(pattern) {
      functions.append(
        Self.rule("pattern", "a text that matches `\(pattern)`") { value in
          if case .string(let text) = value { expression.matches(text) } else { nil }
        })
    }
    if let oneOf {
      let words = oneOf.map(\.text).joined(separator: " or ")
      functions.append(
        Self.rule("oneOf", words) { value in try transformer.json(of: value).map(oneOf.contains) })
    }
    return functions
  }

  /// - Parameter holds: nil for values that the rule says nothing about.
  private static func rule(
    _ name: String, _ expected: String, _ holds: @escaping @Sendable (DefinedValue) throws -> Bool?
  ) -> Rule {
    { value in
      guard let some = value, try holds(some) == false else { return value }
      var error = TransformError(expected: expected)
      error.hint = .sentence("the definition's rule `\(name)` says so: correct the value, or the rule")
      throw error
    }
  }
}

extension DefinedValue {
  fileprivate var number: Decimal? {
    switch self {
    case .integer(let value): Decimal(value)
    case .unsigned(let value): Decimal(value)
    case .double(let value): value.isFinite ? Decimal(value) : nil
    case .decimal(let value): value
    default: nil
    }
  }

  /// In characters, or in elements.
  fileprivate var length: Int? {
    switch self {
    case .string(let text): text.unicodeScalars.count
    case .array(let elements): elements.count
    case .dictionary(let entries): entries.count
    default: nil
    }
  }
}
