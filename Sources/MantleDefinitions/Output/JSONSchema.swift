import Mantle

extension Definition {
  /// The definition as a JSON Schema (draft 2020-12), for validators and editors.
  ///
  /// It accepts what the models accept: keys that nothing maps are allowed, texts beyond the cases of an enumeration
  /// too, and `format` is what the standard makes of it, an annotation.
  ///
  /// - Parameter title: what the data is called.
  public func jsonSchema(title: String) throws -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("$schema")
    writer.string("https://json-schema.org/draft/2020-12/schema")
    writer.key("title")
    writer.string(title)
    root.writeSchema(to: &writer)
    if !models.isEmpty {
      writer.key("$defs")
      writer.beginObject()
      for model in models {
        writer.key(model.name)
        model.writeSchema(to: &writer)
      }
      writer.endObject()
    }
    writer.endObject()
    return String(
      decoding: JSONFormatter.pretty.format(try JSONDocument(writer.finish()).root), as: UTF8.self)
  }
}

extension DefinedModel {
  fileprivate func writeSchema(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("type")
    writer.string("object")
    if let documentation {
      writer.key("description")
      writer.string(documentation)
    }
    writer.key("properties")
    writer.beginObject()
    for property in properties {
      guard case .key(let key)? = property.keyPath.components.first, property.keyPath.components.count == 1
      else { continue }
      writer.key(key)
      writer.beginObject()
      property.type.writeSchema(to: &writer)
      if let documentation = property.documentation {
        writer.key("description")
        writer.string(documentation)
      }
      writer.endObject()
    }
    writer.endObject()
    let required = properties.filter { property in
      if case .optional = property.type { return false }
      return true
    }
    writer.key("required")
    writer.beginArray()
    for property in required {
      if case .key(let key)? = property.keyPath.components.first { writer.element(); writer.string(key) }
    }
    writer.endArray()
    writer.endObject()
  }
}

extension DefinedType {
  /// Writes the members of the type's schema into an open object.
  fileprivate func writeSchema(to writer: inout JSONWriter) {
    switch self {
    case .json: break
    case .model(let name):
      writer.key("$ref")
      writer.string("#/$defs/\(name)")
    case .optional(let type): Self.writeAny([type, nil], to: &writer)
    case .oneOf(let types): Self.writeAny(types, to: &writer)
    case .array(let element):
      writer.member("type", "array")
      writer.key("items")
      element.writeObject(to: &writer)
    case .dictionary(let value):
      writer.member("type", "object")
      writer.key("additionalProperties")
      value.writeObject(to: &writer)
    case .enumeration(let cases):
      writer.member("type", "string")
      writer.key("examples")
      writer.beginArray()
      for text in cases {
        writer.element()
        writer.string(text)
      }
      writer.endArray()
    default: writeScalar(to: &writer)
    }
  }

  private func writeScalar(to writer: inout JSONWriter) {
    switch self {
    case .boolean: writer.member("type", "boolean")
    case .integer: writer.member("type", "integer")
    case .unsigned:
      writer.member("type", "integer")
      writer.key("minimum")
      writer.integer(0)
    case .double, .decimal: writer.member("type", "number")
    case .transformed(let transformer): writer.member("type", transformer.isNumber ? "integer" : "string")
    case .instant: writer.member("type", "string"); writer.member("format", "date-time")
    case .url: writer.member("type", "string"); writer.member("format", "uri")
    case .uuid: writer.member("type", "string"); writer.member("format", "uuid")
    default: writer.member("type", "string")
    }
  }

  private func writeObject(to writer: inout JSONWriter) {
    writer.beginObject()
    writeSchema(to: &writer)
    writer.endObject()
  }

  /// - Parameter types: nil stands for null.
  private static func writeAny(_ types: [DefinedType?], to writer: inout JSONWriter) {
    writer.key("anyOf")
    writer.beginArray()
    for type in types {
      writer.element()
      writer.beginObject()
      if let type { type.writeSchema(to: &writer) } else { writer.member("type", "null") }
      writer.endObject()
    }
    writer.endArray()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }
}
