import Mantle

extension SchemaReader {
  /// Returns the class cluster of a schema that selects among several objects by a string.
  ///
  /// The discriminating key is the one that OpenAPI's `discriminator` names, or else the first
  /// key with a constant string in every choice.
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
  /// - Returns: nil if the schema has properties of its own, or if there is no such key.
  mutating func cluster(_ schema: JSONNode, named name: String) -> DefinedCluster? {
    guard schema["properties"] == nil, let choices = (schema["anyOf"] ?? schema["oneOf"])?.list,
      let key = namedKey(schema) ?? constantKey(choices) ?? choices.first.flatMap({ constantKeys($0).first })
    else { return nil }
    var cluster = DefinedCluster(by: JSONKeyPath(key: key), models: [:])
    for choice in choices {
      let target = target(choice)
      let texts = texts(of: key, in: choice, schema)
      guard isModel(target) else {
        lose(choice, "it is no object with properties, and not told apart by `\(key)`")
        continue
      }
      let model = model(target, named: texts.first ?? choice.referencedName ?? name)
      for text in texts {
        if cluster.models[text] != nil { lose(choice, "another is told by `\(text)`, too; this one counts") }
        cluster.models[text] = model
      }
      guard texts.isEmpty else { continue }
      if cluster.otherwise != nil {
        lose(choice, "no text under `\(key)` tells it from another; this one counts")
      }
      cluster.otherwise = model
    }
    return cluster.modelNames.isEmpty ? nil : cluster
  }

  /// Whether all choices are objects, each with different strings under one common key.
  ///
  /// - Parameters:
  ///   - schema: the schema that contains the choices.
  ///   - isModel: whether a schema becomes a model.
  func toldApart(_ schema: JSONNode, _ choices: [JSONNode], by isModel: (JSONNode) -> Bool) -> Bool {
    guard choices.count > 1, schema["properties"] == nil, let key = namedKey(schema) ?? constantKey(choices)
    else { return false }
    let all = choices.map { texts(of: key, in: $0, schema) }
    return all.allSatisfy { !$0.isEmpty } && Set(all.joined()).count == all.joined().count
      && choices.allSatisfy { isModel(target($0)) }
  }

  /// The discriminating key that OpenAPI's `discriminator` names.
  private func namedKey(_ schema: JSONNode) -> String? {
    schema["discriminator"]?["propertyName"]?.displayText
  }

  /// The first key that has a constant string in every choice.
  private func constantKey(_ choices: [JSONNode]) -> String? {
    guard let first = choices.first else { return nil }
    return constantKeys(first).first { key in choices.allSatisfy { constant(of: key, in: $0) != nil } }
  }

  /// Returns the strings that select a choice: its constant, or the strings in OpenAPI's
  /// `mapping`, or the name of its schema.
  private func texts(of key: String, in choice: JSONNode, _ schema: JSONNode) -> [String] {
    if let constant = constant(of: key, in: choice) { return [constant] }
    guard let discriminator = schema["discriminator"], let name = choice.referencedName else { return [] }
    let mapped = discriminator["mapping"].map { Array($0.members) } ?? []
    let named = mapped.filter { _, place in
      place.displayText == name || resolve(place.displayText)?.id == target(choice).id
    }
    return named.isEmpty ? [name] : named.map(\.key.displayText)
  }

  /// Returns the schema that a choice refers to, or the choice itself.
  private func target(_ choice: JSONNode) -> JSONNode {
    choice["$ref"].flatMap { resolve($0.displayText) } ?? choice
  }

  /// Returns the schema, the target of its reference, and the parts of its `allOf`, up to four
  /// levels deep.
  private func parts(of schema: JSONNode, depth: Int = 0) -> [JSONNode] {
    guard depth < 4 else { return [] }
    let inner =
      [schema["$ref"].flatMap { resolve($0.displayText) }].compactMap(\.self) + (schema["allOf"]?.list ?? [])
    return [schema] + inner.flatMap { parts(of: $0, depth: depth + 1) }
  }

  /// Returns the keys that have a constant string in a choice.
  private func constantKeys(_ choice: JSONNode) -> [String] {
    parts(of: choice).flatMap { part in
      (part["properties"].map { Array($0.members) } ?? []).filter { $0.value.constantText != nil }
        .map(\.key.displayText)
    }
  }

  /// Returns the constant string of a key in a choice; nil if the key may have other values.
  private func constant(of key: String, in choice: JSONNode) -> String? {
    parts(of: choice).lazy.compactMap { $0["properties"]?[key]?.constantText }.first
  }
}

extension JSONNode {
  /// The only string that the schema allows; nil if it allows others.
  fileprivate var constantText: String? {
    if let constant = self["const"] { return constant.kind == .string ? constant.displayText : nil }
    let cases = self["enum"]?.list ?? []
    return cases.count == 1 && cases[0].kind == .string ? cases[0].displayText : nil
  }

  /// The last component of the schema's reference.
  fileprivate var referencedName: String? {
    self["$ref"]?.displayText.split(separator: "/").last.map(String.init)
  }
}
