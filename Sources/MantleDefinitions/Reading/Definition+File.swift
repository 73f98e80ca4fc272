import Mantle

// Definition files, `NAME.model.json`, are decoded and encoded by models with mappings.

extension Definition {
  /// Parses a definition file.
  ///
  /// ```swift
  /// let definition = try Definition(Data(contentsOf: URL(filePath: "issues.model.json")))
  /// ```
  ///
  /// Unknown members are errors, so that a misspelled setting is not ignored.
  ///
  /// - Parameter bytes: the contents of the file, a single JSON object.
  /// - Throws: a `DecodingFailure` with every problem and its line and column, in the order of
  ///   the text.
  public init(_ bytes: some Collection<UInt8>) throws { try self.init(JSONBytes(bytes)) }

  /// Parses a definition file.
  ///
  /// - Parameter text: the contents of the file, a single JSON object.
  /// - Throws: a `DecodingFailure` with every problem and its line and column.
  public init(_ text: String) throws { try self.init(JSONBytes(text)) }

  /// Parses the bytes of a definition file, and validates the definition.
  package init(_ bytes: JSONBytes) throws {
    let document: JSONDocument
    do { document = try JSONDocument(parsing: bytes) } catch {
      throw DecodingFailure([error.diagnostic(in: bytes)])
    }
    try self.init(document.root)
  }

  /// Decodes the root value of a definition file and validates it.
  private init(_ root: JSONNode) throws {
    let unknown = UnknownMembers(in: root).problems
    do {
      let file = try DefinitionFile.decode(root)
      self.init(root: file.root.completed(cases: file.cases, unknown: file.unknown), models: file.models)
    } catch let failure as DecodingFailure {
      let problems = failure.diagnostics.map { $0.missingClass(in: root) ?? $0 }
      throw DecodingFailure((unknown + problems).inOrderOfText)
    }
    var check = DefinitionCheck(self, root)
    let problems = unknown + check.findProblems()
    guard problems.isEmpty else { throw DecodingFailure(problems.inOrderOfText) }
  }

  /// The model of definition files themselves. Its diagnostics include every problem that
  /// ``init(_:)`` reports.
  package static let fileModel: ModelDescription = {
    let plain = plainFileModel
    return ModelDescription(
      name: plain.name, documentation: plain.documentation, properties: plain.properties,
      diagnose: { node, minimumSeverity in
        do {
          _ = try Definition(node)
          return plain.diagnose(node, minimumSeverity: minimumSeverity)
        } catch {
          return (error as? DecodingFailure)?.diagnostics ?? []
        }
      }, export: { try plain.export($0, to: &$1, isWritten: $2) })
  }()

  /// The model of definition files, which ignores unknown members.
  static var plainFileModel: ModelDescription { DefinitionFile.modelDescription }

  /// Returns whether a document is intended as a definition file: an object with the version of the
  /// format as `mantle`.
  ///
  /// - Parameter bytes: the document, which may be malformed.
  package static func isFile(_ bytes: JSONBytes) -> Bool {
    if let root = try? JSONDocument(parsing: bytes).root { return root["mantle"] != nil }
    // In malformed JSON the key is searched for in the first kilobyte, where written files have
    // it.
    return bytes.text(0..<min(bytes.count, 1_024)).contains("\"mantle\"")
  }

  /// The text of the definition file: formatted JSON with one property per line.
  ///
  /// Members that have their default values are omitted.
  ///
  /// ```swift
  /// let same = try Definition(JSONBytes(definition.fileText))  // equal to `definition`
  /// ```
  public var fileText: String {
    let head = DefinitionFile(
      mantle: DefinitionFile.version, root: root, cases: root.enumeration?.cases,
      unknown: root.enumeration?.unknown == .refuse ? .refuse : nil, models: [])
    let members = head.members.filter { $0.key != "models" }.map { "  \(Self.json($0.key)): \($0.value),\n" }
    var text = "{\n" + members.joined() + "  \"models\": ["
    for (number, model) in models.enumerated() {
      text += (number == 0 ? "\n" : ",\n") + "    {\n"
      var members = model.fileMembers(besides: DefinedModel(name: "")).filter { $0.key != "properties" }
        .map {
          "      \(Self.json($0.key)): \($0.key == "archive" ? Self.text(of: model.archive) : $0.value)"
        }
      if model.cluster == nil {
        let lines = model.properties.map { "        " + Self.line($0) }
        members.append(
          "      \"properties\": ["
            + (lines.isEmpty ? "]" : "\n" + lines.joined(separator: ",\n") + "\n      ]"))
      }
      text += members.joined(separator: ",\n") + "\n    }"
    }
    return text + (models.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
  }

  /// Returns the line of one property in a definition file.
  private static func line(_ property: DefinedProperty) -> String {
    // No property has this name and type, so the members for the name and the type are always written.
    line(
      property.fileMembers(besides: DefinedProperty(name: "", path: JSONKeyPath(key: ""), type: .oneOf([]))))
  }

  /// Returns the archive settings of a model as an object on one line.
  private static func text(of archive: DefinedArchive?) -> String {
    line(archive?.fileMembers(besides: DefinedArchive(className: "")) ?? [])
  }

  private static func line(_ members: [(key: String, value: String)]) -> String {
    "{ " + members.map { "\(json($0.key)): \($0.value)" }.joined(separator: ", ") + " }"
  }

  /// Returns a string as JSON, quoted and escaped.
  private static func json(_ text: String) -> String {
    var writer = JSONWriter()
    writer.writeString(text)
    return writer.text
  }
}

extension Model {
  /// Returns the JSON members of the value that differ from those of a value with default settings, for a definition file.
  ///
  /// - Parameter plain: the value with default settings.
  fileprivate func fileMembers(besides plain: Self) -> [(key: String, value: String)] {
    let (mine, others) = (members, plain.members)
    return mine.filter { member in !others.contains { $0.key == member.key && $0.value == member.value } }
  }

  /// The JSON members of the value, each on one line.
  fileprivate var members: [(key: String, value: String)] {
    var writer = JSONWriter()
    // The mappings of definitions use no transformer that rejects a value, so encoding does not
    // fail.
    guard (try? encode(to: &writer)) != nil, let document = try? JSONDocument(writer.finish()) else {
      return []
    }
    return document.root.members.map { key, value in
      (key.displayText, JSONFormatter.spaced.text(value))
    }
  }
}

/// The contents of a definition file.
private struct DefinitionFile: Model {
  /// The address of the JSON Schema by which editors complete the file.
  var schema: String?
  /// The version of the file format.
  var mantle: Int
  /// The type of the root value in documents.
  var root: DefinedType
  /// The cases of the enumerations in the root type.
  var cases: [String]?
  /// The policy for unknown cases of the enumerations in the root type.
  var unknown: UnknownCases?
  /// The models of the definition in the file.
  var models: [DefinedModel]

  /// The version of the format that this program supports.
  static let version = 1

  /// The members of a definition file.
  static let properties = Properties(of: DefinitionFile.self) {
    Property(\.schema, "$schema").encodeNil(as: .omitted).documented(
      "The JSON Schema of definition files, for editors.")
    Property(\.mantle, "mantle").validated { version in
      guard version == DefinitionFile.version else {
        throw TransformError(
          expected: "\(DefinitionFile.version), the version of the format", found: "\(version)")
      }
    }.documented("The version of the format: 1.")
    Property(\.root, "root", .definedType)
      .documented("The type of a document, or of each value of NDJSON.")
    Property(\.cases, "cases").encodeNil(as: .omitted).documented(
      "The strings of an enum, if the type of the document is an enum.")
    Property(\.unknown, "unknown", .cases).encodeNil(as: .omitted)
      .documented("The treatment of a string that is not a case of that enum; by default, it is kept.")
    Property(\.models, "models").documented("The models, in the order in which they are shown.")
  }

  /// The conversion between the contents and the JSON of the file.
  static let mapping = Mapping(DefinitionFile.init, properties).named("Definition")
}

/// The form of a model in a definition file.
extension DefinedModel: Model {
  /// The members of the JSON object for a model, with their defaults.
  package static let mapping = Mapping(
    DefinedModel.init(name:documentation:properties:cluster:onNil:summary:profiles:archive:),
    Properties(of: DefinedModel.self) {
      Property(\.name, "name").documented("The name of the model in types and messages.")
      Property(\.documentation, "documentation").encodeNil(as: .omitted).documented(
        "The documentation of the model.")
      Property(\.properties, "properties").default([])
        .documented("The properties in display order; none for a class cluster.")
      Property(\.cluster, "cluster").encodeNil(as: .omitted)
        .documented("The models of a class cluster, distinguished by a string in the object.")
      Property(\.onNil, "onNil", .cases).encodeNil(as: .omitted)
        .documented(
          "The default encoding of nil: null, no key, the default of the property, or the form in the input."
        )
      Property(\.summary, "summary").encodeNil(as: .omitted)
        .documented(
          "The text of a row in the browser, with names of properties in braces, #{number} {title}; {{ is a brace."
        )
      Property(\.profiles, "profiles", JSONTransformer.keyPath.dictionary.dictionary).default([:])
        .documented(
          "Other mappings of the same model, by name: the paths of properties in them. Read as `NAME (PROFILE)`."
        )
      Property(\.archive, "archive").encodeNil(as: .omitted)
        .documented(
          "The class, version and migrations in archives; by default, the class has the model's name.")
    }
  ).named("Model")
}

/// The form of a class cluster in a definition file.
extension DefinedCluster: Model {
  /// The members of the JSON object for a class cluster, with their defaults.
  static let mapping = Mapping(
    DefinedCluster.init(discriminator:models:otherwise:),
    Properties(of: DefinedCluster.self) {
      Property(\.discriminator, "by", .keyPath).documented(
        "The path of the string that selects the model.")
      Property(\.models, "models").documented("The names of the models, by that string.")
      Property(\.otherwise, "otherwise").encodeNil(as: .omitted)
        .documented("The model of all other objects; without it, another string is an error.")
    }
  ).named("Cluster")
}

extension Diagnostic {
  /// Returns the problem of archive settings without a class, with the member to add to the file; nil for other
  /// problems.
  fileprivate func missingClass(in root: JSONNode) -> Diagnostic? {
    guard code == .missing, model == DefinedArchive.mapping.name, property == "className" else { return nil }
    let holder = JSONKeyPath(Array(path.components.prefix { $0 != .key("archive") }))
    let name = root.find(holder)?["name"]?.displayText ?? "NAME"
    return Diagnostic(
      .error, .archive, path: path, location: location,
      detail: "the archive settings name no class: add \"class\": \(JSONText.quoted(name))")
  }
}
