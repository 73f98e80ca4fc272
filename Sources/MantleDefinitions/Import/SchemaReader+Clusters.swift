import Mantle

extension SchemaReader {
  /// Returns the class cluster of a schema that selects among several objects by a string, number or boolean.
  ///
  /// The discriminating key is the one that OpenAPI's `discriminator` names, or otherwise a key with different constants in the
  /// choices.
  ///
  /// ```json
  /// {
  ///   "oneOf": [
  ///     { "properties": { "type": { "const": "circle" }, "radius": { "type": "number" } } },
  ///     { "properties": { "type": { "const": "square" }, "side": { "type": "number" } } }
  ///   ]
  /// }
  /// ```
  ///
  /// - Returns: nil if the schema has properties of its own, or if there is no discriminating key.
  mutating func cluster(_ schema: JSONNode, named name: String) -> DefinedCluster? {
    guard schema["properties"] == nil, let choices = (schema["anyOf"] ?? schema["oneOf"])?.list,
      let key = references.discriminator(of: schema, choices)
    else { return nil }
    var cluster = DefinedCluster(discriminator: JSONKeyPath(key: key))
    for choice in choices {
      let target = references.target(choice)
      let texts = references.texts(of: key, in: choice, schema)
      let name = texts.first { $0.contains(where: \.isLetter) } ?? choice.referencedName ?? name
      guard references.isModel(target), let model = type(target, named: name).modelNames.first else {
        lose(choice, "it is not an object with properties, so `\(key)` cannot select it")
        continue
      }
      for text in texts {
        if cluster.models[text] != nil {
          lose(choice, "`\(text)` also selects an earlier schema; this one is used")
        }
        cluster.models[text] = model
      }
      guard texts.isEmpty else { continue }
      if cluster.otherwise != nil {
        lose(choice, "no string under `\(key)` distinguishes it from another schema; this one is used")
      }
      cluster.otherwise = model
    }
    return cluster.modelNames.isEmpty ? nil : cluster
  }
}

extension SchemaReferences {
  /// Returns whether all choices of a schema are models that a string under one key distinguishes.
  func areToldApart(_ choices: [JSONNode], in schema: JSONNode, by isModel: (JSONNode) -> Bool) -> Bool {
    guard choices.count > 1, schema["properties"] == nil, let key = discriminator(of: schema, choices) else {
      return false
    }
    let all = choices.map { texts(of: key, in: $0, schema) }
    return all.allSatisfy { !$0.isEmpty } && Set(all.joined()).count == all.joined().count
      && choices.allSatisfy { isModel(target($0)) }
  }

  /// Returns the discriminating key of some choices: the one that OpenAPI's `discriminator` names, or otherwise the key that has
  /// constants in the most choices, without a constant that occurs in two of them. Nil if there is no such key.
  func discriminator(of schema: JSONNode, _ choices: [JSONNode]) -> String? {
    if let name = schema["discriminator"]?["propertyName"]?.displayText { return name }
    let all = choices.map(constants)
    var best: (key: String, count: Int)?
    for key in all.flatMap(\.keys).uniqued {
      let texts = all.compactMap { $0.texts[key] }
      count(all.count)
      guard !isExhausted, Set(texts.joined()).count == texts.joined().count, texts.count > best?.count ?? 0
      else {
        continue
      }
      best = (key, texts.count)
    }
    return best?.key
  }

  /// Returns the discriminating strings of a choice: its constants for the key, or otherwise its keys in OpenAPI's `mapping`, or
  /// otherwise its name. Empty if the choice has none of these.
  func texts(of key: String, in choice: JSONNode, _ schema: JSONNode) -> [String] {
    if let constants = constants(of: choice).texts[key] { return constants }
    guard let discriminator = schema["discriminator"], let name = choice.referencedName else { return [] }
    let mapped = discriminator["mapping"].map { Array($0.members) } ?? []
    count(mapped.count)
    guard !isExhausted else { return [] }
    let named = mapped.filter { _, place in
      place.displayText == name || resolve(place.displayText)?.id == target(choice).id
    }
    return named.isEmpty ? [name] : named.map(\.key.displayText)
  }
}

extension JSONNode {
  /// The last component of the schema's `$ref`, which names the referenced schema; nil without a `$ref`.
  fileprivate var referencedName: String? {
    self["$ref"]?.displayText.split(separator: "/").last.map(String.init)
  }
}
