import TextCells
import Mantle

extension DefinedProperty {
  /// Returns the property with an explicit archive key, if its Swift name differs from its name in the definition.
  fileprivate func archived(in model: DefinedModel, as swiftName: String) -> DefinedProperty {
    var property = self
    if model.archive != nil, swiftName != name { property.archiveKey = archiveKey ?? name }
    return property
  }
}

extension Definition {
  /// The models as Swift source: one file that depends only on this package and on Foundation.
  ///
  /// The file imports `MantleFormatters` if the definition has dates with patterns, and `MantleArchiving` if it has archive
  /// settings.
  ///
  /// ```swift
  /// try Data(definition.swiftSource.utf8).write(to: URL(filePath: "Models.swift"))
  /// ```
  ///
  /// The source compiles without changes. Its models have the properties, mappings and archive settings of
  /// the definition.
  public var swiftSource: String { SwiftSource(self).text }
}

/// The writer of Swift declarations for the models of a definition.
///
/// The declarations are:
///
/// - for each model a struct, or a final class if the model is recursive, with its
///   properties, initializer and mapping
/// - for each class cluster an enum with a model in each case
/// - for each enumeration an enum of strings, which is wrapped in `OpenCase` if unknown cases
///   are preserved
/// - for each union an enum that selects its case by the kind of the JSON value
/// - a type alias for the root, unless it is a model, a list of models, or any JSON
private struct SwiftSource {
  /// The definition to convert.
  private let definition: Definition
  /// The names of the Swift types, by model name.
  private let typeNames: [String: String]
  /// The names of the models that contain themselves without a list or dictionary in between. They become classes,
  /// because structs cannot be recursive.
  private let classes: Set<String>
  /// The names of Swift types in use.
  private var names = NameSpace()
  /// The declarations written so far.
  private var declarations: [String] = []

  /// The type names that the generated source uses, or that have a meaning in Swift.
  private static let taken = [
    "Any", "AnyObject", "ArchivableModel", "Array", "Bool", "CaseIterable", "Character", "Cluster", "Codable",
    "Comparable", "CustomStringConvertible", "Data", "Date", "Decimal", "Decodable", "Dictionary", "Double",
    "Encodable", "Equatable", "Error", "Field", "Float", "Hashable", "Identifiable", "Int", "Int16", "Int32",
    "Int8", "JSONConvertible", "JSONCursor", "JSONTransformer", "JSONValue", "JSONWriter", "KeyPath",
    "Mapping", "Model", "Never", "OpenCase", "Optional", "PolymorphicModel", "Properties", "Property",
    "Protocol", "RawRepresentable", "Result", "Self", "Sendable", "Set", "String", "Substring", "Transformer",
    "TransformError", "Type", "UInt16", "UInt32", "UInt64", "UInt8", "URL", "UUID", "ValueShape", "Void",
  ]

  /// Creates a writer that has named the types of all models.
  init(_ definition: Definition) {
    self.definition = definition
    var names = NameSpace()
    for name in Self.taken { _ = names.take([name]) }
    var typeNames: [String: String] = [:]
    for model in definition.models {
      let name = SwiftName.isIdentifier(model.name) ? model.name : Names.model(model.name)
      typeNames[model.name] = names.take([name, name + "Model"])
    }
    self.typeNames = typeNames
    self.names = names
    classes = RecursiveModels(definition).names
  }

  /// The complete Swift source, with imports.
  var text: String {
    var source = self
    return source.write()
  }

  /// Writes all declarations and returns the source with its imports.
  private mutating func write() -> String {
    for model in definition.models { write(model) }
    writeRoot(definition.root)
    let hasPatterns = definition.models.flatMap(\.properties).flatMap(\.type.leaves).contains {
      if case .date = $0 { true } else { false }
    }
    let hasArchives = definition.models.contains { model in
      model.archive != nil || model.properties.contains { !$0.isArchived || $0.archiveKey != nil }
    }
    let products =
      ["Mantle"] + (hasArchives ? ["MantleArchiving"] : []) + (hasPatterns ? ["MantleFormatters"] : [])
    let listed = products.dropLast().joined(separator: ", ") + " and \(products[products.count - 1])"
    let needs = products.count > 1 ? "// Needs the products \(listed) of the package.\n" : ""
    let imports = (["Foundation"] + products).map { "import \($0)\n" }.joined()
    return needs + imports + "\n" + declarations.joined(separator: "\n")
  }

  /// Writes a type alias for the root value, unless it is a model or a list of one.
  private mutating func writeRoot(_ root: DefinedType) {
    switch root {
    case .model, .array(.model): return
    case .json where !definition.models.isEmpty: return
    default: break
    }
    let name = names.take(["Root", "RootValue"])
    let type = swiftType(root.withoutTransformers, in: name, "value")
    let words = "A text, or each value of NDJSON: `try \(name).decode(json: text)`."
    declarations.append("/// \(words)\npublic typealias \(name) = \(type)\n")
  }

  /// Writes the Swift type of a model, with its mapping.
  private mutating func write(_ model: DefinedModel) {
    if let cluster = model.cluster { return write(cluster, of: model) }
    let type = typeNames[model.name] ?? model.name
    let isClass = classes.contains(model.name)
    let place = declarations.count
    let swiftNames = PropertyNames.swift.names(of: model.properties.map(\.name))
    let fields = zip(model.properties, swiftNames).map { property, name in
      let keepsNull = model.keepsNull(of: property)
      let valueType = swiftType(keepsNull ? property.type.unwrapped : property.type, in: type, property.name)
      return StoredProperty(
        property: property.archived(in: model, as: name), name: SwiftName.escaped(name), valueType: valueType,
        keepsNull: keepsNull)
    }
    let protocols = model.archive == nil ? "Model, Sendable" : "ArchivableModel, Sendable"
    var text = comment(model.documentation, indent: "")
    text += "public \(isClass ? "final class" : "struct") \(type): \(protocols) {\n"
    text += stored(fields, isClass: isClass)
    text += "\n  public static let properties = " + properties(fields, of: type)
    text += "\n  public static let mapping: Mapping<\(type)> = Mapping(\(type).init, properties)\n"
    text += options(of: model, type == model.name ? nil : model.name)
    text += profiles(of: model, fields, type)
    if let archive = model.archive { text += "\n  public static let archive = \(archive.swiftSource)\n" }
    declarations.insert(text + "}\n", at: place)
  }

  /// A stored property of a generated type.
  private struct StoredProperty {
    /// The property as it is defined in the definition.
    let property: DefinedProperty
    /// The Swift name of the property, in backticks if necessary.
    let name: String
    /// The Swift type of the property's value, without `Field`.
    let valueType: String
    /// Whether the property distinguishes null from an absent key.
    let keepsNull: Bool

    /// The Swift type of the stored property.
    var type: String { keepsNull ? "Field<\(valueType)>" : valueType }
  }

  /// Returns the declarations of the stored properties and of the memberwise initializer.
  private func stored(_ fields: [StoredProperty], isClass: Bool) -> String {
    var text = ""
    for field in fields {
      for note in field.property.openNotes { text += comment(note, indent: "  ", mark: "//") }
      text += comment(field.property.documentation, indent: "  ")
      let isConstant = isClass || !field.property.isMutable
      text += "  public \(isConstant ? "let" : "var") \(field.name): \(field.type)\n"
    }
    text += "\n  public init(" + fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ") + ") {\n"
    for field in fields { text += "    self.\(field.name) = \(field.name)\n" }
    return text + "  }\n"
  }

  /// Returns the `Properties` expression of a model.
  private func properties(_ fields: [StoredProperty], of type: String) -> String {
    var text = "Properties(of: \(type).self) {\n"
    for field in fields {
      let type = field.property.type
      let transformer = transformer(field.keepsNull ? type.unwrapped : type, named: field.valueType)
      text += "    Property(\\.\(field.name), \(SwiftProperty.paths(of: field.property) + transformer))\n"
      for modifier in SwiftProperty(field.property, swiftType: field.valueType, keepsNull: field.keepsNull)
        .modifiers
      {
        text += "      .\(modifier)\n"
      }
    }
    return text + "  }\n"
  }

  /// Returns the mappings of the profiles, and the dictionary that contains them.
  private func profiles(of model: DefinedModel, _ fields: [StoredProperty], _ type: String) -> String {
    guard !model.profiles.isEmpty else { return "" }
    var text = ""
    var entries: [String] = []
    for (index, profile) in model.profiles.inOrder.enumerated() {
      let number = index + 1
      let other = model.profile(profile.key, profile.value)
      let fields = zip(fields, other.properties).map {
        StoredProperty(
          property: $1.archived(in: model, as: $0.name), name: $0.name, valueType: $0.valueType,
          keepsNull: $0.keepsNull)
      }
      text += "\n  private static let properties\(number) = " + properties(fields, of: type)
      text += "\n  private static let profile\(number) = Mapping(\(type).init, properties\(number))\n"
      text += options(of: other, other.name)
      entries.append("\(SwiftName.literal(profile.key)): profile\(number)")
    }
    let list = entries.joined(separator: ", ")
    return text + "\n  public static let profiles: [String: Mapping<\(type)>] = [\(list)]\n"
  }

  /// Returns the calls that configure a mapping beyond its properties.
  ///
  /// - Parameter name: the name of the model; nil if it equals the name of the type.
  private func options(of model: DefinedModel, _ name: String?) -> String {
    var text = ""
    if let name { text += "    .named(\(SwiftName.literal(name)))\n" }
    if let policy = model.onNil?.policy { text += "    .encodeNil(as: .\(policy))\n" }
    if let words = model.documentation { text += "    .documented(\(SwiftName.literal(words)))\n" }
    if let summary = model.summary.map(swiftSummary) {
      text += "    .summary(\(SwiftName.literal(summary)))\n"
    }
    return text
  }

  /// Returns a summary template in which the properties have their Swift names.
  private func swiftSummary(_ text: String) -> String {
    guard let template = try? SummaryTemplate(text) else { return text }
    return template.parts.map { part in
      switch part {
      case .text(let text): text.replacing("{", with: "{{")
      case .property(let path):
        "{" + path.split(separator: ".").map { Names.property(String($0)) }.joined(separator: ".") + "}"
      }
    }.joined()
  }

  private func comment(_ words: String?, indent: String, mark: String = "///") -> String {
    let lines = words?.split(whereSeparator: \.isNewline) ?? []
    return lines.map { "\(indent)\(mark) \($0.sanitized)\n" }.joined()
  }

  /// Writes a class cluster as an enum with a model in each case.
  private mutating func write(_ cluster: DefinedCluster, of model: DefinedModel) {
    let type = typeNames[model.name] ?? model.name
    var caseNames = NameSpace()
    var members = cluster.models.sorted { $0.key < $1.key }.map { text, model in
      (
        name: caseNames.take([Names.property(text)]), model: typeNames[model] ?? model,
        condition: "when: \(SwiftName.literal(text)), ", kind: "model"
      )
    }
    if let other = cluster.otherwise {
      members.append((caseNames.take(["other"]), typeNames[other] ?? other, "", "otherwise"))
    }
    var text = comment(model.documentation, indent: "")
    text += "public indirect enum \(type): PolymorphicModel, Sendable {\n"
    for member in members { text += "  case \(SwiftName.escaped(member.name))(\(member.model))\n" }
    let path = SwiftName.literal(cluster.discriminator.description)
    text += "\n  public static let cluster = Cluster<\(type)>(\n    by: \(path),\n    [\n"
    for member in members {
      let name = SwiftName.escaped(member.name)
      text += "      .\(member.kind)(\(member.model).self, \(member.condition)wrap: \(type).\(name)) {\n"
      text += "        if case .\(name)(let model) = $0 { model } else { nil }\n      },\n"
    }
    declarations.append(text + "    ])\n}\n")
  }

  /// Returns the transformer argument of a property; empty if the natural conversion of its Swift
  /// type is correct.
  ///
  /// - Parameter swiftType: the Swift type as it is written.
  private func transformer(_ type: DefinedType, named swiftType: String) -> String {
    switch type.leaf {
    case .instant: return ", \(lifted(type, "iso8601", of: "Date"))"
    case .date(let pattern):
      return ", \(lifted(type, "pattern(\(SwiftName.literal(pattern.text)))", of: "Date"))"
    case .enumeration(_, .refuse):
      let name = swiftType.filter { $0 != "[" && $0 != "]" && $0 != "?" }.split(separator: " ").last ?? ""
      return ", \(lifted(type, "cases", of: String(name)))"
    case .uuid(lowercase: true): return ", \(lifted(type, "lowercaseUUID", of: "UUID"))"
    case .transformed(let transformer):
      return ", \(lifted(type, transformer.rawValue, of: transformer.swiftType))"
    default: return ""
    }
  }

  /// Returns the expression for a transformer of the values inside lists, dictionaries and optionals. Such a transformer needs an
  /// explicit type.
  private func lifted(_ type: DefinedType, _ name: String, of value: String) -> String {
    func chain(_ type: DefinedType) -> String {
      switch type {
      case .optional(let inner): chain(inner) + (inner.isContainer ? ".optional" : "")
      case .array(.optional(let inner)): "\(chain(inner)).optional.array"
      case .array(let inner), .set(let inner): "\(chain(inner)).array"
      case .dictionary(.optional(let inner)): "\(chain(inner)).optional.dictionary"
      case .dictionary(let inner): "\(chain(inner)).dictionary"
      default: ""
      }
    }
    let chain = chain(type)
    return chain.isEmpty ? ".\(name)" : "JSONTransformer<\(value)>.\(name)\(chain)"
  }

  /// Returns the Swift type for a definition type, and declares the enums it needs.
  private mutating func swiftType(_ type: DefinedType, in model: String, _ property: String) -> String {
    switch type {
    case .sized(let width): return "\(width.type)"
    case .date: return "Date"
    case .transformed(let transformer): return transformer.swiftType
    case .enumeration(let cases, .keep):
      return "OpenCase<\(declareEnum(cases, in: model, property, isClosed: false)), String>"
    case .enumeration(let cases, .refuse): return declareEnum(cases, in: model, property, isClosed: true)
    case .model(let name): return typeNames[name] ?? name
    case .set(let element) where element.isHashable: return "Set<\(swiftType(element, in: model, property))>"
    case .array(let element), .set(let element): return "[\(swiftType(element, in: model, property))]"
    case .dictionary(let value): return "[String: \(swiftType(value, in: model, property))]"
    case .optional(let inner): return swiftType(inner, in: model, property) + "?"
    case .oneOf(let types): return declareUnion(types, in: model, property)
    default: return DefinedType.plain.first { $0.type == type }?.swift ?? "JSONValue"
    }
  }

  /// Declares the enum of an enumeration and returns its name.
  private mutating func declareEnum(
    _ cases: [String], in model: String, _ property: String, isClosed: Bool
  ) -> String {
    let name = names.take([model + Names.model(property)])
    var caseNames = NameSpace()
    let protocols = isClosed ? "JSONConvertible, CaseIterable, Sendable" : "CaseIterable, Sendable"
    var text = "public enum \(name): String, \(protocols) {\n"
    for value in cases {
      let first = value.isEmpty ? "empty" : Names.property(value)
      let caseName = caseNames.take([first, first + "Case"])
      text += "  case \(SwiftName.escaped(caseName)) = \(SwiftName.literal(value))\n"
    }
    declarations.append(text + "}\n")
    return name
  }

  /// Declares the enum of a union and returns its name.
  private mutating func declareUnion(_ types: [DefinedType], in model: String, _ property: String) -> String {
    let name = names.take([model + Names.model(property)])
    let place = declarations.count
    let cases = types.map(\.withoutTransformers).map {
      (type: $0, name: $0.unionCase.name, test: $0.unionCase.test, swift: swiftType($0, in: model, property))
    }
    var text = "public indirect enum \(name): JSONConvertible, Sendable {\n"
    for one in cases { text += "  case \(one.name)(\(one.swift))\n" }
    text += "\n  public static func decode(_ json: JSONCursor) throws -> \(name) {\n"
    for one in cases.dropLast() {
      text += "    if \(one.test) { return .\(one.name)(try \(one.swift).decode(json)) }\n"
    }
    if let last = cases.last { text += "    return .\(last.name)(try \(last.swift).decode(json))\n" }
    text += "  }\n\n  public func encode(to writer: inout JSONWriter) throws {\n    switch self {\n"
    for one in cases {
      let call = (one.type.canFailToEncode ? "try " : "") + "value.encode(to: &writer)"
      text += "    case .\(one.name)(let value): \(call)\n"
    }
    text += "    }\n  }\n\n  public static var shape: ValueShape { .json }\n}\n"
    declarations.insert(text, at: place)
    return name
  }
}

/// The models that contain themselves by value, directly or through other models. In Swift such
/// models must be classes.
struct RecursiveModels {
  /// The names of the models that each model stores inline, by model name.
  private let held: [String: Set<String>]

  /// Collects the references between the models of a definition.
  init(_ definition: Definition) {
    var held: [String: Set<String>] = [:]
    for model in definition.models {
      held[model.name] = model.properties.reduce(into: []) { $0.formUnion(Self.held(by: $1.type)) }
    }
    self.held = held
  }

  /// The names of the models that contain themselves.
  var names: Set<String> { Set(held.keys.filter { reaches($0) }) }

  /// Returns whether a model contains itself, directly or through other models.
  ///
  /// - Complexity: O(*n*) in the number of references.
  private func reaches(_ name: String) -> Bool {
    var seen: Set<String> = []
    var waiting = Array(held[name] ?? [])
    while let next = waiting.popLast() {
      if next == name { return true }
      if seen.insert(next).inserted { waiting += held[next] ?? [] }
    }
    return false
  }

  /// Returns the models that a type stores inline. Lists, dictionaries and unions store their
  /// contents indirectly.
  private static func held(by type: DefinedType) -> Set<String> {
    if case .model(let name) = type.unwrapped { [name] } else { [] }
  }
}
