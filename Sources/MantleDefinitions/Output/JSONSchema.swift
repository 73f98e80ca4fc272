import Mantle
import MantlePlatform

extension Definition {
  /// Returns the definition as a JSON Schema (draft 2020-12), for validators and editors.
  ///
  /// The schema accepts the documents that the models accept. In particular, it accepts unknown
  /// cases of an enumeration that preserves them. `format` is an annotation, as in the standard.
  /// Types without a counterpart in JSON Schema, such as dates as numbers, are annotated with
  /// `x-mantle-type`, which validators ignore.
  ///
  /// The types become these keywords:
  ///
  /// - `sized`: `integer` with the name of the width as `format`, and the bounds of the width
  /// - `decimal`: `number` with the format `decimal`
  /// - `instant` and `iso8601Day`: `string` with the format `date-time` or `date`
  /// - `date(…)`: `string` with a regular expression
  /// - `url` and `uuid`: `string` with the format `uri` or `uuid`
  /// - `enum`: `enum`, as one of two alternatives if unknown cases are preserved
  /// - `{T}`: `additionalProperties`
  /// - optional and union types: `anyOf`
  /// - models: `$ref` into `$defs`; class clusters: `anyOf` with a `const` discriminator
  ///
  /// ```swift
  /// let schema = try definition.jsonSchema(title: "Repository", isClosed: true)
  /// ```
  ///
  /// - Parameters:
  ///   - title: the title of the schema.
  ///   - isClosed: whether the schema rejects unmapped keys.
  /// - Throws: a `JSONSyntaxError` if the schema exceeds the limits of a document.
  public func jsonSchema(title: String, isClosed: Bool = false) throws -> String {
    var schema = SchemaWriter(isClosed: isClosed)
    schema.write(self, title: title)
    return JSONFormatter.pretty.text(try JSONDocument(schema.writer.finish()).root)
  }

  /// Returns the JSON Schema of definition files, by which editors complete them.
  package static func fileSchema() throws -> String {
    try Definition(describing: Definition.fileModels[0]).jsonSchema(title: "Definition", isClosed: true)
  }
}

/// The writer of a definition's JSON Schema.
private struct SchemaWriter: ~Copyable {
  /// The output.
  var writer = JSONWriter()
  /// Whether objects reject unmapped keys.
  let isClosed: Bool

  /// Creates a writer without output.
  init(isClosed: Bool) { self.isClosed = isClosed }

  /// Writes the complete schema: the root type, and the models under `$defs`.
  mutating func write(_ definition: Definition, title: String) {
    writer.beginObject()
    member("$schema", "https://json-schema.org/draft/2020-12/schema")
    member("title", title)
    write(definition.root)
    if !definition.models.isEmpty {
      writer.key("$defs")
      writer.beginObject()
      for model in definition.models {
        writer.key(model.name)
        write(model)
      }
      writer.endObject()
    }
    writer.endObject()
  }

  // MARK: - Models

  /// Writes the schema of a model.
  private mutating func write(_ model: DefinedModel) {
    writer.beginObject()
    member("type", "object")
    if let documentation = model.documentation { member("description", documentation) }
    if let cluster = model.cluster { write(cluster) } else { write(model.properties) }
    writer.endObject()
  }

  /// Writes the keywords for the properties of an object.
  private mutating func write(_ properties: [DefinedProperty]) {
    write(
      properties.flatMap { property in
        let hasAliases = !property.aliases.isEmpty
        return property.allPaths.map {
          SchemaPlace(
            property: property, path: $0.components[...], isNeeded: property.mustBeThere && !hasAliases)
        }
      })
    // Either the key path or one of the aliases must be present.
    let several = properties.filter { property in
      property.mustBeThere && !property.aliases.isEmpty && property.allPaths.allSatisfy { $0.onlyKey != nil }
    }
    if !several.isEmpty {
      writer.key("allOf")
      writer.beginArray()
      for property in several {
        writer.element()
        writer.beginObject()
        writer.key("anyOf")
        writer.beginArray()
        for key in property.allPaths.compactMap(\.onlyKey) {
          writer.element()
          writer.beginObject()
          writeRequired([key])
          writer.endObject()
        }
        writer.endArray()
        writer.endObject()
      }
      writer.endArray()
    }
    if isClosed {
      writer.key("additionalProperties")
      writer.bool(false)
    }
  }

  /// Writes the members of an object's schema: properties, and objects that contain properties.
  private mutating func write(_ places: [SchemaPlace]) {
    var keys: [String] = []
    var groups: [[UInt8]: [SchemaPlace]] = [:]
    for place in places {
      guard case .key(let key)? = place.path.first else { continue }
      if groups[Array(key.utf8)] == nil { keys.append(key) }
      groups[Array(key.utf8), default: []].append(place)
    }
    writer.key("properties")
    writer.beginObject()
    for key in keys {
      writer.key(key)
      writeValue(groups[Array(key.utf8)] ?? [])
    }
    writer.endObject()
    writeRequired(keys.filter { groups[Array($0.utf8)]?.contains(where: \.isNeeded) == true })
  }

  /// Writes the `required` keyword.
  private mutating func writeRequired(_ keys: [String]) {
    writer.key("required")
    writer.beginArray()
    for key in keys {
      writer.element()
      writer.string(key)
    }
    writer.endArray()
  }

  /// Writes the schema of a value that is a property or contains properties.
  private mutating func writeValue(_ places: [SchemaPlace]) {
    if let property = places.first(where: { $0.path.count == 1 })?.property { return write(property) }
    let inner = places.map(\.inside)
    let isNeeded = inner.contains(where: \.isNeeded)
    writer.beginObject()
    switch inner.first?.path.first {
    case .key:
      writeKind("object", orNull: !isNeeded)
      write(inner)
    case .index:
      writeKind("array", orNull: !isNeeded)
      let byIndex = Dictionary(grouping: inner) { $0.index ?? 0 }
      let last = min(byIndex.keys.max() ?? 0, Self.mostElements)
      writer.key("prefixItems")
      writer.beginArray()
      for index in 0...last {
        writer.element()
        if let places = byIndex[index] { writeValue(places) } else { writer.bool(true) }
      }
      writer.endArray()
      let needed = byIndex.filter { $0.value.contains(where: \.isNeeded) }.keys.max()
      if let needed { writer.key("minItems"); writer.integer(needed + 1) }
    case .each, nil: break
    }
    writer.endObject()
  }

  /// The maximum number of described elements of a list; elements after it may have any value.
  private static let mostElements = 100

  /// Writes the `type` keyword, with null as an alternative if requested.
  private mutating func writeKind(_ kind: String, orNull: Bool) {
    guard orNull else { return member("type", kind) }
    writer.key("type")
    writer.beginArray()
    for kind in [kind, "null"] {
      writer.element()
      writer.string(kind)
    }
    writer.endArray()
  }

  /// Writes the schema of a property.
  private mutating func write(_ property: DefinedProperty) {
    writer.beginObject()
    var rules = property.rules
    if case .sized(let width) = property.type {
      rules = rules.within(width)
      writeInteger(width)
    } else {
      // The type and the constraints would both write a minimum.
      let isLimited = property.type == .unsigned && rules.minimum != nil
      // A null that is equivalent to an absent key is valid too.
      let takesNull = property.onNull != nil && !property.mustBeThere
      write(isLimited ? .integer : takesNull ? property.type.asOptional : property.type)
    }
    write(rules, of: property.type.unwrapped)
    if let value = property.defaultValue {
      writer.key("default")
      value.encode(to: &writer)
    }
    if !property.isMutable { writer.key("readOnly"); writer.bool(true) }
    if let documentation = property.documentation { member("description", documentation) }
    writer.endObject()
  }

  /// Writes the constraints on a value.
  private mutating func write(_ rules: DefinedRules, of type: DefinedType) {
    // The standard's limits apply to numbers only, not to numbers that are strings.
    if type.isJSONNumber {
      for (name, limit) in [("minimum", rules.minimum), ("maximum", rules.maximum)] {
        if let limit { writer.key(name); writer.numberText("\(limit)") }
      }
    }
    for (name, count) in [("min", rules.minLength), ("max", rules.maxLength)] {
      if let count { writer.key(name + type.lengthWord); writer.integer(count) }
    }
    if let pattern = rules.pattern { member("pattern", pattern) }
    if let values = rules.oneOf {
      writer.key("enum")
      writer.beginArray()
      for value in values {
        writer.element()
        value.encode(to: &writer)
      }
      if type.asOptional == type { writer.element(); writer.null() }
      writer.endArray()
    }
  }

  /// Writes the choice among the models of a cluster.
  private mutating func write(_ cluster: DefinedCluster) {
    writer.key("anyOf")
    writer.beginArray()
    for (text, model) in cluster.models.sorted(by: { $0.key < $1.key }) {
      writer.element()
      writer.beginObject()
      if let key = cluster.discriminator.onlyKey {
        writer.key("properties")
        writer.beginObject()
        writer.key(key)
        writer.beginObject()
        member("const", text)
        writer.endObject()
        writer.endObject()
        writer.key("required")
        writer.beginArray()
        writer.element()
        writer.string(key)
        writer.endArray()
      }
      member("$ref", "#/$defs/\(model)")
      writer.endObject()
    }
    if let model = cluster.otherwise { writer.element(); writeObject(.model(model)) }
    writer.endArray()
  }

  // MARK: - Types

  /// Writes the keywords of a type into an open object.
  private mutating func write(_ type: DefinedType) {
    switch type {
    case .json: break
    case .model(let name): member("$ref", "#/$defs/\(name)")
    case .optional(let type): writeAny([type, nil])
    case .oneOf(let types): writeAny(types)
    case .array(let element), .set(let element):
      member("type", "array")
      writer.key("items")
      writeObject(element)
    case .dictionary(let value):
      member("type", "object")
      writer.key("additionalProperties")
      writeObject(value)
    case .enumeration(let cases, let unknown):
      // Specific strings, or any other string.
      guard unknown == .refuse else { return writeAny([.enumeration(cases, unknown: .refuse), .string]) }
      member("type", "string")
      writer.key("enum")
      writer.beginArray()
      for text in cases {
        writer.element()
        writer.string(text)
      }
      writer.endArray()
    default: writeScalar(type)
    }
  }

  /// Writes the keywords of a type that contains no other type.
  private mutating func writeScalar(_ type: DefinedType) {
    switch type {
    case .boolean: member("type", "boolean")
    case .integer: member("type", "integer")
    case .sized(let width):
      writeInteger(width)
      write(DefinedRules().within(width), of: type)
    case .unsigned:
      member("type", "integer")
      writer.key("minimum")
      writer.integer(0)
    case .double: member("type", "number")
    case .decimal: member("type", "number"); member("format", "decimal")
    case .transformed(.iso8601Day): member("type", "string"); member("format", "date")
    case .transformed(.base64URL): member("type", "string"); member("contentEncoding", "base64url")
    case .transformed(.base64): member("type", "string"); member("contentEncoding", "base64")
    case .transformed(.zeroOrOne):
      member("type", "integer")
      for (name, limit) in [("minimum", 0), ("maximum", 1)] { writer.key(name); writer.integer(Int64(limit)) }
    case .transformed(.absoluteURL): member("type", "string"); member("format", "uri")
    case .transformed(let transformer): member("type", transformer.isNumber ? "integer" : "string")
    case .instant: member("type", "string"); member("format", "date-time")
    case .date(let pattern): member("type", "string"); member("pattern", pattern.expression)
    case .url: member("type", "string"); member("format", "uri")
    case .uuid: member("type", "string"); member("format", "uuid")
    default: member("type", "string")
    }
    if type.kindLostInSchemas != nil { member(DefinedType.schemaKeyword, type.text) }
  }

  /// Writes the `type` and `format` of a whole number of a fixed width.
  private mutating func writeInteger(_ width: IntegerWidth) {
    member("type", "integer")
    member("format", width.rawValue)
  }

  /// Writes the schema of a type as an object of its own.
  private mutating func writeObject(_ type: DefinedType) {
    writer.beginObject()
    write(type)
    writer.endObject()
  }

  /// Writes a choice among types.
  ///
  /// - Parameter types: nil represents null.
  private mutating func writeAny(_ types: [DefinedType?]) {
    writer.key("anyOf")
    writer.beginArray()
    for type in types {
      writer.element()
      writer.beginObject()
      if let type { write(type) } else { member("type", "null") }
      writer.endObject()
    }
    writer.endArray()
  }

  /// Writes a member with a string value.
  private mutating func member(_ name: String, _ text: String) {
    writer.key(name)
    writer.string(text)
  }
}

extension DefinedType {
  /// Whether the values are numbers in JSON.
  var isJSONNumber: Bool {
    switch self {
    case .integer, .unsigned, .sized, .double, .decimal: true
    default: false
    }
  }

  /// The suffix of the keywords that limit the length: `minItems`, `minProperties` or
  /// `minLength`.
  fileprivate var lengthWord: String {
    switch self {
    case .array, .set: "Items"
    case .dictionary: "Properties"
    default: "Length"
    }
  }
}
