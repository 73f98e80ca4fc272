import LinearRegex
import Mantle

extension DefinitionCheck {
  /// Checks a type for unknown models, and for enumerations without usable cases.
  ///
  /// - Parameter place: the key path of the type in the file.
  mutating func check(_ type: DefinedType, at place: String) {
    for name in type.modelNames where known[name] == nil {
      addUnknownModel(name, expected: "a type or one of the models", at: path(place))
    }
    guard let cases = type.enumeration?.cases else { return }
    if cases.isEmpty { add("`cases` next to an `enum`", "none", at: place) }
    if cases.count > Self.maximumCases {
      add("at most \(Self.maximumCases) cases", "\(cases.count)", at: place, .limit)
    }
    if Set(cases).count < cases.count { add("cases that differ", "one twice", at: place) }
  }

  /// Checks for enumeration members next to a type that contains no enumeration.
  mutating func checkCases(beside type: DefinedType, in node: JSONNode?, at place: String) {
    guard type.enumeration == nil else { return }
    for key in ["cases", "unknown"] where node?[key] != nil {
      add("`\(key)` of an `enum`", "\(type.text)", at: place + key, .definition)
    }
  }

  /// Checks a property for settings that contradict its type or each other.
  ///
  /// - Parameters:
  ///   - node: the property in the file; nil if it cannot be located.
  ///   - place: the key path of the property in the file.
  mutating func check(_ property: DefinedProperty, _ node: JSONNode?, at place: String) {
    let (rules, leaves, type) = (property.rules, property.type.leaves, property.type.unwrapped)
    func check(_ key: String, _ isFine: Bool, _ expected: String, _ found: String, _ hint: String? = nil) {
      if !isFine { add(expected, found, at: "\(place).\(key)", .definition, hint) }
    }
    checkCases(beside: type, in: node, at: place + ".")
    if rules.minimum != nil || rules.maximum != nil {
      check(
        rules.minimum == nil ? "maximum" : "minimum", leaves.allSatisfy(\.isNumber), "a limit of numbers",
        "one of \(property.type.text)")
    }
    if let least = rules.minimum, let most = rules.maximum {
      check("maximum", least <= most, "at least the minimum, \(least)", "\(most)")
    }
    if let least = rules.minLength ?? rules.maxLength {
      let key = rules.minLength == nil ? "maxLength" : "minLength"
      check(key, least >= 0, "0 or more", "\(least)")
      check(key, type.hasLength, "a length of strings, lists or dictionaries", "one of \(property.type.text)")
    }
    if let least = rules.minLength, let most = rules.maxLength {
      check("maxLength", least <= most, "at least the minLength, \(least)", "\(most)")
    }
    if let pattern = rules.pattern {
      check("pattern", type == .string, "a pattern of a `string`", "one of \(property.type.text)")
      do throws(PatternError) { _ = try RegularExpression(pattern) } catch {
        check("pattern", false, "a regular expression", "`\(pattern)`", "\(error)")
      }
    }
    if property.merge == .union {
      check("merge", type.isList, "`union` of a list", "one of \(property.type.text)")
    }
    check(
      "stored", type.storedForms.contains(property.storage),
      "`columns` of a model, `table` of a list of models, or `reference` of either",
      "`\(property.storage)` of one of \(property.type.text)")
    if rules.oneOf?.isEmpty == true { check("oneOf", false, "at least one value", "none") }
    if property.direction == .write, property.defaultValue == nil, property.type.unwrapped == property.type {
      check("direction", false, "a default or an optional type", "a property that is never read")
    }
  }
}

extension DefinedType {
  /// Whether the constraints `minimum` and `maximum` apply to the type.
  fileprivate var isNumber: Bool {
    switch self {
    case .integer, .unsigned, .sized, .double, .decimal, .transformed(.integerString),
      .transformed(.decimalString), .transformed(.doubleString):
      true
    default: false
    }
  }

  /// Whether the type is a list or a set, so that a merge can unite two values.
  fileprivate var isList: Bool {
    switch self {
    case .array, .set: true
    default: false
    }
  }

  /// The forms in which the columns and tables of a database can store the values.
  fileprivate var storedForms: [PersistedForm] {
    switch self {
    case .model: return [.json, .columns, .reference]
    case .array(let element):
      if case .model = element.unwrapped { return [.json, .table, .reference] }
      return [.json]
    default: return [.json]
    }
  }

  /// Whether the constraints `minLength` and `maxLength` apply to the type.
  fileprivate var hasLength: Bool {
    switch self {
    case .string, .array, .set, .dictionary: true
    default: false
    }
  }
}
