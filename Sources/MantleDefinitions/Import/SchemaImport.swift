import Mantle
import MantlePlatform

extension Definition {
  /// Imports a JSON Schema (draft 7 to 2020-12) as a definition.
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

/// The conversion of a schema into models and types.
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
  /// The root of the schema document.
  private let root: JSONNode
  /// The name of the file without its suffixes; nil if it does not begin with a letter.
  private let file: String?
  /// The parts of the schema that definitions cannot express.
  var losses = SchemaLosses()
  /// The models created so far.
  private(set) var models: [DefinedModel] = []
  /// The model names in use.
  private var names = NameSpace()
  /// The names of the models by the identifiers of their schemas, so that each schema becomes one
  /// model.
  private var known: [Int: String] = [:]
  /// The targets of the references that are being followed, to detect cycles.
  private var open: Set<Int> = []
  /// The current number of nested schemas.
  private var depth = 0

  /// The maximum number of nested schemas, which protects the stack.
  private static let deepest = 60

  /// Creates a reader of a schema document.
  ///
  /// - Parameter file: the path of the file.
  init(_ root: JSONNode, file: String?) {
    self.root = root
    let last = file?.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    self.file = last.first?.isLetter == true ? String(last) : nil
  }

  /// Converts the schema document.
  ///
  /// - Throws: a ``DecodingFailure`` if the root is not a schema.
  mutating func read() throws -> Definition {
    guard root.kind == .object || root.kind == .true else {
      throw DecodingFailure([
        Diagnostic(
          .error, .invalidValue, location: root.location, expected: "a JSON Schema: an object",
          found: "\(root.kind)")
      ])
    }
    // Names under `$defs` are chosen by people, so they take precedence over generated names.
    for key in ["$defs", "definitions"] {
      for (name, schema) in root[key].map({ Array($0.members) }) ?? [] where isModel(schema) {
        let name = name.displayText
        known[schema.id] = names.take([Names.isModel(name) ? name : Names.model(name)])
      }
    }
    let type = type(root, named: root["title"]?.displayText.titleName ?? file ?? "Root")
    for key in ["$defs", "definitions"] {
      for (name, schema) in root[key].map({ Array($0.members) }) ?? [] where isModel(schema) {
        _ = self.type(schema, named: name.displayText)
      }
    }
    return Definition(root: type.withOneListOfCases, models: models)
  }

  /// Records that a part of the schema is not imported.
  ///
  /// - Parameter what: the message for the user.
  mutating func lose(_ node: JSONNode, _ what: String) { losses.add(node, what) }

  // MARK: - Types

  /// Returns the type of a schema, and creates the models it contains.
  ///
  /// - Parameter name: the name for the model of this schema, such as the key that refers to it.
  mutating func type(_ schema: JSONNode, named name: String) -> DefinedType {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else {
      lose(schema, "schemas inside each other more than \(Self.deepest) deep are any JSON")
      return .json
    }
    guard schema.kind == .object else {
      if schema.kind == .false { lose(schema, "`false` allows no value; it is read as any JSON") }
      return .json
    }
    losses.look(through: schema)
    if let properties = schema["properties"], properties.kind != .object {
      lose(properties, "`properties` is \(properties.kind) and no object; it is left out")
    }
    if isModel(schema) { return modelOrOther(schema, named: name) }
    if let reference = schema["$ref"] { return referenced(reference, named: name) }
    if let parts = schema["allOf"], parts.kind == .array { return all(parts, named: name) }
    if let choices = schema["anyOf"] ?? schema["oneOf"] { return choice(choices, named: name) }
    if let constant = schema["const"], constant.kind == .string {
      losses.keep(constant)
      return .enumeration([constant.displayText], unknown: .refuse)
    }
    if let cases = schema["enum"], cases.kind == .array { return enumeration(cases, schema, named: name) }
    guard let types = schema["type"] else { return untyped(schema, named: name) }
    guard types.kind == .array else { return single(types.displayText, schema, named: name) }
    let names = types.list.map(\.displayText)
    let own = names.filter { $0 != "null" }.map { single($0, schema, named: name) }
    let one: DefinedType = own.count == 1 ? own[0] : own.isEmpty ? .json : .oneOf(own)
    return names.contains("null") ? one.asOptional : one
  }

  /// Returns the model of a schema and the other types that the schema allows: `"type":
  /// ["object", "boolean"]`.
  private mutating func modelOrOther(_ schema: JSONNode, named name: String) -> DefinedType {
    let names = schema["type"]?.list.map(\.displayText) ?? []
    let model = DefinedType.model(model(schema, named: name))
    guard names.contains("object") else { return model }
    let others = names.filter { $0 != "object" && $0 != "null" }.map { single($0, schema, named: name) }
    let one = others.isEmpty ? model : .oneOf([model] + others)
    return names.contains("null") ? one.asOptional : one
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
    var types: [DefinedType] = []
    for part in parts.list {
      let one = type(part, named: name)
      if one != .json, !types.contains(one) { types.append(one) }
    }
    guard types.count > 1 else { return types.first ?? .json }
    lose(
      parts,
      "no value is \(types.map { "`\($0.text)`" }.joined(separator: " and ")) at once; it is read as any JSON"
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
      return single(types.displayText, schema, named: name)
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
        if !types.contains(one.unwrapped) { types.append(one.unwrapped) }
      }
    }
    // Specific strings or any other string: an enumeration that preserves unknown cases.
    if types.count == 2, types[1] == .string, case .enumeration(let cases, _) = types[0] {
      types = [.enumeration(cases, unknown: .keep)]
    }
    let one = DefinedType.any(of: types)
    return isOptional ? one.asOptional : one
  }

  // MARK: - References

  /// Returns the type that a `$ref` refers to; any JSON if its target is missing, or if it refers
  /// to itself without an object between.
  private mutating func referenced(_ reference: JSONNode, named name: String) -> DefinedType {
    let text = reference.displayText
    guard let target = resolve(text) else {
      lose(reference, "`\(text)` is not in this file; it is read as any JSON")
      return .json
    }
    if isModel(target) { return modelOrOther(target, named: text.lastWord ?? name) }
    guard open.insert(target.id).inserted else {
      lose(reference, "`\(text)` is inside itself without an object between; it is read as any JSON")
      return .json
    }
    defer { open.remove(target.id) }
    return type(target, named: text.lastWord ?? name)
  }

  /// Returns the schema that a reference refers to, by JSON Pointer (RFC 6901), `$anchor` or
  /// `$id`.
  ///
  /// - Parameter reference: the value of `$ref`. Only references within the document, which begin
  ///   with `#`, are supported.
  /// - Returns: nil if there is no such schema.
  func resolve(_ reference: String) -> JSONNode? {
    guard reference.hasPrefix("#") else { return nil }
    let pointer = String(reference.dropFirst())
    if pointer.isEmpty { return root }
    guard pointer.hasPrefix("/") else {
      let all = ["$defs", "definitions"].compactMap { root[$0] }.flatMap { $0.members.map(\.value) }
      return all.first { $0["$anchor"]?.displayText == pointer || $0["$id"]?.displayText == reference }
    }
    return (try? JSONKeyPath(pointer: pointer)).flatMap { root.find($0) }
  }

  // MARK: - Models

  /// Whether a schema becomes a model: it lists the properties of an object, or the objects that
  /// it may be.
  ///
  /// Keywords next to a `$ref` count too. A reference alone is not a model, even if its target is
  /// one.
  func isModel(_ schema: JSONNode) -> Bool { isModel(schema, inside: 0) }

  /// Whether a schema becomes a model, with a limit on nested references.
  private func isModel(_ schema: JSONNode, inside depth: Int) -> Bool {
    guard schema.kind == .object, depth < Self.deepest else { return false }
    if schema["properties"]?.kind == .object { return true }
    guard schema["$ref"] == nil else { return false }
    let isObject = schema["type"]?.displayText == "object"
    if let parts = schema["allOf"]?.list, parts.count > 1 || isObject {
      let telling = parts.filter(\.saysWhatItIs)
      return !telling.isEmpty
        && telling.allSatisfy { part in
          if let target = part["$ref"].flatMap({ resolve($0.displayText) }), !part.hasProperties {
            return target["type"]?.displayText == "object" || isModel(target, inside: depth + 1)
          }
          return part["type"].map { $0.displayText == "object" } ?? (part["enum"] == nil)
        }
    }
    guard let choices = schema["anyOf"] ?? schema["oneOf"] else { return false }
    return isObject
      || toldApart(schema, choices.list) { isModel($0, inside: depth + 1) }
  }

  /// Creates the model or the class cluster of a schema, unless it exists already.
  ///
  /// - Parameter name: the name to use if the schema has no title.
  /// - Returns: the name of the model.
  mutating func model(_ schema: JSONNode, named name: String) -> String {
    let name =
      known[schema.id]
      ?? names.take([Names.model(schema["title"]?.displayText.titleName ?? name), Names.model(name)])
    guard !models.contains(where: { $0.name == name }) else { return name }
    known[schema.id] = name
    let position = models.count
    models.append(DefinedModel(name: name, documentation: schema["description"]?.displayText))
    if let cluster = cluster(schema, named: name) {
      models[position].cluster = cluster
    } else {
      models[position].properties = properties(schema)
    }
    return name
  }
}

extension JSONNode {
  /// The elements of a list; none for other values.
  var list: [JSONNode] { Array(elements) }

  /// The offset of the node in the text, which identifies a schema within its document.
  var id: Int { byteRange.lowerBound }

  /// Whether the schema lists properties.
  fileprivate var hasProperties: Bool { self["properties"]?.kind == .object }

  /// Whether the schema determines a type, beyond constraints, defaults and descriptions.
  fileprivate var saysWhatItIs: Bool {
    let words = [
      "$ref", "type", "properties", "required", "allOf", "anyOf", "oneOf", "enum", "const",
      "additionalProperties",
      "patternProperties",
    ]
    return words.contains { self[$0] != nil }
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

  /// The last component of a reference.
  fileprivate var lastWord: String? { split(separator: "/").last.map(String.init) }
}
