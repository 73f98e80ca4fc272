import Mantle

extension SchemaReader {
  /// Returns the type for one word of the `type` keyword.
  ///
  /// - Parameters:
  ///   - type: a word such as `string`. Unknown words become any JSON, with a warning.
  ///   - schema: the schema with the keywords that refine the type, such as `format`.
  ///   - name: the name for models inside the type.
  mutating func single(_ type: String, _ schema: JSONNode, named name: String) -> DefinedType {
    if let own = DefinedType(kind: type, namedBy: schema) {
      losses.keep(schema["format"], schema["minimum"], schema["maximum"], schema["pattern"])
      return own
    }
    let known = DefinedType(kind: type, keywordsOf: schema)
    if known != nil { losses.keep(schema["format"]) }
    switch type {
    case "string": return known ?? .string
    case "integer": return integer(known, schema)
    case "number": return known ?? (schema["multipleOf"] == nil ? .double : .decimal)
    case "boolean": return .boolean
    case "null": return DefinedType.json.asOptional
    case "array": return list(schema, named: name)
    case "object": return dictionary(schema, named: name)
    default:
      lose(schema["type"] ?? schema, "`\(type)` is not a type of JSON Schema; it is read as any JSON")
      return .json
    }
  }

  /// Returns the type of a schema with the type `integer`. Bounds of the schema that the type itself implies do not
  /// become constraints.
  ///
  /// - Parameter known: the type that the `format` of the schema selects; nil if it selects none.
  private mutating func integer(_ known: DefinedType?, _ schema: JSONNode) -> DefinedType {
    let (least, most) = (schema["minimum"], schema["maximum"])
    if case .sized(let width) = known {
      if least?.rawText == "\(width.range.lowerBound)" { losses.keep(least) }
      if most?.rawText == "\(width.range.upperBound)" { losses.keep(most) }
    }
    if let known { return known }
    guard least?.rawText == "0" else { return .integer }
    losses.keep(least)
    return .unsigned
  }

  /// Returns the type of a list. A tuple becomes a list of the union of its element types.
  private mutating func list(_ schema: JSONNode, named name: String) -> DefinedType {
    let items = schema["items"]
    if let tuple = schema["prefixItems"] ?? items.flatMap({ $0.kind == .array ? $0 : nil }) {
      lose(tuple, "a list with a type for each position is read as a list of all these types")
      let types = tuple.list.map { type($0, named: name) }.uniqued
      return .array(types.count == 1 ? types[0] : types.isEmpty ? .json : .oneOf(types))
    }
    return .array(items.map { type($0, named: Names.element(name)) } ?? .json)
  }

  /// Returns the type of an object whose keys are data: a dictionary with one type for the values of all patterns.
  private mutating func dictionary(_ schema: JSONNode, named name: String) -> DefinedType {
    let patterns = schema["patternProperties"].map { Array($0.members) } ?? []
    // The warning about the patterns covers this keyword too.
    if !patterns.isEmpty { losses.keep(schema["additionalProperties"]) }
    if let first = patterns.first {
      let others = patterns.count > 1 || schema["additionalProperties"]?.kind == .object
      let more = others ? ", with values of one type" : ""
      lose(first.key, "keys with a pattern are read as any keys\(more)")
    }
    var types = patterns.map { type($0.value, named: Names.element(name)) }
    if let values = schema["additionalProperties"], values.kind == .object {
      types.append(type(values, named: Names.element(name)))
    } else if patterns.isEmpty || schema["additionalProperties"]?.kind == .true {
      types.append(.json)
    }
    return .dictionary(DefinedType.any(of: types))
  }
}
