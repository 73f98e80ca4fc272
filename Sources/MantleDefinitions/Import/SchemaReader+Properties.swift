import Mantle
import MantlePlatform

extension SchemaReader {
  /// Returns the properties of an object schema, including those of its reference and of all
  /// parts of its `allOf`.
  mutating func properties(_ schema: JSONNode) -> [DefinedProperty] {
    var members: [(key: String, schema: JSONNode)] = []
    var required: Set<String> = []
    collect(schema, &members, &required, depth: 0)
    // A required key without a schema can have any value.
    for key in required.sorted() where !members.contains(where: { $0.key == key }) {
      if let anything = try? JSONDocument("true").root { members.append((key, anything)) }
    }
    let propertyNames = PropertyNames.names(of: members.map(\.key))
    return zip(members, propertyNames).map { member, name in
      property(member.schema, key: member.key, named: name, isThere: required.contains(member.key))
    }
  }

  /// The maximum number of nested `allOf` parts and references.
  private static let deepestParts = 16

  /// Adds the members and the required keys of a schema, and of its parts, to `members` and
  /// `required`. A later schema of a key replaces an earlier one.
  private mutating func collect(
    _ schema: JSONNode, _ members: inout [(key: String, schema: JSONNode)], _ required: inout Set<String>,
    depth: Int
  ) {
    guard depth < Self.deepestParts else {
      return lose(schema, "`allOf` is nested more than \(Self.deepestParts) deep: what is deeper is left out")
    }
    losses.look(through: schema)
    if let reference = schema["$ref"] {
      guard let target = resolve(reference.displayText) else {
        return lose(reference, "`\(reference.displayText)` is not in this file; its properties are left out")
      }
      collect(target, &members, &required, depth: depth + 1)
    }
    for part in schema["allOf"]?.list ?? [] { collect(part, &members, &required, depth: depth + 1) }
    for (key, value) in schema["properties"].map({ Array($0.members) }) ?? [] {
      let key = key.displayText
      if let place = members.firstIndex(where: { $0.key == key }) {
        let types = [members[place].schema, value].compactMap { $0["type"]?.displayText }
        if types.count == 2, types[0] != types[1] {
          lose(
            value, "`\(key)` is \(types[0]) in one part of `allOf` and \(types[1]) in another, which counts")
        }
        members[place].schema = value
      } else {
        members.append((key, value))
      }
    }
    if schema["properties"] != nil, let others = schema["additionalProperties"], others.kind == .object {
      lose(others, "keys beyond the properties have no type here; they are unmapped")
    }
    if schema["properties"] != nil,
      let others = schema["patternProperties"]?.members.first(where: { _ in true })
    {
      lose(others.key, "keys beyond the properties have no type here; they are unmapped")
    }
    required.formUnion(schema["required"]?.list.map(\.displayText) ?? [])
  }

  /// Returns the property of a member.
  ///
  /// - Parameters:
  ///   - key: the key in the object.
  ///   - name: the name of the property in Swift.
  ///   - isThere: whether the schema requires the key.
  private mutating func property(
    _ schema: JSONNode, key: String, named name: String, isThere: Bool
  ) -> DefinedProperty {
    var type = type(schema, named: key).withOneListOfCases
    var property = DefinedProperty(name: name, keyPath: JSONKeyPath(key: key), type: type)
    property.documentation = schema["description"]?.displayText
    property.isMutable = schema["readOnly"]?.kind != .true
    property.rules = rules(schema, of: type.unwrapped)
    if let value = schema["default"], let json = try? JSONValue(value.rawText) {
      if value.isNull {
        type = type.asOptional
      } else if Self.isValue(json, of: type) {
        property.defaultValue = json
      } else {
        lose(value, "the default is no value of its own schema")
      }
    }
    if !isThere, property.defaultValue == nil {
      if type == type.unwrapped, type != .json { lose(schema, Self.nullLoss) }
      type = type.asOptional
    }
    property.type = type
    property.isRequired = isThere && (type != type.unwrapped || property.defaultValue != nil)
    return property
  }

  /// The warning for a property that accepts null, unlike the schema, because its key is
  /// optional.
  static let nullLoss = "what need not be there may be null here, which the schema refuses"

  /// Whether a JSON value belongs to a type. Of a model only the kind is compared.
  private static func isValue(_ json: JSONValue, of type: DefinedType) -> Bool {
    if case .model = type.unwrapped { return json.node.kind == .object }
    return (try? DefinedTransformers(slots: [:]).transformer(type).value(of: json)) != nil
  }

  /// Returns the constraints of a schema that apply to a type.
  private mutating func rules(_ schema: JSONNode, of type: DefinedType) -> DefinedRules {
    var rules = DefinedRules()
    if type.isJSONNumber { (rules.minimum, rules.maximum) = numberRange(schema, of: type) }
    switch type {
    case .string:
      (rules.minLength, rules.maxLength) = lengthRange(schema, "minLength", "maxLength")
      rules.pattern = pattern(schema)
    case .array, .set: (rules.minLength, rules.maxLength) = lengthRange(schema, "minItems", "maxItems")
    case .dictionary:
      (rules.minLength, rules.maxLength) = lengthRange(schema, "minProperties", "maxProperties")
    default: break
    }
    rules.oneOf = allowed(schema, of: type)
    return rules
  }

  /// Returns the bounds of a number, without those that the type itself implies.
  private mutating func numberRange(
    _ schema: JSONNode, of type: DefinedType
  ) -> (least: Decimal?, most: Decimal?) {
    var least = number(take("minimum", schema))
    var most = number(take("maximum", schema))
    if case .sized(let width) = type {
      if least == Decimal(width.range.lowerBound) { least = nil }
      if most == Decimal(width.range.upperBound) { most = nil }
    }
    if type == .unsigned, least == 0 { least = nil }
    return inOrder(least, most, take("maximum", schema))
  }

  /// Returns the bounds of a length.
  private mutating func lengthRange(
    _ schema: JSONNode, _ leastKey: String, _ mostKey: String
  ) -> (least: Int?, most: Int?) {
    let most = take(mostKey, schema)
    return inOrder(count(take(leastKey, schema)), count(most), most)
  }

  /// Returns both bounds; neither, with a warning, if the minimum exceeds the maximum.
  private mutating func inOrder<Bound: Comparable>(
    _ least: Bound?, _ most: Bound?, _ node: JSONNode?
  ) -> (Bound?, Bound?) {
    guard let least, let most, least > most else { return (least, most) }
    if let node { lose(node, "the most is less than the least, which no value is; both are left out") }
    return (nil, nil)
  }

  /// Returns the regular expression of a schema; nil, with a warning, if it is not supported.
  private mutating func pattern(_ schema: JSONNode) -> String? {
    guard let pattern = take("pattern", schema) else { return nil }
    if (try? RegularExpression(pattern.displayText)) != nil { return pattern.displayText }
    lose(pattern, "the pattern is none that is understood here")
    return nil
  }

  /// Returns a constraint and marks it as imported.
  private mutating func take(_ key: String, _ schema: JSONNode) -> JSONNode? {
    let rule = rule(key, schema)
    losses.keep(rule)
    return rule
  }

  /// Returns a constraint of a schema, of the target of its reference or of a part of its
  /// `allOf`.
  private func rule(_ key: String, _ schema: JSONNode, inside depth: Int = 0) -> JSONNode? {
    if let own = schema[key] { return own }
    guard depth < 4 else { return nil }
    let target = schema["$ref"].flatMap { resolve($0.displayText) }
    for part in [target].compactMap(\.self) + (schema["allOf"]?.list ?? []) {
      if let found = rule(key, part, inside: depth + 1) { return found }
    }
    return nil
  }

  /// Returns the permitted values of a schema, unless the type is an enumeration, which contains
  /// them itself.
  private mutating func allowed(_ schema: JSONNode, of type: DefinedType) -> [JSONValue]? {
    guard type.enumeration == nil else { return nil }
    let nodes = schema["enum"]?.list ?? schema["const"].map { [$0] } ?? []
    losses.keep(schema["enum"], schema["const"])
    var values: [JSONValue] = []
    for node in nodes where !node.isNull {
      guard let value = try? JSONValue(node.rawText) else { continue }
      if Self.isValue(value, of: type) {
        values.append(value)
      } else {
        lose(node, "it is no value of the type `\(type.text)`; it is left out")
      }
    }
    return values.isEmpty ? nil : values
  }

  /// Returns a number without loss of digits; nil for other values.
  private func number(_ node: JSONNode?) -> Decimal? {
    node.flatMap { $0.kind == .number ? (try? Decimal.decode(json: $0.rawText)) : nil }
  }

  /// Returns a count; nil for other values.
  private func count(_ node: JSONNode?) -> Int? { node.flatMap { Int($0.rawText) } }
}

extension DefinedType {
  /// Returns the type of several numbers or booleans, optional if null is among them; any JSON
  /// for other or mixed values.
  static func any(ofScalars values: [JSONNode]) -> DefinedType {
    let isOptional = values.contains(where: \.isNull)
    let values = values.filter { !$0.isNull }
    guard let first = values.first else { return .json }
    let type: DefinedType =
      switch first.kind {
      case .number where values.allSatisfy { $0.kind == .number }:
        values.allSatisfy { Int64($0.rawText) != nil } ? .integer : .double
      case .true where values.allSatisfy { $0.kind == .true || $0.kind == .false },
        .false where values.allSatisfy { $0.kind == .true || $0.kind == .false }:
        .boolean
      default: .json
      }
    return isOptional ? type.asOptional : type
  }
}

extension [String] {
  /// The elements without repetitions, in the order of their first occurrence.
  var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
