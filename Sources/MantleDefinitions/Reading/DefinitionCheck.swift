import Mantle

/// The semantic checks of a definition file whose values are all well-formed.
///
/// The checks report names without a model, repeated names, settings that exclude each other,
/// models that no finite value satisfies, and defaults that their own property rejects.
///
/// - Sizes: the numbers of models, properties and cases
/// - Names: empty and repeated names of models and properties, and names of types
/// - References: types, clusters and profiles that name unknown models or properties
/// - Archives: repeated classes, and versions and migrations out of range
/// - Settings: constraints that do not apply to a type or exclude each other
/// - Recursion: models that require themselves
/// - Values: defaults and permitted values that do not belong to their type
struct DefinitionCheck {
  /// The decoded definition to check.
  private let definition: Definition
  /// The root value of the file, for the locations of problems.
  private let root: JSONNode
  /// The JSON objects of the models in the file.
  private let modelNodes: [JSONNode]
  /// The models of the definition, by name.
  let known: [String: DefinedModel]
  /// The problems of the definition file found so far.
  private var problems: [Diagnostic] = []

  /// The maximum number of properties of one model. An object with more keys is treated as a
  /// dictionary.
  static let maximumProperties = 1_024
  /// The maximum number of properties of all models together, each of which takes memory when the
  /// mappings are created.
  static let maximumPropertiesOfAll = 1 << 16
  /// The maximum number of cases that an enumeration may have.
  static let maximumCases = 1_024
  /// The maximum number of models that a definition may have.
  static let maximumModels = 1 << 14

  /// Creates the checks of a decoded definition file.
  ///
  /// - Parameter root: the root value of the file.
  init(_ definition: Definition, _ root: JSONNode) {
    self.definition = definition
    self.root = root
    modelNodes = root["models"].map { Array($0.elements) } ?? []
    known = Dictionary(definition.models.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns all problems of the definition file, in no particular order.
  ///
  /// Checks that need working mappings run only if the other checks find nothing. A definition
  /// that exceeds a size limit is not checked further.
  mutating func findProblems() -> [Diagnostic] {
    checkSizes()
    guard problems.isEmpty else { return problems }
    check(definition.root, at: "root")
    checkCases(beside: definition.root, in: root, at: "")
    checkNames()
    for (number, model) in definition.models.enumerated() {
      check(model, modelNodes.at(number), at: "models[\(number)]")
    }
    guard problems.isEmpty else { return problems }
    checkRecursion()
    checkMappings()
    return problems
  }

  // MARK: - The definition as a whole

  /// Checks the limits for the numbers of models and properties.
  private mutating func checkSizes() {
    for (number, model) in definition.models.enumerated()
    where model.properties.count > Self.maximumProperties {
      add(
        "at most \(Self.maximumProperties) properties", "\(model.properties.count)",
        at: "models[\(number)].properties", .limit, "declare an object with more keys as a dictionary: `{T}`")
    }
    let count = definition.models.count
    if count > Self.maximumModels {
      add("at most \(Self.maximumModels) models", "\(count)", at: "models", .limit)
    }
    let all = definition.models.reduce(0) { $0 + $1.properties.count }
    if all > Self.maximumPropertiesOfAll {
      add("at most \(Self.maximumPropertiesOfAll) properties in all", "\(all)", at: "models", .limit)
    }
  }

  /// Checks that the names of models are distinct and are not names of types. The classes of their archive settings
  /// must be distinct, too, because objects of a class are decoded as one model.
  private mutating func checkNames() {
    var names: Set<String> = []
    var classes: Set<String> = []
    for (number, model) in definition.models.enumerated() {
      let place = "models[\(number)]"
      for name in model.archive.map({ [$0.className] + $0.aliases }) ?? []
      where !classes.insert(name).inserted {
        add("a class that no other model has", "\"\(name)\" again", at: "\(place).archive")
      }
      guard isName(model.name, at: "\(place).name") else { continue }
      if DefinedType.isWord(model.name) {
        add("a name that is not a type", "\"\(model.name)\"", at: "\(place).name")
      } else if !names.insert(model.name).inserted {
        add("a name that no other model has", "\"\(model.name)\" again", at: "\(place).name")
      }
    }
  }

  /// Returns whether a name can be an identifier in programs; adds a problem if it cannot.
  private mutating func isName(_ name: String, at place: String) -> Bool {
    if SwiftName.isIdentifier(name) { return true }
    if name.isEmpty {
      add("a name", "an empty one", at: place)
    } else {
      let found = "\"\(Shortened.middle(of: name))\""
      add("a name: letters, digits and `_`, with no digit first", found, at: place)
    }
    return false
  }

  /// Checks for models that require themselves, directly or through other models, so that no finite
  /// value exists.
  ///
  /// - Complexity: O(*n*) in the number of references between models, by a worklist.
  private mutating func checkRecursion() {
    var endless = Set(known.keys)
    var holders: [String: [DefinedModel]] = [:]
    for model in definition.models {
      for name in model.mentioned { holders[name, default: []].append(model) }
    }
    var waiting = definition.models
    while let model = waiting.popLast() {
      guard endless.contains(model.name), model.ends(without: endless) else { continue }
      endless.remove(model.name)
      waiting += holders[model.name] ?? []
    }
    for (number, model) in definition.models.enumerated() where endless.contains(model.name) {
      add(
        "a model of finite size", "a model that requires itself without end",
        at: "models[\(number)].name", .definition, "make a property of this cycle optional, or a list"
      )
    }
  }

  /// Checks for problems that only working mappings reveal: mapping errors, and defaults or permitted values that the property
  /// rejects.
  private mutating func checkMappings() {
    let models = DefinedModels(definition)
    for (number, model) in definition.models.enumerated() where model.cluster == nil {
      let place = path("models[\(number)]")
      if let error = models.mistake(in: model.name) {
        add(error, in: model, at: place)
      } else {
        for (name, paths) in model.profiles.inOrder {
          guard let error = models.mistake(in: model.profile(name, paths).name) else { continue }
          add(error, in: model, at: place.appending(key: "profiles").appending(key: name))
        }
      }
      let properties = models.description(of: model.name)?.properties ?? []
      for (index, (property, description)) in zip(model.properties, properties).enumerated() {
        let place = "models[\(number)].properties[\(index)]"
        let values =
          (property.defaultValue.map { [("\(place).default", $0)] } ?? [])
          + (property.rules.oneOf ?? []).enumerated().map { ("\(place).oneOf[\($0)]", $1) }
        for (place, value) in values {
          let refusal = description.decode(value.node).diagnostics.first { $0.severity == .error }
          guard let refusal else { continue }
          add(refusal.expected ?? property.type.text, refusal.found ?? value.text, at: place)
        }
      }
    }
  }
}

extension DefinitionCheck {
  // MARK: - One model

  /// Adds a mapping error, located at the first property that the error names.
  private mutating func add(_ error: MappingError, in model: DefinedModel, at path: JSONKeyPath) {
    let first = model.properties.firstIndex { error.properties.contains($0.name) }
    var place = first.map { path.appending(key: "properties").appending(index: $0) } ?? path
    if case .unusableSummary = error.reason { place = path.appending(key: "summary") }
    problems.append(
      Diagnostic(
        .error, .definition, model: model.name, property: error.properties.first, path: path,
        location: node(place).location, detail: "\(error)"))
  }

  /// Checks a model of the definition and its properties.
  private mutating func check(_ model: DefinedModel, _ node: JSONNode?, at place: String) {
    if let cluster = model.cluster { return check(cluster, model, at: place) }
    if let archive = model.archive { check(archive, at: "\(place).archive") }
    checkProfiles(of: model, at: place)
    var names: Set<String> = []
    var paths: Set<JSONKeyPath> = []
    let nodes = node?["properties"].map { Array($0.elements) } ?? []
    for (number, property) in model.properties.enumerated() {
      let place = "\(place).properties[\(number)]"
      if isName(property.name, at: "\(place).name"), !names.insert(property.name).inserted {
        add("a name no other property has", "\"\(property.name)\" again", at: "\(place).name")
      }
      if !paths.insert(property.keyPath).inserted {
        add("a path no other property has", "\"\(property.keyPath)\" again", at: place)
      }
      check(property.type, at: "\(place).type")
      check(property, nodes.at(number), at: place)
    }
  }

  /// Checks that the profiles name properties of the model.
  private mutating func checkProfiles(of model: DefinedModel, at place: String) {
    let names = model.properties.map(\.name)
    for (profile, paths) in model.profiles.inOrder {
      for (name, _) in paths.inOrder where !names.contains(name) {
        let path = path("\(place).profiles").appending(key: profile).appending(key: name)
        add(name, expected: "a property of the model", at: path, among: names)
      }
    }
  }

  /// Checks that a class cluster names models with properties, and has no properties of its own.
  private mutating func check(_ cluster: DefinedCluster, _ model: DefinedModel, at place: String) {
    if !model.properties.isEmpty {
      add(
        "a cluster or properties", "both", at: "\(place).properties", .definition,
        "give the properties to the models of the cluster")
    }
    if model.summary != nil || !model.profiles.isEmpty {
      add(
        "a summary and profiles of models with properties", "those of a cluster",
        at: model.summary == nil ? "\(place).profiles" : "\(place).summary", .definition,
        "give them to the models of the cluster")
    }
    if cluster.modelNames.isEmpty { add("at least one model", "none", at: "\(place).cluster.models") }
    let places =
      cluster.models.sorted { $0.key < $1.key }.map { (["models", $0.key], $0.value) }
      + (cluster.otherwise.map { [(["otherwise"], $0)] } ?? [])
    for (keys, name) in places {
      let path = path("\(place).cluster").appending(JSONKeyPath(keys.map { .key($0) }))
      guard let member = known[name] else {
        addUnknownModel(name, expected: "one of the models", at: path)
        continue
      }
      if member.cluster != nil { add("a model with properties", "the cluster `\(name)`", at: path) }
    }
  }

  // MARK: - Words

  /// Adds the problem of a name that is not a model.
  mutating func addUnknownModel(_ name: String, expected: String, at path: JSONKeyPath) {
    let names = definition.models.map(\.name)
    let some = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    add(name, expected: "\(expected) \(some)", at: path, among: names + DefinedType.names)
  }

  /// Adds the problem of an unknown name, with a suggestion for a likely typo.
  private mutating func add(
    _ name: String, expected: String, at path: JSONKeyPath, among names: [String]
  ) {
    problems.append(
      Diagnostic(
        .error, .invalidValue, path: path, location: node(path).location, expected: expected,
        found: "`\(name)`", hint: Spelling.nearest(to: name, among: names).map { "did you mean `\($0)`?" }))
  }

  /// Adds a problem of the file, located at a key path that is given as text.
  mutating func add(
    _ expected: String, _ found: String, at place: String, _ code: Diagnostic.Code = .invalidValue,
    _ hint: String? = nil
  ) {
    add(expected, found, at: path(place), code, hint)
  }

  /// Adds a problem of the file, located at a key path.
  ///
  /// - Parameters:
  ///   - expected: the requirement, as the message states it.
  ///   - found: the contents of the file.
  ///   - hint: a suggested fix.
  mutating func add(
    _ expected: String, _ found: String, at path: JSONKeyPath, _ code: Diagnostic.Code = .invalidValue,
    _ hint: String? = nil
  ) {
    problems.append(
      Diagnostic(
        .error, code, path: path, location: node(path).location, expected: expected, found: found,
        hint: hint.map { .sentence($0) }))
  }

  /// Parses a key path; returns the empty path if the text is malformed.
  func path(_ text: String) -> JSONKeyPath { (try? JSONKeyPath(text)) ?? JSONKeyPath() }

  /// Returns the value at a key path in the file, or its nearest ancestor that exists.
  func node(_ path: JSONKeyPath) -> JSONNode {
    var (outer, path) = (root, path)
    // The nodes of models are indexed, because counting to each of many faulty models takes
    // quadratic time.
    if path.components.count >= 2, case .index(let number) = path.components[1],
      path.components[0] == .key("models"), let model = modelNodes.at(number)
    {
      (outer, path) = (model, JSONKeyPath(Array(path.components.dropFirst(2))))
    }
    while !path.isEmpty {
      if let node = outer.findAll(path).first { return node }
      path.components.removeLast()
    }
    return outer
  }
}

extension [JSONNode] {
  /// Returns the JSON node at an index; nil if the index is out of range.
  fileprivate func at(_ number: Int) -> JSONNode? { indices.contains(number) ? self[number] : nil }
}

extension DefinedModel {
  /// The names of the models that the properties or the cluster of the model refer to.
  fileprivate var mentioned: Set<String> {
    Set(properties.flatMap(\.type.modelNames) + (cluster?.modelNames ?? []))
  }

  /// Returns whether a value of the model can exist without a value of the given models.
  fileprivate func ends(without models: Set<String>) -> Bool {
    guard let cluster else {
      return properties.allSatisfy { $0.defaultValue != nil || !$0.type.needs(models) }
    }
    return !cluster.modelNames.allSatisfy(models.contains)
  }
}

extension DefinedType {
  /// Returns whether every value of the type contains a value of the given models.
  fileprivate func needs(_ models: Set<String>) -> Bool {
    switch self {
    case .model(let name): models.contains(name)
    case .oneOf(let types): types.allSatisfy { $0.needs(models) }
    default: false
    }
  }
}

extension DefinitionCheck {
  /// Checks the versions in archive settings, and the migrations for invalid rules and values.
  mutating func check(_ archive: DefinedArchive, at place: String) {
    if archive.version < 0 { add("0 or more", "\(archive.version)", at: "\(place).version") }
    var versions: Set<Int> = []
    for (number, migration) in archive.migrations.enumerated() where archive.version >= 0 {
      let place = "\(place).migrations[\(number)]"
      if migration.from < 0 || migration.from >= archive.version {
        add("a version older than \(archive.version)", "\(migration.from)", at: "\(place).from")
      } else if !versions.insert(migration.from).inserted {
        add("one step from each version", "another", at: "\(place).from")
      }
      for (key, split) in migration.split.inOrder where split.separator.isEmpty || split.keys.isEmpty {
        let path = path(place).appending(key: "split").appending(key: key)
        add("a separator and keys", "an empty one", at: path)
      }
      let values =
        migration.defaults.map { (["defaults", $0], $1) }
        + migration.values.flatMap { key, table in table.map { (["values", key, $0], $1) } }
      for (keys, value) in values.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) })
      where value.archived == nil {
        let path = path(place).appending(JSONKeyPath(keys.map { .key($0) }))
        add("a string, number, boolean or null", value.text, at: path)
      }
    }
  }
}
