import LinearRegex
import Mantle
import MantlePlatform

extension SchemaReader {
  /// Returns the properties of an object schema, including those of its reference and of all
  /// parts of its `allOf`.
  ///
  /// - Parameter model: the name of the model.
  mutating func properties(_ schema: JSONNode, of model: String) -> [DefinedProperty] {
    var members: [(key: String, schema: JSONNode)] = []
    var places: [String: Int] = [:]
    var required: Set<String> = []
    let parts = references.parts(of: schema)
    for (node, what) in parts.losses { lose(node, what) }
    for part in parts.schemas where !references.isExhausted {
      collect(part, &members, &places)
      required.formUnion(part["required"]?.list.map(\.displayText) ?? [])
    }
    // A required property without a schema may have any value.
    for key in required.sorted() where places[key] == nil {
      if let anything = try? JSONDocument("true").root { members.append((key, anything)) }
    }
    let propertyNames = PropertyNames.identifiers.names(of: members.map(\.key))
    return zip(members, propertyNames).map { member, name in
      property(
        member.schema, key: member.key, named: name, of: model, isThere: required.contains(member.key))
    }
  }

  private mutating func collect(
    _ schema: JSONNode, _ members: inout [(key: String, schema: JSONNode)], _ places: inout [String: Int]
  ) {
    losses.look(through: schema)
    for (key, value) in schema["properties"].map({ Array($0.members) }) ?? [] {
      let key = key.displayText
      references.count(1)
      if let place = places[key] {
        let types = [members[place].schema, value].compactMap { $0["type"]?.displayText }
        if types.count == 2, types[0] != types[1] {
          lose(
            value,
            "`\(key)` is \(types[0]) in one part of `allOf` and \(types[1]) in another; the latter is used")
        }
        members[place].schema = value
      } else {
        places[key] = members.count
        members.append((key, value))
      }
    }
    guard schema["properties"] != nil else { return }
    let others = schema["additionalProperties"].flatMap { $0.kind == .object ? $0 : nil }
    let pattern = schema["patternProperties"]?.members.first { _ in true }?.key
    for node in [others, pattern].compactMap(\.self) {
      lose(node, "additional keys have no type in the definition; they are unmapped")
    }
  }

  /// Converts the schema of one key to a property. Parts that are not imported are recorded.
  ///
  /// - Parameters:
  ///   - key: the key in the object.
  ///   - name: the name of the property in Swift.
  ///   - model: the name of the model that has the property.
  ///   - isThere: whether the schema requires the key.
  private mutating func property(
    _ schema: JSONNode, key: String, named name: String, of model: String, isThere: Bool
  ) -> DefinedProperty {
    var type = type(schema, named: key).withOneListOfCases
    var property = DefinedProperty(name: name, path: JSONKeyPath(key: key), type: type)
    property.documentation = schema["description"]?.displayText
    property.isMutable = schema["readOnly"]?.kind != .true
    property.rules = rules(schema, of: type.unwrapped)
    if let value = schema["default"], let json = try? JSONValue(json: value.rawText) {
      if value.isNull {
        type = type.asOptional
      } else if Self.isValue(json, of: type) {
        property.defaultValue = json
        defaults[model, default: [:]][name] = value
      } else {
        lose(value, Self.defaultLoss)
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

  /// Removes, with a warning, the defaults that their own properties reject because the default violates a constraint or lacks a
  /// key. Call this function once all models are known.
  mutating func removeRefusedDefaults() {
    let descriptions = DefinedModels(Definition(root: .json, models: models))
    for number in models.indices {
      guard let defaults = defaults[models[number].name] else { continue }
      let known = descriptions.description(of: models[number].name)?.properties ?? []
      for (index, description) in known.enumerated() {
        let property = models[number].properties[index]
        guard let node = defaults[property.name], let value = property.defaultValue,
          description.decode(value.node).diagnostics.contains(where: { $0.severity == .error })
        else { continue }
        lose(node, Self.defaultLoss)
        let isThere = property.isRequired
        models[number].properties[index].defaultValue = nil
        if !isThere { models[number].properties[index].type = property.type.asOptional }
        models[number].properties[index].isRequired = isThere && property.type != property.type.unwrapped
      }
    }
  }

  private static let defaultLoss = "the default does not match its own schema; it is left out"

  /// The warning for a property that accepts null, unlike the schema, because its key is
  /// optional.
  static let nullLoss = "optional properties also accept null, which the schema rejects"

  /// Returns whether a JSON value belongs to a type. For a model, only the kind of the value is compared.
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

  /// Returns the bounds of a length that two keywords of a schema set.
  private mutating func lengthRange(
    _ schema: JSONNode, _ minimumKey: String, _ maximumKey: String
  ) -> (least: Int?, most: Int?) {
    let most = take(maximumKey, schema)
    return inOrder(count(take(minimumKey, schema)), count(most), most)
  }

  /// Returns a minimum and a maximum unchanged, or nil for both, with a warning, if the minimum exceeds the maximum.
  private mutating func inOrder<Bound: Comparable>(
    _ least: Bound?, _ most: Bound?, _ node: JSONNode?
  ) -> (Bound?, Bound?) {
    guard let least, let most, least > most else { return (least, most) }
    if let node { lose(node, "the minimum exceeds the maximum; both are left out") }
    return (nil, nil)
  }

  /// Returns the regular expression of a schema; nil, with a warning, if it is not supported.
  private mutating func pattern(_ schema: JSONNode) -> String? {
    guard let pattern = take("pattern", schema) else { return nil }
    if (try? RegularExpression(pattern.displayText)) != nil { return pattern.displayText }
    lose(pattern, "this kind of pattern is not supported")
    return nil
  }

  /// Returns a constraint of a schema, of the schema that it refers to, or of a part of its `allOf`, and marks it as
  /// imported.
  private mutating func take(_ key: String, _ schema: JSONNode) -> JSONNode? {
    let rule =
      schema[key] ?? references.parts(of: schema).schemas.lazy.reversed().compactMap { $0[key] }.first
    losses.keep(rule)
    return rule
  }

  /// Returns the permitted values of a schema, unless the type is an enumeration, which contains
  /// them itself.
  private mutating func allowed(_ schema: JSONNode, of type: DefinedType) -> [JSONValue]? {
    guard type.enumeration == nil else { return nil }
    let nodes = schema["enum"]?.list ?? schema["const"].map { [$0] } ?? []
    losses.keep(schema["enum"], schema["const"])
    var values: [JSONValue] = []
    for node in nodes where !node.isNull {
      guard let value = try? JSONValue(json: node.rawText) else { continue }
      if Self.isValue(value, of: type) {
        values.append(value)
      } else {
        lose(node, "the value does not match the type `\(type.text)`; it is left out")
      }
    }
    return values.isEmpty ? nil : values
  }

  /// Returns the exact number in a node; nil for other values.
  private func number(_ node: JSONNode?) -> Decimal? {
    node.flatMap { $0.kind == .number ? (try? Decimal.decode(json: $0.rawText)) : nil }
  }

  /// Returns the whole number in a node; nil for other values.
  private func count(_ node: JSONNode?) -> Int? { node.flatMap { Int($0.rawText) } }
}

extension DefinedType {
  /// Returns the type of several numbers or booleans, optional if null is among them; any JSON
  /// for other or mixed values.
  static func any(ofScalars values: [JSONNode]) -> DefinedType {
    let others = values.filter { !$0.isNull }
    let kinds = Set(others.map(\.kind))
    var type = DefinedType.json
    if kinds == [.number] {
      type = others.allSatisfy { Int64($0.rawText) != nil } ? .integer : .double
    } else if !kinds.isEmpty, kinds.isSubset(of: [.true, .false]) {
      type = .boolean
    }
    return others.count < values.count && !others.isEmpty ? type.asOptional : type
  }
}

extension Array where Element: Hashable {
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
