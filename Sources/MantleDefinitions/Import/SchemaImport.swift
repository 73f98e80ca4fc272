import Mantle
import MantlePlatform

extension Definition {
  /// Returns whether a text is a JSON Schema or an OpenAPI document rather than a definition.
  package static func isSchema(_ bytes: JSONBytes) -> Bool {
    guard let root = try? JSONDocument(parsing: bytes).root, root["mantle"] == nil else { return false }
    return ["$schema", "$defs", "$ref", "openapi", "definitions", "properties"].contains { root[$0] != nil }
  }

  /// Imports a JSON Schema (draft 7 to 2020-12), or the schemas of an OpenAPI document, as a definition.
  ///
  /// - Parameters:
  ///   - bytes: the schema document.
  ///   - name: the file name, from which the root model is named if the schema has no title.
  /// - Returns: the definition, and a warning with its location for every part of the schema that
  ///   definitions cannot express.
  /// - Throws: a ``DecodingFailure`` if the document is not a schema, or if the resulting
  ///   definition is invalid.
  package static func importing(
    schema bytes: JSONBytes, name: String? = nil
  ) throws -> (definition: Definition, losses: [Diagnostic]) {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch {
      throw DecodingFailure([error.diagnostic(in: bytes)])
    }
    var reader = SchemaReader(document.root, file: name)
    let definition = try reader.read()
    // Validates the definition by reading the file it would be written to.
    _ = try Definition(JSONBytes(definition.fileText))
    return (definition, reader.losses.all)
  }
}

/// The conversion of a schema document to models and types.
///
/// Object schemas with properties become models, choices between such objects become class
/// clusters, and all other schemas become types.
///
/// The keywords are imported as follows:
///
/// - `properties` and `required`: the properties of a model; a property that is not required
///   is optional
/// - `allOf`: the properties of all parts, or their common type
/// - `anyOf` and `oneOf`: a class cluster if a string distinguishes the objects, otherwise a
///   union
/// - `enum` and `const`: an enumeration for strings, permitted values for other types
/// - `additionalProperties` and `patternProperties`: a dictionary, unless there are
///   `properties`
/// - `format`, `contentEncoding` and `x-mantle-type`: the type of strings and numbers
/// - `minimum`, `maxLength`, `pattern` and similar: constraints
/// - `description`, `default` and `readOnly`: the settings of a property
///
/// Keywords of validators that definitions cannot express are recorded in ``losses``.
struct SchemaReader {
  /// The root value of the schema document.
  private let root: JSONNode
  let references: SchemaReferences
  /// The name of the schema file without its suffixes; nil if it does not begin with a letter.
  private let file: String?
  /// The warnings about parts of the schema that definitions cannot express.
  var losses = SchemaLosses()
  /// The models created so far.
  var models: [DefinedModel] = []
  /// The defaults in the schemas, by the names of the model and the property.
  var defaults: [String: [String: JSONNode]] = [:]
  /// The model names in use.
  private var names = NameSpace()
  /// The names of the models, by the identifiers of their schemas, so that each schema becomes one model.
  private var known: [Int: String] = [:]
  private var made: Set<String> = []
  /// The types created so far, by the identifiers of their schemas.
  private var types: [Int: DefinedType] = [:]
  /// The schemas whose types are being determined, by which reference cycles are detected.
  private var trail = ReferenceTrail()
  private var depth = 0

  private static let deepest = SchemaReferences.deepest
  private static let maximumTypes = 1_000

  /// Creates a reader that converts a schema document.
  ///
  /// - Parameter file: the path of the file.
  init(_ root: JSONNode, file: String?) {
    self.root = root
    references = SchemaReferences(root)
    let last = file?.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    self.file = last.first?.isLetter == true ? String(last) : nil
  }

  /// Converts the schema document to a definition.
  ///
  /// - Throws: a ``DecodingFailure`` if the root is not a schema.
  mutating func read() throws -> Definition {
    guard root.kind == .object || root.kind == .true else {
      throw DecodingFailure([
        Diagnostic(
          .error, .invalidValue, location: root.location, expected: "a JSON Schema (an object)",
          found: "\(root.kind)")
      ])
    }
    // Names under `$defs` are chosen by people, so they take precedence over generated names.
    let named = root.namedSchemas.filter { references.isModel($0.schema) }
    for (name, schema) in named {
      known[schema.id] = names.take([Names.isModel(name) ? name : Names.model(name)])
    }
    let type = type(root, named: root["title"]?.displayText.titleName ?? file ?? "Root")
    for (name, schema) in named { _ = self.type(schema, named: name) }
    if references.isExhausted {
      let most = SchemaReferences.maximumSteps
      lose(root, "following its references takes more than \(most) steps; the rest is read as any JSON")
    }
    removeRefusedDefaults()
    if models.isEmpty, type == .json, root.kind == .object, !root.isSchema {
      lose(root, "the schema does not describe any value; the definition accepts any JSON")
    }
    return Definition(root: type.withOneListOfCases, models: models)
  }

  /// Records that a part of the schema is not imported.
  ///
  /// - Parameter what: the message for the user.
  mutating func lose(_ node: JSONNode, _ what: String) { losses.add(node, what) }

  // MARK: - Types

  /// Returns the type of a schema, and creates the models in the type.
  ///
  /// - Parameter name: the name for the model of this schema, such as the key that refers to the schema.
  mutating func type(_ schema: JSONNode, named name: String) -> DefinedType {
    guard schema.kind == .object else {
      if schema.kind == .false { lose(schema, "`false` allows no value; it is read as any JSON") }
      return .json
    }
    if let known = types[schema.id] { return known }
    references.count(1)
    guard !references.isExhausted else { return .json }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      lose(schema, "schemas nested more than \(Self.deepest) levels deep are read as any JSON")
      return .json
    }
    var type = newType(schema, named: name)
    if type.leaves.count > Self.maximumTypes || type.depth > Self.deepest {
      lose(
        schema,
        "a type with more than \(Self.maximumTypes) types, or \(Self.deepest) nested levels, is read as any JSON"
      )
      type = .json
    }
    references.count(type.leaves.count)
    types[schema.id] = type
    return type
  }

  private mutating func newType(_ schema: JSONNode, named name: String) -> DefinedType {
    losses.look(through: schema)
    if let properties = schema["properties"], properties.kind != .object {
      lose(properties, "`properties` is \(properties.kind), not an object; it is left out")
    }
    return references.isModel(schema) ? modelOrOther(schema, named: name) : otherType(schema, named: name)
  }

  /// Returns the type of a schema by its keywords other than `properties`.
  private mutating func otherType(_ schema: JSONNode, named name: String) -> DefinedType {
    if let reference = schema["$ref"] {
      return adding(typesOf: schema, to: referenced(reference, named: name), named: name)
    }
    if let parts = schema["allOf"], parts.kind == .array { return all(parts, named: name) }
    if let choices = schema["anyOf"] ?? schema["oneOf"] { return choice(choices, named: name) }
    if let constant = schema["const"], constant.kind == .string {
      losses.keep(constant)
      return .enumeration([constant.displayText], unknown: .refuse)
    }
    if let cases = schema["enum"], cases.kind == .array { return enumeration(cases, schema, named: name) }
    return schema["type"].map { typed($0, schema, named: name) } ?? untyped(schema, named: name)
  }

  /// Returns the type of a schema with the keyword `type`: one word or a list of words.
  private mutating func typed(_ types: JSONNode, _ schema: JSONNode, named name: String) -> DefinedType {
    guard types.kind == .array else {
      let type = single(types.displayText, schema, named: name)
      return schema["nullable"]?.kind == .true ? type.asOptional : type
    }
    let names = types.list.map(\.displayText)
    let own = names.filter { $0 != "null" }.map { single($0, schema, named: name) }
    let one: DefinedType = own.count == 1 ? own[0] : own.isEmpty ? .json : .oneOf(own)
    return names.contains("null") ? one.asOptional : one
  }

  /// Returns the type of a schema whose objects are a model: the model alone, or a union with the other types that the schema
  /// allows, as in `"type": ["object", "boolean"]`. The keyword `properties` applies to objects only.
  private mutating func modelOrOther(_ schema: JSONNode, named name: String) -> DefinedType {
    let model = DefinedType.model(model(schema, named: name))
    let names = schema["type"]?.list.map(\.displayText) ?? []
    let kinds = references.kinds(of: schema)
    guard names.contains("object") || schema["properties"] != nil && schema["type"] == nil,
      ![[.object], JSONKind.all].contains(kinds)
    else { return model }
    if let cycle = trail.cycle(to: schema, by: "#" + (schema.path.pointer ?? "")) {
      lose(schema, "\(cycle) without an object in between; only the object is read")
      return model
    }
    trail.enter(schema)
    defer { trail.leave() }
    let others = names.filter { $0 != "object" && $0 != "null" }.map { single($0, schema, named: name) }
    let type = names.isEmpty ? otherType(schema, named: name) : DefinedType.any(of: others)
    let types = names.isEmpty ? type.alternatives : others
    let objects = types.filter { $0.kinds == [.object] }
    guard objects.allSatisfy(\.modelNames.isEmpty) else {
      if let properties = schema["properties"] {
        lose(properties, "`properties` next to a choice of objects is left out")
      }
      return type
    }
    let rest = types.filter { $0.kinds != [.object] && $0 != .json }
    let one: DefinedType = rest.isEmpty ? model : .oneOf([model] + rest)
    return kinds.contains(.null) ? one.asOptional : one
  }

  /// Returns the type of a `$ref`, extended by types that the schema's own `type` allows, such as `number` in `"type": ["number",
  /// "object"]`. A referenced schema with `properties` alone does not exclude such types.
  private mutating func adding(
    typesOf schema: JSONNode, to type: DefinedType, named name: String
  ) -> DefinedType {
    let kinds = references.kinds(of: schema)
    let others = (schema["type"]?.list.map(\.displayText) ?? []).filter { other in
      let own = JSONKind.kinds(ofType: other)
      return own.isSubset(of: kinds) && own.isDisjoint(with: type.kinds)
    }
    guard !others.isEmpty else { return type }
    let types = others.filter { $0 != "null" }.map { single($0, schema, named: name) }
    let one: DefinedType = types.isEmpty ? type.unwrapped : .oneOf(type.alternatives + types)
    return type == type.unwrapped && !others.contains("null") ? one : one.asOptional
  }

  /// Returns the type of a schema without a `type`, from its other keywords.
  private mutating func untyped(_ schema: JSONNode, named name: String) -> DefinedType {
    if let values = schema["const"].map({ [$0] }) { return DefinedType.any(ofScalars: values) }
    if schema["items"] != nil || schema["prefixItems"] != nil { return single("array", schema, named: name) }
    if schema["additionalProperties"]?.kind == .object || schema["patternProperties"] != nil {
      return single("object", schema, named: name)
    }
    return .json
  }

  /// Returns the common type of all parts of `allOf`; any JSON if they contradict each other.
  private mutating func all(_ parts: JSONNode, named name: String) -> DefinedType {
    let types = parts.list.map { type($0, named: name) }.filter { $0 != .json }.uniqued
    guard types.count > 1 else { return types.first ?? .json }
    lose(
      parts,
      "no value is \(types.map { "`\($0.text)`" }.joined(separator: " and ")) simultaneously; it is read as any JSON"
    )
    return .json
  }

  /// Returns the type of an `enum`: an enumeration if all values are strings or null, otherwise
  /// the type of the values.
  private mutating func enumeration(
    _ cases: JSONNode, _ schema: JSONNode, named name: String
  ) -> DefinedType {
    let texts = cases.list.filter { $0.kind == .string }.map(\.displayText)
    let hasNull = cases.list.contains(where: \.isNull)
    if cases.list.isEmpty {
      losses.keep(cases)
      lose(cases, "an empty `enum` allows no value; it is left out")
    }
    guard texts.count + (hasNull ? 1 : 0) == cases.list.count, !texts.isEmpty else {
      guard let types = schema["type"] else { return DefinedType.any(ofScalars: cases.list) }
      return typed(types, schema, named: name)
    }
    losses.keep(cases)
    let type = DefinedType.enumeration(texts.uniqued, unknown: .refuse)
    return hasNull || schema["type"]?.list.contains { $0.displayText == "null" } == true
      ? type.asOptional : type
  }

  /// Returns the type of `anyOf` or `oneOf`: a union, with null as an optional type.
  private mutating func choice(_ choices: JSONNode, named name: String) -> DefinedType {
    var types: [DefinedType] = []
    var isOptional = false
    for schema in choices.list {
      if schema["type"]?.displayText == "null" {
        isOptional = true
      } else {
        let one = type(schema, named: name)
        if case .optional = one { isOptional = true }
        types.append(one.unwrapped)
      }
    }
    types = types.uniqued
    // A union of an enumeration and any string is an enumeration that keeps unknown cases.
    if types.count == 2, types[1] == .string, case .enumeration(let cases, _) = types[0] {
      types = [.enumeration(cases, unknown: .keep)]
    }
    let one = DefinedType.any(of: types)
    return isOptional ? one.asOptional : one
  }

  // MARK: - References

  /// Returns the type of the schema that a `$ref` refers to; any JSON if the schema is missing, or if it refers to itself without
  /// an object between.
  private mutating func referenced(_ reference: JSONNode, named name: String) -> DefinedType {
    let text = reference.displayText
    guard let target = references.resolve(text) else {
      lose(reference, "`\(text)` is not in this file; it is read as any JSON")
      return .json
    }
    let name = text.lastWord ?? name
    if references.isModel(target) { return type(target, named: name) }
    if let cycle = trail.cycle(to: target, by: text) {
      lose(reference, "\(cycle) without an object in between; it is read as any JSON")
      return .json
    }
    trail.enter(target, by: text)
    defer { trail.leave() }
    return type(target, named: name)
  }

  // MARK: - Models

  mutating func model(_ schema: JSONNode, named name: String) -> String {
    let name =
      known[schema.id]
      ?? names.take([Names.model(schema["title"]?.displayText.titleName ?? name), Names.model(name)])
    known[schema.id] = name
    guard made.insert(name).inserted else { return name }
    let position = models.count
    models.append(DefinedModel(name: name, documentation: schema["description"]?.displayText))
    if let cluster = cluster(schema, named: name) {
      models[position].cluster = cluster
    } else {
      models[position].properties = properties(schema, of: name)
    }
    return name
  }
}

extension JSONNode {
  /// The schemas of a document that have names: those under `$defs` and `definitions`, and in an OpenAPI document under
  /// `components.schemas`.
  fileprivate var namedSchemas: [(name: String, schema: JSONNode)] {
    [self["$defs"], self["definitions"], self["components"]?["schemas"]].compactMap(\.self)
      .flatMap { Array($0.members) }.map { (name: $0.key.displayText, schema: $0.value) }
  }
}

extension String {
  /// The title as a name, without filler words such as "JSON Schema for"; nil for a title of more
  /// than four words.
  fileprivate var titleName: String? {
    var words = split(separator: " ").map(String.init).filter { !$0.contains("://") }
    let fillers: Set<String> = [
      "a", "an", "the", "json", "schema", "for", "of", "file", "files", "definition",
    ]
    if words.contains(where: { $0.lowercased() == "schema" }) {
      words.removeAll { fillers.contains($0.lowercased()) }
    }
    return words.isEmpty || words.count > 4 ? nil : words.joined(separator: " ")
  }

  /// The last component of a `$ref`, which names the model of the referenced schema.
  fileprivate var lastWord: String? { split(separator: "/").last.map(String.init) }
}
