import Mantle
import MantlePlatform

/// The Swift source of a property's settings, apart from its key path and type.
struct SwiftProperty {
  /// The property of the definition.
  private let property: DefinedProperty
  /// The Swift type of the property's values.
  private let swiftType: String
  /// The type of the property's values, without the alternatives of null and an absent key.
  private let type: DefinedType
  /// Whether the type of the property accepts null or absence.
  private let isOptional: Bool
  /// Whether the values are of type `Field`, which distinguishes null from an absent key.
  private let keepsNull: Bool

  /// Creates the Swift source of a property's settings.
  ///
  /// - Parameters:
  ///   - swiftType: the Swift type of the values.
  ///   - keepsNull: whether the values are of type `Field`, which distinguishes null from an
  ///     absent key.
  init(_ property: DefinedProperty, swiftType: String, keepsNull: Bool) {
    self.property = property
    self.swiftType = swiftType
    self.keepsNull = keepsNull
    type = property.type.unwrapped
    isOptional = property.type != type
  }

  /// Returns the arguments for the key path and the aliases: `"user.login", or: ["login"]`.
  static func paths(of property: DefinedProperty) -> String {
    let aliases = property.aliases.map { SwiftName.literal($0.description) }
    let first = SwiftName.literal(property.keyPath.description)
    return aliases.isEmpty ? first : "\(first), or: [\(aliases.joined(separator: ", "))]"
  }

  /// The Swift calls that configure the property, without leading dots.
  var modifiers: [String] {
    var calls: [String] = []
    let isAbsent = property.onNull == .absent
    if let value = property.defaultValue {
      let call = defaultCall(value)
      calls.append(isAbsent ? call.dropLast() + ", for: .null)" : call)
    } else if isAbsent {
      calls.append("absent(when: .null)")
    }
    if property.isRequired { calls.append("required()") }
    switch property.onNull {
    case .absent: break
    case .next: calls.append("nullFallsThrough()")
    case nil: break
    }
    if let policy = property.onNil?.policy { calls.append("encodeNil(as: .\(policy))") }
    switch property.direction {
    case .both: break
    case .read: calls.append("decodeOnly()")
    case .write: calls.append("encodeOnly()")
    }
    if property.isIdentity { calls.append("identity()") }
    if let merge = property.merge { calls.append(mergeRule(merge)) }
    if !property.isArchived { calls.append("notArchived()") }
    if let key = property.archiveKey, property.isArchived {
      calls.append("archived(as: \(SwiftName.literal(key)))")
    }
    if let column = property.column { calls.append("column(\(SwiftName.literal(column)))") }
    if property.isIndexed { calls.append("indexed()") }
    if property.storage != .json { calls.append("persisted(as: .\(property.storage))") }
    calls += rules
    if let words = property.documentation { calls.append("documented(\(SwiftName.literal(words)))") }
    return calls
  }

  /// Returns the call of `merged` for a merge rule.
  private func mergeRule(_ merge: DefinedProperty.Merge) -> String {
    switch merge {
    case .newer: return "merged { _, incoming in incoming }"
    case .older where keepsNull:
      return "merged { current, incoming in current.value == nil ? incoming : current }"
    case .older: return isOptional ? "merged { $0 ?? $1 }" : "merged { current, _ in current }"
    case .union: return unionRule
    }
  }

  /// The call of `merged` that unites two lists or sets.
  private var unionRule: String {
    let isSet = swiftType.hasPrefix("Set<")
    if isSet, !keepsNull {
      return isOptional ? "merged { $0?.union($1 ?? []) ?? $1 }" : "merged { $0.union($1) }"
    }
    var lines: [String] = []
    var (own, others) = isOptional ? ("(current ?? [])", "(incoming ?? [])") : ("current", "incoming")
    if keepsNull {
      (own, others) = ("own", "others")
      lines.append("guard let own = current.value else { return incoming }")
      lines.append("guard let others = incoming.value else { return current }")
    }
    var union = isSet ? "own.union(others)" : "\(own) + \(others).filter { !\(own).contains($0) }"
    if type.leaf.isModel {
      lines.append("let known = Set(\(own).compactMap { try? JSONValue(json: $0.json()) })")
      union =
        "\(own) + \(others).filter { new in (try? JSONValue(json: new.json())).map { !known.contains($0) } ?? true }"
    }
    if lines.isEmpty { return "merged { current, incoming in \(union) }" }
    lines.append("return " + (keepsNull ? ".value(\(union))" : union))
    return "merged { current, incoming in\n" + lines.map { "        \($0)\n" }.joined() + "      }"
  }

  // MARK: - Values

  /// Returns the call that sets the default: a literal if Swift has one, otherwise JSON.
  private func defaultCall(_ json: JSONValue) -> String {
    guard let value = literal(json.node, type) else { return "defaultJSON(\(SwiftName.literal(json.text)))" }
    guard keepsNull else { return "default(\(value))" }
    return json.node.isNull ? "default(.null)" : "default(.value(\(value)))"
  }

  /// Returns the Swift literal for a JSON value; nil if there is none for the type.
  private func literal(_ json: JSONNode, _ type: DefinedType) -> String? {
    if json.isNull { return "nil" }
    switch type {
    case .optional(let inner): return literal(json, inner)
    case .array(let element), .set(let element):
      let elements = json.elements.map { literal($0, element) }
      guard json.kind == .array, !elements.contains(nil) else { return nil }
      return "[" + elements.compactMap(\.self).joined(separator: ", ") + "]"
    case .enumeration(_, .keep): return "OpenCase(rawValue: \(SwiftName.literal(json.displayText)))"
    case .string, .boolean, .integer, .unsigned, .sized, .double, .instant, .date, .transformed:
      let transformer = DefinedTransformers(slots: [:]).transformer(type)
      return ((try? transformer.value(of: JSONValue(json: json.rawText))) ?? nil).flatMap(literal)
    default: return nil
    }
  }

  /// Returns the Swift literal for a decoded value; nil if there is none.
  private func literal(_ value: DefinedValue) -> String? {
    switch value {
    case .string(let text): SwiftName.literal(text)
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .double(let value): "\(value)"
    case .date(let date): "Date(timeIntervalSince1970: \(date.timeIntervalSince1970))"
    case .data(let data): "Data([\(data.map { "\($0)" }.joined(separator: ", "))])"
    default: nil
    }
  }

  // MARK: - Rules

  /// The Swift calls of `validated` for the property's constraints.
  private var rules: [String] {
    let rules = property.rules
    var calls: [String] = []
    if let limit = rules.minimum { calls += rule("at least \(limit)", comparison("<", limit)) }
    if let limit = rules.maximum { calls += rule("at most \(limit)", comparison(">", limit)) }
    let count = type == .string ? "\(subject).unicodeScalars.count" : "\(subject).count"
    if let limit = rules.minLength { calls += rule("at least \(limit) long", "\(count) < \(limit)") }
    if let limit = rules.maxLength { calls += rule("at most \(limit) long", "\(count) > \(limit)") }
    if let pattern = rules.pattern {
      calls += rule(
        "a string that matches `\(pattern)`",
        "\(subject).range(of: \(SwiftName.literal(pattern)), options: .regularExpression) == nil")
    }
    if let values = rules.oneOf {
      calls += rule(values.map(\.text).joined(separator: " or "), noneOf(values))
    }
    return calls
  }

  /// The name of the variable for the value in the code of a constraint. The value is never nil.
  private var subject: String { isOptional ? "some" : "value" }

  /// Returns the call of `validated` for one constraint.
  ///
  /// - Parameters:
  ///   - expected: the requirement, for the message.
  ///   - isBroken: the Swift condition on ``subject`` under which the value is invalid; nil for a
  ///     constraint that always holds.
  private func rule(_ expected: String, _ isBroken: String?) -> [String] {
    guard let isBroken else { return [] }
    let some = keepsNull ? "value.value" : "value"
    let condition = isOptional ? "let some = \(some), \(isBroken)" : isBroken
    return [
      """
      validated { value in
              if \(condition) { throw TransformError(expected: \(SwiftName.literal(expected))) }
            }
      """
    ]
  }

  /// Returns the Swift condition that compares the property's value with a limit; nil if the values of the type have no
  /// order.
  private func comparison(_ sign: String, _ limit: Decimal) -> String? {
    // The expression for an exact limit contains `try`, which a validation closure permits.
    let exact = "(try Decimal.decode(json: \"\(limit)\"))"
    switch type {
    case .double, .transformed(.doubleString): return "\(subject) \(sign) \(limit)"
    case .integer, .transformed(.integerString):
      return Int64("\(limit)") == nil ? "Decimal(\(subject)) \(sign) \(exact)" : "\(subject) \(sign) \(limit)"
    case .sized: return "Int64(\(subject)) \(sign) \(limit)"
    case .unsigned:
      return UInt64("\(limit)") == nil
        ? "Decimal(\(subject)) \(sign) \(exact)" : "\(subject) \(sign) \(limit)"
    case .decimal, .transformed(.decimalString):
      return Int64("\(limit)") == nil ? "\(subject) \(sign) \(exact)" : "\(subject) \(sign) \(limit)"
    default: return nil
    }
  }

  /// Returns the Swift condition under which the property's value is not among the permitted values.
  private func noneOf(_ values: [JSONValue]) -> String {
    if type.enumeration != nil, type.leaf == type {
      let texts = values.map { SwiftName.literal($0.node.displayText) }
      return "![\(texts.joined(separator: ", "))].contains(\(subject).rawValue)"
    }
    let literals = values.compactMap { literal($0.node, type) }
    if literals.count == values.count, type.leaf == type {
      return "![\(literals.joined(separator: ", "))].contains(\(subject))"
    }
    let texts = values.map { "JSONValue(json: \(SwiftName.literal($0.text)))" }
    return "try ![\(texts.joined(separator: ", "))].contains(JSONValue(json: \(subject).json()))"
  }
}

extension DefinedType {
  /// Whether the Swift type of the values is declared in the generated source.
  fileprivate var isModel: Bool {
    switch self {
    case .model, .oneOf: true
    default: false
    }
  }
}
