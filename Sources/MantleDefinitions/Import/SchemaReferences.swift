import Mantle

/// The resolver of references between the schemas of one document.
///
/// Every reference is resolved once and every schema is followed once, because the paths through schemas that refer to each other
/// can be endless, or exponentially many.
final class SchemaReferences {
  private let root: JSONNode
  private var targets: [String: JSONNode] = [:]
  /// Cached members of the objects that references pass through, because searching all members for each
  /// reference would be quadratic.
  private var members: [Int: [String: JSONNode]] = [:]
  private var parts: [Int: SchemaParts] = [:]
  private var constants: [Int: SchemaConstants] = [:]
  /// The kinds of JSON values that each schema accepts, by the identifier of the schema.
  private var knownKinds: [Int: Set<JSONKind>] = [:]
  /// Whether each schema becomes a model, by its identifier. The value is nil while the schema is being classified.
  private var verdicts: [Int: Bool?] = [:]
  private var steps = 0
  private lazy var anchors = root.anchors

  static let deepest = 60
  static let maximumSteps = 1 << 20

  init(_ root: JSONNode) { self.root = root }

  /// Whether more than ``maximumSteps`` schemas and members were followed. References are not followed any further then.
  var isExhausted: Bool { steps > Self.maximumSteps }

  func count(_ number: Int) { steps += number }

  func resolve(_ reference: String) -> JSONNode? {
    if let target = targets[reference] { return target }
    let target = find(reference)
    targets[reference] = target
    return target
  }

  private func find(_ reference: String) -> JSONNode? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    guard let name = parts.first, let start = name.isEmpty ? root : identified[absolute(name)] else {
      return nil
    }
    guard let pointer = parts.dropFirst().first, !pointer.isEmpty else { return start }
    guard pointer.hasPrefix("/") else { return anchors[pointer] ?? anchors["#" + pointer] }
    return (try? JSONKeyPath(pointer: pointer))?.components.reduce(start) { node, component in
      node.flatMap { find(component, in: $0) }
    }
  }

  /// Returns the identifier of the document in a reference, without the fragment and resolved against the identifier of the root.
  private func absolute(_ reference: String) -> String {
    let name = String(reference.prefix { $0 != "#" })
    guard !name.contains("://"), let base = root.identifier else { return name }
    return (base.lastIndex(of: "/").map { String(base[...$0]) } ?? "") + name
  }

  /// The root and the schemas under `$defs`, by their absolute `$id`.
  private lazy var identified: [String: JSONNode] = {
    let ids = ([root] + root.definedSchemas).compactMap { schema in
      schema.identifier.map { (absolute($0), schema) }
    }
    return Dictionary(ids) { first, _ in first }
  }()

  private func find(_ component: JSONKeyPath.Component, in node: JSONNode) -> JSONNode? {
    switch component {
    case .index(let index) where node.kind == .array: return node[index]
    case .index(let index): return find(.key("\(index)"), in: node)
    case .key(let key):
      let known =
        members[node.id]
        ?? Dictionary(node.members.map { ($0.displayText, $1) }) { _, last in last }
      members[node.id] = known
      return known[key]
    case .each: return nil
    }
  }

  /// Returns the schema that the `$ref` of a schema refers to; the schema itself if it has no `$ref` that can be resolved.
  func target(_ schema: JSONNode) -> JSONNode {
    schema["$ref"].flatMap { resolve($0.displayText) } ?? schema
  }

  // MARK: - Parts

  /// Returns a schema together with all schemas that it includes by `$ref` and `allOf`.
  func parts(of schema: JSONNode) -> SchemaParts {
    guard schema.kind == .object else { return SchemaParts() }
    if let known = parts[schema.id] { return known }
    var found = SchemaParts()
    var met: Set<Int> = []
    var trail = ReferenceTrail()
    trail.enter(schema)
    collect(schema, &found, &met, &trail)
    parts[schema.id] = found
    return found
  }

  private func collect(
    _ schema: JSONNode, _ found: inout SchemaParts, _ met: inout Set<Int>, _ trail: inout ReferenceTrail
  ) {
    count(1)
    guard !isExhausted, met.insert(schema.id).inserted else { return }
    guard trail.count <= Self.deepest else {
      return found.lose(
        schema, "`allOf` is nested more than \(Self.deepest) levels deep: deeper parts are left out")
    }
    if let reference = schema["$ref"] {
      let text = reference.displayText
      if let target = resolve(text) {
        if let cycle = trail.cycle(to: target, by: text) {
          found.lose(reference, "\(cycle); the repetition is left out")
        }
        trail.enter(target, by: text)
        collect(target, &found, &met, &trail)
        trail.leave()
      } else {
        found.lose(reference, "`\(text)` is not in this file; its properties are left out")
      }
    }
    for part in schema["allOf"]?.list ?? [] {
      trail.enter(part)
      collect(part, &found, &met, &trail)
      trail.leave()
    }
    found.schemas.append(schema)
  }

  /// Returns the properties of a schema and of its parts for which only certain strings, numbers or booleans are
  /// allowed.
  func constants(of schema: JSONNode) -> SchemaConstants {
    if let known = constants[schema.id] { return known }
    var found = SchemaConstants()
    for part in parts(of: schema).schemas.reversed() {
      for (key, value) in part["properties"]?.members.map({ $0 }) ?? [] {
        count(1)
        guard !isExhausted, let texts = value.constantTexts else { continue }
        let key = key.displayText
        if found.texts.updateValue(found.texts[key] ?? texts, forKey: key) == nil { found.keys.append(key) }
      }
    }
    constants[schema.id] = found
    return found
  }

  // MARK: - Models

  /// Returns whether a schema becomes a model, because it specifies the properties of an object or a choice of
  /// objects.
  ///
  /// Properties next to a `$ref` count too. A schema with a `$ref` alone has the type of the schema that it refers to.
  func isModel(_ schema: JSONNode) -> Bool { verdict(of: schema, depth: 0) ?? false }

  /// Returns whether a schema becomes a model. The result is nil while the schema is being classified, so that a
  /// reference back to the schema has no influence.
  private func verdict(of schema: JSONNode, depth: Int) -> Bool? {
    guard schema.kind == .object, depth < Self.deepest, !isExhausted else { return false }
    if let known = verdicts[schema.id] { return known }
    count(1)
    verdicts.updateValue(nil, forKey: schema.id)
    let verdict = decide(schema, depth: depth)
    verdicts[schema.id] = verdict
    return verdict
  }

  private func decide(_ schema: JSONNode, depth: Int) -> Bool {
    let kinds = kinds(of: schema)
    guard kinds.contains(.object) else { return false }
    if schema.hasProperties { return true }
    guard schema["$ref"] == nil, kinds == [.object] || kinds == JSONKind.all else { return false }
    let isObject = schema["type"]?.displayText == "object"
    if let parts = schema["allOf"]?.list, parts.count > 1 || isObject {
      let verdicts = parts.filter(\.saysWhatItIs).compactMap { part -> Bool? in
        if let target = part["$ref"].flatMap({ resolve($0.displayText) }), !part.hasProperties {
          return target["type"]?.displayText == "object" ? true : verdict(of: target, depth: depth + 1)
        }
        return part["type"].map { $0.displayText == "object" } ?? (part["enum"] == nil)
      }
      return !verdicts.isEmpty && verdicts.allSatisfy(\.self)
    }
    guard let choices = schema["anyOf"] ?? schema["oneOf"] else { return false }
    return isObject
      || areToldApart(choices.list, in: schema) { self.verdict(of: $0, depth: depth + 1) ?? false }
  }
}

// MARK: - Kinds

extension SchemaReferences {
  /// Returns the kinds of values that a schema allows by its types, choices and references; all kinds if it restricts none of
  /// them.
  func kinds(of schema: JSONNode) -> Set<JSONKind> { kinds(of: schema, depth: 0) }

  private func kinds(of schema: JSONNode, depth: Int) -> Set<JSONKind> {
    count(1)
    guard schema.kind == .object, depth < Self.deepest, !isExhausted else { return JSONKind.all }
    if let known = knownKinds[schema.id] { return known }
    // A reference to a schema that is being followed restricts nothing.
    knownKinds[schema.id] = JSONKind.all
    func kinds(ofAny schemas: [JSONNode]) -> Set<JSONKind> {
      schemas.reduce(into: []) { $0.formUnion(self.kinds(of: $1, depth: depth + 1)) }
    }
    var allowed = JSONKind.all
    if let type = schema["type"] {
      let names = type.kind == .array ? type.list : [type]
      allowed.formIntersection(names.flatMap { JSONKind.kinds(ofType: $0.displayText) })
      if schema["nullable"]?.kind == .true { allowed.insert(.null) }
    }
    if let values = schema["const"].map({ [$0] }) ?? schema["enum"]?.list, !values.isEmpty {
      allowed.formIntersection(values.map(\.kind))
    }
    if let target = schema["$ref"].flatMap({ resolve($0.displayText) }) {
      allowed.formIntersection(kinds(ofAny: [target]))
    }
    for key in ["anyOf", "oneOf"] {
      if let choices = schema[key]?.list, !choices.isEmpty { allowed.formIntersection(kinds(ofAny: choices)) }
    }
    for part in schema["allOf"]?.list ?? [] { allowed.formIntersection(kinds(ofAny: [part])) }
    knownKinds[schema.id] = allowed
    return allowed
  }
}

extension JSONKind {
  /// The set of all kinds of JSON values.
  static let all: Set<JSONKind> = [.null, .true, .false, .number, .string, .array, .object]

  /// Returns the kinds of JSON values for a `type` of JSON Schema; all kinds for an unknown type.
  static func kinds(ofType name: String) -> Set<JSONKind> {
    switch name {
    case "string": [.string]
    case "integer", "number": [.number]
    case "boolean": [.true, .false]
    case "null": [.null]
    case "array": [.array]
    case "object": [.object]
    default: all
    }
  }
}

/// A schema with the schemas that it includes by `$ref` and `allOf`: each once, and the schema itself last.
struct SchemaParts {
  fileprivate(set) var schemas: [JSONNode] = []
  /// The parts of the schema that are not imported, with the reasons.
  fileprivate(set) var losses: [(node: JSONNode, what: String)] = []

  fileprivate mutating func lose(_ node: JSONNode, _ what: String) { losses.append((node, what)) }
}

/// Properties for which only certain strings, numbers or booleans are allowed.
struct SchemaConstants {
  fileprivate(set) var keys: [String] = []
  /// The allowed values as strings, by the key of the property.
  fileprivate(set) var texts: [String: [String]] = [:]
}

/// The schemas that are being followed, outermost first, with the references that led to them.
struct ReferenceTrail {
  private var steps: [(id: Int, reference: String?)] = []

  var count: Int { steps.count }

  mutating func enter(_ schema: JSONNode, by reference: String? = nil) {
    steps.append((schema.id, reference))
  }

  mutating func leave() { steps.removeLast() }

  /// Returns a message about the cycle if a reference leads to a schema that is being followed; otherwise nil.
  func cycle(to schema: JSONNode, by reference: String) -> String? {
    guard let start = steps.firstIndex(where: { $0.id == schema.id }) else { return nil }
    let way = [reference] + steps[(start + 1)...].compactMap(\.reference) + [reference]
    let words = way.count == 2 ? "" : " (\(Shortened.middle(of: way.joined(separator: " → "))))"
    return "`\(reference)` refers to itself\(words)"
  }
}

extension JSONNode {
  var list: [JSONNode] { Array(elements) }

  /// The offset of the value's first byte, which identifies a schema in its document.
  var id: Int { byteRange.lowerBound }

  fileprivate var hasProperties: Bool { self["properties"]?.kind == .object }

  /// Whether the value is a schema: an object with a keyword of JSON Schema, or an empty object, which accepts any value.
  var isSchema: Bool {
    saysWhatItIs
      || ["$schema", "$id", "$defs", "definitions", "title", "description", "not", "if"].contains {
        self[$0] != nil
      }
      || !members.contains { _ in true }
  }

  /// Whether a schema has a keyword that determines its type, rather than only constraints, a default or a description.
  fileprivate var saysWhatItIs: Bool {
    let words = [
      "$ref", "type", "properties", "required", "allOf", "anyOf", "oneOf", "enum", "const",
      "additionalProperties", "patternProperties",
    ]
    return words.contains { self[$0] != nil }
  }

  /// The values that a schema allows, as strings; nil unless the schema lists them and all are strings, numbers or booleans.
  fileprivate var constantTexts: [String]? {
    let values = self["const"].map { [$0] } ?? self["enum"]?.list ?? []
    let scalars = values.filter { !$0.isNull && !$0.kind.isContainer }
    return values.isEmpty || scalars.count < values.count ? nil : scalars.map(\.displayText).uniqued
  }

  /// The `$id` of a schema, or its `id`, the name of the keyword up to draft 4.
  fileprivate var identifier: String? {
    (self["$id"] ?? self["id"]).flatMap { $0.kind == .string ? $0.displayText : nil }
  }

  /// The schemas under `$defs` and `definitions`.
  fileprivate var definedSchemas: [JSONNode] {
    ["$defs", "definitions"].compactMap { self[$0] }.flatMap { $0.members.map(\.value) }
  }

  /// The schemas under `$defs` and `definitions`, by their `$anchor`, and by their `$id`, such as `#name`.
  fileprivate var anchors: [String: JSONNode] {
    let named = definedSchemas.flatMap { schema in
      ["$anchor", "$id"].compactMap { schema[$0]?.displayText }.map { ($0, schema) }
    }
    return Dictionary(named) { first, _ in first }
  }
}
