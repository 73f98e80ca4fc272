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
    var schema = SchemaWriter(definition: self, isClosed: isClosed)
    schema.write(self, title: title)
    return JSONFormatter.pretty.text(try JSONDocument(schema.writer.finish()).root)
  }

  /// Returns the JSON Schema of definition files, by which editors complete them.
  package static func fileSchema() throws -> String {
    try Definition(describing: Definition.plainFileModel).jsonSchema(title: "Definition", isClosed: true)
  }
}

/// The writer of a definition's JSON Schema.
private struct SchemaWriter: ~Copyable {
  /// The writer of the output.
  var writer = JSONWriter()
  /// The definition whose schema is written.
  let definition: Definition
  /// Whether the schemas of objects reject unmapped keys.
  let isClosed: Bool

  /// Creates a writer with empty output.
  init(definition: Definition, isClosed: Bool) { (self.definition, self.isClosed) = (definition, isClosed) }

  /// Writes the complete schema: the root type, and the models under `$defs`.
  mutating func write(_ definition: Definition, title: String) {
    object {
      $0.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      $0.member("title", title)
      $0.write(definition.root)
      if !definition.models.isEmpty {
        $0.object("$defs") { for model in definition.models { $0.write(model) } }
      }
    }
  }

  // MARK: - JSON

  /// Writes an object, as a member if a key is given. The closure writes the members.
  private mutating func object(_ key: String? = nil, _ body: (inout SchemaWriter) -> Void) {
    if let key { writer.writeKey(key) }
    writer.beginObject()
    body(&self)
    writer.endObject()
  }

  /// Writes a member with an array. The closure writes one element.
  private mutating func list<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ body: (inout SchemaWriter, Element) -> Void
  ) {
    writer.writeKey(key)
    writer.beginArray()
    for element in elements {
      writer.beginElement()
      body(&self, element)
    }
    writer.endArray()
  }

  /// Writes a member with an array of strings.
  private mutating func list(_ key: String, _ texts: [String]) {
    list(key, texts) { $0.writer.writeString($1) }
  }

  /// Writes a member whose value always has a JSON form, such as a string or a decimal number.
  private mutating func member(_ name: String, _ value: some JSONConvertible) {
    writer.writeKey(name)
    try? value.encode(to: &writer)
  }

  // MARK: - Models

  /// Writes the schema of a model as a member of `$defs`.
  private mutating func write(_ model: DefinedModel) {
    object(model.name) {
      if let property = model.wrapped {
        return $0.writeMembers(of: property, documentation: model.documentation)
      }
      $0.member("type", model.isArray ? "array" : "object")
      if let documentation = model.documentation { $0.member("description", documentation) }
      if let cluster = model.cluster { $0.write(cluster) } else { $0.write(model.properties) }
    }
  }

  /// Writes the keywords for the properties of an object or array.
  private mutating func write(_ own: [DefinedProperty]) {
    let shared = SharedProperties(own, in: definition)
    let properties = shared.properties
    let written = properties.map(\.keyPath.components)
    let places = properties.flatMap { property in
      let hasAliases = !property.aliases.isEmpty
      // An alias is omitted if it may be the path of another property, or of a member of a cluster, whose schema applies there.
      let aliases = property.aliases.filter { alias in
        !shared.hasCluster
          && !written.contains { $0.starts(with: alias.components) || alias.components.starts(with: $0) }
      }
      return ([property.keyPath] + aliases).map {
        SchemaPlace(
          property: property, path: $0.components[...], isNeeded: property.mustBeThere && !hasAliases,
          isAlias: $0 != property.keyPath)
      }
    }
    if places.first?.index != nil { return writeElements(Dictionary(grouping: places) { $0.index ?? 0 }) }
    write(places)
    // Either the key path or one of the aliases must be present.
    let several = properties.filter { property in
      property.mustBeThere && !property.aliases.isEmpty && property.allPaths.allSatisfy { $0.onlyKey != nil }
    }
    if !several.isEmpty {
      list("allOf", several) { writer, property in
        writer.object {
          $0.list("anyOf", property.allPaths.compactMap(\.onlyKey)) { writer, key in
            writer.object { $0.list("required", [key]) }
          }
        }
      }
    }
    if let type = shared.keptType {
      object("additionalProperties") { $0.write(type) }
    } else if isClosed, !shared.isOpen {
      member("additionalProperties", false)
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
    object("properties") {
      for key in keys {
        $0.writer.writeKey(key)
        $0.writeValue(groups[Array(key.utf8)] ?? [])
      }
    }
    list("required", keys.filter { groups[Array($0.utf8)]?.contains(where: \.isNeeded) == true })
  }

  /// Writes the schema of a value that is a property or contains properties.
  private mutating func writeValue(_ places: [SchemaPlace]) {
    if let property = places.first(where: { $0.path.count == 1 })?.property { return write(property) }
    let inner = places.map(\.inside)
    let isNeeded = inner.contains(where: \.isNeeded)
    object {
      switch inner.first?.path.first {
      case .key:
        $0.writeKind("object", orNull: !isNeeded)
        $0.write(inner)
      case .index:
        $0.writeKind("array", orNull: !isNeeded)
        $0.writeElements(Dictionary(grouping: inner) { $0.index ?? 0 })
      case .each, nil: break
      }
    }
  }

  /// Writes the keywords for a list whose elements are properties or contain properties.
  private mutating func writeElements(_ places: [Int: [SchemaPlace]]) {
    let last = min(places.keys.max() ?? 0, Self.maximumElements)
    // Encoding writes null for an element without a property if an element after it is written.
    let written = places.filter { !$0.value.allSatisfy(\.isAlias) }.keys
    let end = written.max() ?? -1
    list("prefixItems", 0...last) { writer, index in
      if let places = places[index], index > end || written.contains(index) {
        writer.writeValue(places)
      } else {
        writer.writer.writeBool(true)
      }
    }
    let needed = places.filter { $0.value.contains(where: \.isNeeded) }.keys.max()
    if let needed { member("minItems", needed + 1) }
  }

  /// The maximum number of described elements of a list. Further elements may have any value.
  private static let maximumElements = 100

  /// Writes the `type` keyword, with null as an alternative if requested.
  private mutating func writeKind(_ kind: String, orNull: Bool) {
    if orNull { list("type", [kind, "null"]) } else { member("type", kind) }
  }

  /// Writes the schema of a property.
  private mutating func write(_ property: DefinedProperty) { object { $0.writeMembers(of: property) } }

  /// Writes the keywords of a property's schema.
  ///
  /// - Parameter documentation: the documentation of a model that is the property's value.
  private mutating func writeMembers(of property: DefinedProperty, documentation: String? = nil) {
    var rules = property.rules
    if case .sized(let width) = property.type {
      rules = rules.within(width)
      write(property.type.schemaKeyword)
    } else {
      // The type and the constraints would both write a minimum.
      let isLimited = property.type == .unsigned && rules.minimum != nil
      // A null that is equivalent to an absent key is valid too.
      let takesNull = property.onNull != nil && !property.mustBeThere
      write(isLimited ? .integer : takesNull ? property.type.asOptional : property.type)
    }
    write(rules, of: property.type.unwrapped)
    if let value = property.defaultValue { member("default", value) }
    if !property.isMutable { member("readOnly", true) }
    if let documentation = documentation ?? property.documentation { member("description", documentation) }
  }

  /// Writes the keywords for the constraints on a value.
  private mutating func write(_ rules: DefinedRules, of type: DefinedType) {
    // The standard's limits apply to numbers only, not to numbers that are strings.
    if type.isJSONNumber {
      if let minimum = rules.minimum { member("minimum", minimum) }
      if let maximum = rules.maximum { member("maximum", maximum) }
    }
    if let count = rules.minLength { member("min" + type.lengthWord, count) }
    if let count = rules.maxLength { member("max" + type.lengthWord, count) }
    if let pattern = rules.pattern { member("pattern", pattern) }
    if let values = rules.oneOf {
      let null: [JSONValue?] = type.asOptional == type ? [nil] : []
      list("enum", values + null) { $1?.encode(to: &$0.writer) ?? $0.writer.writeNull() }
    }
  }

  /// Writes the keywords for the choice among the models of a cluster.
  private mutating func write(_ cluster: DefinedCluster) {
    let models = cluster.models.sorted { $0.key < $1.key }.map { (text: Optional($0.key), model: $0.value) }
    let others = cluster.otherwise.map { [(text: String?.none, model: $0)] } ?? []
    list("anyOf", models + others) { writer, choice in
      writer.object {
        if let text = choice.text, let model = $0.definition.model(choice.model),
          !model.maps(cluster.discriminator),
          $0.isClosed || SharedProperties(model.properties, in: $0.definition).keptType != nil
        {
          // The schema of a model that is closed, or keeps values of one type, rejects the tag.
          var tag = DefinedProperty(name: "tag", path: cluster.discriminator, type: .string)
          tag.rules.oneOf = [JSONValue(stringLiteral: text)]
          return $0.write(model.properties + [tag])
        }
        if let key = cluster.discriminator.onlyKey, let text = choice.text {
          $0.object("properties") { $0.object(key) { $0.write(tag: text) } }
          $0.list("required", [key])
        }
        $0.write(.model(choice.model))
      }
    }
  }

  /// Writes the permitted values of a discriminator for one model: the tag as a string, and also as a number or boolean
  /// if the string is the text of one.
  private mutating func write(tag text: String) {
    guard let value = try? JSONValue(json: text), [.number, .true, .false].contains(value.node.kind),
      let quoted = try? JSONValue(encoding: text)
    else { return member("const", text) }
    list("enum", [quoted, value]) { $1.encode(to: &$0.writer) }
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
      object("items") { $0.write(element) }
    case .dictionary(let value):
      member("type", "object")
      object("additionalProperties") { $0.write(value) }
    case .enumeration(let cases, let unknown):
      // Specific strings, or any other string.
      guard unknown == .refuse else { return writeAny([.enumeration(cases, unknown: .refuse), .string]) }
      member("type", "string")
      list("enum", cases)
    default: writeScalar(type)
    }
  }

  /// Writes the keywords of a type that contains no other type.
  private mutating func writeScalar(_ type: DefinedType) {
    write(type.schemaKeyword)
    switch type {
    case .sized(let width): write(DefinedRules().within(width), of: type)
    case .unsigned: member("minimum", 0)
    case .transformed(.zeroOrOne):
      member("minimum", 0)
      member("maximum", 1)
    case .date(let pattern): member("pattern", pattern.expression)
    default: break
    }
    if type.schemaKeyword.isAmbiguous { member(SchemaKeyword.type, type.text) }
  }

  /// Writes the keywords `type`, `format` and `contentEncoding` of a scalar type.
  private mutating func write(_ keyword: SchemaKeyword) {
    member("type", keyword.kind)
    if let format = keyword.format { member("format", format) }
    if let encoding = keyword.encoding { member("contentEncoding", encoding) }
  }

  /// Writes the keywords for a choice among types.
  ///
  /// - Parameter types: nil represents null.
  private mutating func writeAny(_ types: [DefinedType?]) {
    list("anyOf", types) { writer, type in
      writer.object { if let type { $0.write(type) } else { $0.member("type", "null") } }
    }
  }
}

extension DefinedType {
  /// Whether the values of the type are numbers in JSON.
  var isJSONNumber: Bool {
    switch self {
    case .integer, .unsigned, .sized, .double, .decimal: true
    default: false
    }
  }

  /// The suffix of the keywords that limit the length of a value of the type: `minItems`, `minProperties` or
  /// `minLength`.
  fileprivate var lengthWord: String {
    switch self {
    case .array, .set: "Items"
    case .dictionary: "Properties"
    default: "Length"
    }
  }
}

extension Model {
  /// Returns the JSON Schema (draft 2020-12) of the model and of all models in it. The schema describes the form in which values
  /// are encoded, without further forms that decoding accepts.
  ///
  /// ```swift
  /// let schema = try Issue.jsonSchema()
  /// ```
  ///
  /// - Parameter isClosed: whether the schema rejects unmapped keys.
  /// - Throws: a `MappingError` for a mistake in the definition of the mapping.
  public static func jsonSchema(isClosed: Bool = false) throws -> String {
    try mapping.check()
    return try Definition(describing: modelDescription).jsonSchema(title: mapping.name, isClosed: isClosed)
  }
}

extension PolymorphicModel {
  /// Returns the JSON Schema (draft 2020-12) of the class cluster and of all its models.
  ///
  /// - Parameter isClosed: whether the schema rejects unmapped keys.
  /// - Throws: a `MappingError` for a mistake in the definition of a mapping.
  public static func jsonSchema(isClosed: Bool = false) throws -> String {
    try Definition(describing: modelDescription).jsonSchema(title: cluster.name, isClosed: isClosed)
  }
}
