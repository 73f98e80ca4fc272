import Mantle

// Definition files, `NAME.model.json`, are read and written as what they describe: models with mappings.

extension Definition {
  /// Reads a definition file.
  ///
  /// - Throws: a ``DecodingFailure`` with every mistake, at its line and column.
  public init(_ bytes: JSONBytes, name: String? = nil) throws {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes, name: name) } catch {
      throw DecodingFailure([error.diagnostic(in: bytes)])
    }
    self.init(try DefinitionFile.decode(document.root))
    let problems = DefinitionCheck(self).problems(in: document)
    guard problems.isEmpty else { throw DecodingFailure(problems) }
  }

  private init(_ file: DefinitionFile) {
    self.init(
      root: file.root,
      models: file.models.map { model in
        DefinedModel(
          name: model.name, documentation: model.documentation,
          properties: model.properties.map(\.defined))
      })
  }

  /// The definition as a definition file, a property to a line.
  public var fileText: String {
    var text =
      "{\n  \"mantle\": \(DefinitionFile.version),\n  \"root\": \(Self.json(root.text)),\n  \"models\": ["
    for (number, model) in models.enumerated() {
      text += (number == 0 ? "\n" : ",\n") + "    {\n      \"name\": \(Self.json(model.name)),\n"
      if let words = model.documentation { text += "      \"documentation\": \(Self.json(words)),\n" }
      text += "      \"properties\": ["
      for (number, property) in model.properties.enumerated() {
        text += (number == 0 ? "\n" : ",\n") + "        " + Self.line(property)
      }
      text += model.properties.isEmpty ? "]\n    }" : "\n      ]\n    }"
    }
    return text + (models.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
  }

  private static func line(_ property: DefinedProperty) -> String {
    var members = [("name", json(property.name))]
    let path = property.keyPath.description
    if path != property.name { members.append(("path", json(path))) }
    members.append(("type", json(property.type.text)))
    if let cases = property.type.cases {
      members.append(("cases", "[" + cases.map(json).joined(separator: ", ") + "]"))
    }
    if let words = property.documentation { members.append(("documentation", json(words))) }
    if !property.notes.isEmpty {
      members.append(("notes", "[" + property.notes.map(json).joined(separator: ", ") + "]"))
    }
    return "{ " + members.map { "\(json($0.0)): \($0.1)" }.joined(separator: ", ") + " }"
  }

  private static func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return writer.text
  }
}

/// A definition file as it stands in JSON.
private struct DefinitionFile: Model {
  let mantle: Int
  let root: DefinedType
  let models: [ModelEntry]

  static let version = 1

  static let properties = Properties(of: DefinitionFile.self) {
    Property(\.mantle, "mantle").validated { version in
      guard version == DefinitionFile.version else {
        throw TransformError(
          expected: "\(DefinitionFile.version), the version of the format", found: "\(version)")
      }
      return version
    }
    Property(\.root, "root", .definedType)
    Property(\.models, "models")
  }

  static let mapping = Mapping(DefinitionFile.init, properties)
}

private struct ModelEntry: Model {
  let name: String
  let documentation: String?
  let properties: [PropertyEntry]

  static let properties = Properties(of: ModelEntry.self) {
    Property(\.name, "name")
    Property(\.documentation, "documentation").onNil(.omit)
    Property(\.properties, "properties")
  }

  static let mapping = Mapping(ModelEntry.init, properties)
}

private struct PropertyEntry: Model {
  let name: String
  let path: JSONKeyPath?
  let type: DefinedType
  let cases: [String]?
  let documentation: String?
  let notes: [String]

  static let properties = Properties(of: PropertyEntry.self) {
    Property(\.name, "name")
    Property(\.path, "path", JSONTransformer.keyPath.optional).onNil(.omit)
    Property(\.type, "type", .definedType)
    Property(\.cases, "cases").onNil(.omit)
    Property(\.documentation, "documentation").onNil(.omit)
    Property(\.notes, "notes").default([])
  }

  static let mapping = Mapping(PropertyEntry.init, properties)

  var defined: DefinedProperty {
    DefinedProperty(
      name: name, keyPath: path ?? JSONKeyPath(key: name), type: type.with(cases: cases ?? []),
      documentation: documentation, notes: notes)
  }
}

extension DefinedType {
  /// The type with the cases of its enumeration.
  fileprivate func with(cases: [String]) -> DefinedType {
    switch self {
    case .enumeration: .enumeration(cases)
    case .array(let type): .array(type.with(cases: cases))
    case .dictionary(let type): .dictionary(type.with(cases: cases))
    case .optional(let type): .optional(type.with(cases: cases))
    case .oneOf(let types): .oneOf(types.map { $0.with(cases: cases) })
    default: self
    }
  }
}

extension JSONTransformer where Value == DefinedType {
  fileprivate static var definedType: JSONTransformer {
    .custom("definedType") { (text: String) in
      try DefinedType(text)
    } reverse: {
      $0.text
    }
  }
}

extension JSONTransformer where Value == JSONKeyPath {
  fileprivate static var keyPath: JSONTransformer {
    .custom("keyPath") { (text: String) in
      try JSONKeyPath(text)
    } reverse: {
      $0.description
    }
  }
}
