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
  /// The decoded definition.
  private let definition: Definition
  /// The root value of the file, for the locations of problems.
  private let root: JSONNode
  /// The JSON objects of the models.
  private let modelNodes: [JSONNode]
  /// The models by name.
  let known: [String: DefinedModel]

  /// The maximum number of properties of one model. An object with more keys is treated as a
  /// dictionary.
  static let mostProperties = 1_024
  /// The maximum number of properties of all models together, each of which takes memory when the
  /// mappings are created.
  static let mostPropertiesOfAll = 1 << 16
  /// The maximum number of cases of an enumeration.
  static let mostCases = 1_024
  /// The maximum number of models.
  static let mostModels = 1 << 14

  /// Creates the checks of a decoded file.
  ///
  /// - Parameter root: the root value of the file.
  init(_ definition: Definition, _ root: JSONNode) {
    self.definition = definition
    self.root = root
    modelNodes = root["models"].map { Array($0.elements) } ?? []
    known = Dictionary(definition.models.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Returns all problems, in no particular order.
  ///
  /// Checks that need working mappings run only if the other checks find nothing. A definition
  /// that exceeds a size limit is not checked further.
  func problems() -> [Diagnostic] {
    let sizes = sizes()
    guard sizes.isEmpty else { return sizes }
    let problems =
      types(definition.root, at: "root") + casesBeside(definition.root, in: root, at: "")
      + repeatedNames() + repeatedClasses()
      + definition.models
      .enumerated().flatMap { self.problems(of: $1, modelNodes.at($0), at: "models[\($0)]") }
    guard problems.isEmpty else { return problems }
    return endless() + mappings()
  }

  // MARK: - The definition as a whole

  /// Returns the problems of definitions that exceed a size limit.
  private func sizes() -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for (number, model) in definition.models.enumerated() where model.properties.count > Self.mostProperties {
      problems.append(
        problem(
          "at most \(Self.mostProperties) properties", "\(model.properties.count)",
          at: "models[\(number)].properties", .limit, "an object of so many keys is a dictionary: `{T}`"))
    }
    let count = definition.models.count
    if count > Self.mostModels {
      problems.append(problem("at most \(Self.mostModels) models", "\(count)", at: "models", .limit))
    }
    let all = definition.models.reduce(0) { $0 + $1.properties.count }
    if all > Self.mostPropertiesOfAll {
      problems.append(
        problem("at most \(Self.mostPropertiesOfAll) properties in all", "\(all)", at: "models", .limit))
    }
    return problems
  }

  /// Returns the problems of model names that are empty, repeated or the name of a type.
  private func repeatedNames() -> [Diagnostic] {
    var names: Set<String> = []
    return definition.models.enumerated().compactMap { number, model in
      if let problem = wrongName(model.name, at: "models[\(number)].name") { return problem }
      if DefinedType.isWord(model.name) {
        return problem("a name that is no type", "\"\(model.name)\"", at: "models[\(number)].name")
      }
      return names.insert(model.name).inserted
        ? nil : problem("a name no other model has", "\"\(model.name)\" again", at: "models[\(number)].name")
    }
  }

  /// Names become identifiers of programs.
  private func wrongName(_ name: String, at place: String) -> Diagnostic? {
    if name.isEmpty { return problem("a name", "an empty one", at: place) }
    if SwiftName.isIdentifier(name) { return nil }
    return problem(
      "a name: letters, digits and `_`, with no digit first", "\"\(Shortened.middle(of: name))\"", at: place)
  }

  /// A class is read as one model.
  private func repeatedClasses() -> [Diagnostic] {
    var classes: Set<String> = []
    var problems: [Diagnostic] = []
    for (number, model) in definition.models.enumerated() {
      guard let archive = model.archive else { continue }
      for name in [archive.className] + archive.aliases where !classes.insert(name).inserted {
        problems.append(
          problem("a class no other model has", "\"\(name)\" again", at: "models[\(number)].archive"))
      }
    }
    return problems
  }

  /// Returns the problems of models that require themselves, directly or through other models, so
  /// that no finite value exists.
  ///
  /// - Complexity: O(*n*) in the number of references between models, by a worklist.
  private func endless() -> [Diagnostic] {
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
    return definition.models.enumerated().filter { endless.contains($1.name) }.map { number, model in
      problem(
        "a model that can be complete", "one in which there must be another without end",
        at: "models[\(number)].name", .definition, "make one of the properties on the way optional, or a list"
      )
    }
  }

  /// Returns the problems that only the mappings reveal: mapping errors, and defaults or
  /// permitted values that the property rejects.
  private func mappings() -> [Diagnostic] {
    let models = DefinedModels(definition)
    var problems: [Diagnostic] = []
    for (number, model) in definition.models.enumerated() where model.cluster == nil {
      let place = "models[\(number)]"
      if let error = models.mistake(in: model.name) {
        problems.append(problem(error, in: model, at: path(place)))
      } else {
        for (name, paths) in model.profiles.inOrder {
          guard let error = models.mistake(in: model.profile(name, paths).name) else { continue }
          let path = path(place).appending(key: "profiles").appending(key: name)
          problems.append(problem(error, in: model, at: path))
        }
      }
      guard let properties = models.description(of: model.name)?.properties else { continue }
      for (index, property) in model.properties.enumerated() {
        let place = "\(place).properties[\(index)]"
        let values =
          (property.defaultValue.map { [("\(place).default", $0)] } ?? [])
          + (property.rules.oneOf ?? []).enumerated().map { ("\(place).oneOf[\($0)]", $1) }
        for (place, value) in values {
          guard
            let refusal = properties[index].decode(value.node).diagnostics.first(where: {
              $0.severity == .error
            })
          else { continue }
          problems.append(
            problem(refusal.expected ?? property.type.text, refusal.found ?? value.text, at: place))
        }
      }
    }
    return problems
  }
}

extension DefinitionCheck {
  // MARK: - One model

  /// Returns the problem for a mapping error, at the first property that the error names.
  private func problem(_ error: MappingError, in model: DefinedModel, at path: JSONKeyPath) -> Diagnostic {
    let first = model.properties.firstIndex { error.properties.contains($0.name) }
    var place = first.map { path.appending(key: "properties").appending(index: $0) } ?? path
    if case .unusableSummary = error.reason { place = path.appending(key: "summary") }
    return Diagnostic(
      .error, .definition, model: model.name, property: error.properties.first, path: path,
      location: node(place).location, detail: "\(error)")
  }

  /// Returns the problems of profiles that name unknown properties.
  private func problems(ofProfiles model: DefinedModel, at place: String) -> [Diagnostic] {
    let names = model.properties.map(\.name)
    return model.profiles.inOrder.flatMap { profile, paths in
      paths.inOrder.filter { !names.contains($0.key) }.map { name, _ in
        let path = path("\(place).profiles").appending(key: profile).appending(key: name)
        return Diagnostic(
          .error, .invalidValue, path: path, location: node(path).location,
          expected: "a property of the model",
          found: "`\(name)`", hint: Spelling.nearest(to: name, among: names).map { "did you mean `\($0)`?" })
      }
    }
  }

  /// Returns the problems of a model and its properties.
  private func problems(of model: DefinedModel, _ node: JSONNode?, at place: String) -> [Diagnostic] {
    if let cluster = model.cluster { return problems(of: cluster, model, at: place) }
    var problems = model.archive.map { self.problems(of: $0, at: "\(place).archive") } ?? []
    problems += self.problems(ofProfiles: model, at: place)
    var names: Set<String> = []
    var paths: Set<JSONKeyPath> = []
    let nodes = node?["properties"].map { Array($0.elements) } ?? []
    for (number, property) in model.properties.enumerated() {
      let place = "\(place).properties[\(number)]"
      if let problem = wrongName(property.name, at: "\(place).name") {
        problems.append(problem)
      } else if !names.insert(property.name).inserted {
        problems.append(
          problem("a name no other property has", "\"\(property.name)\" again", at: "\(place).name"))
      }
      if !paths.insert(property.keyPath).inserted {
        problems.append(
          problem("a path no other property has", "\"\(property.keyPath)\" again", at: place))
      }
      problems += types(property.type, at: "\(place).type")
      problems += self.problems(of: property, nodes.at(number), at: place)
    }
    return problems
  }

  /// Returns the problems of a class cluster.
  private func problems(
    of cluster: DefinedCluster, _ model: DefinedModel, at place: String
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if !model.properties.isEmpty {
      problems.append(
        problem(
          "a cluster or properties", "both", at: "\(place).properties", .definition,
          "give the properties to the models of the cluster"))
    }
    if model.summary != nil || !model.profiles.isEmpty {
      problems.append(
        problem(
          "a summary and profiles of models with properties", "those of a cluster",
          at: model.summary == nil ? "\(place).profiles" : "\(place).summary", .definition,
          "give them to the models of the cluster"))
    }
    if cluster.modelNames.isEmpty {
      problems.append(problem("at least one model", "none", at: "\(place).cluster.models"))
    }
    let places =
      cluster.models.sorted { $0.key < $1.key }.map { (["models", $0.key], $0.value) }
      + (cluster.otherwise.map { [(["otherwise"], $0)] } ?? [])
    for (keys, name) in places {
      let path = path("\(place).cluster").appending(JSONKeyPath(keys.map { .key($0) }))
      guard let member = known[name] else {
        problems.append(unknownModel(name, expected: "one of the models", at: path))
        continue
      }
      if member.cluster != nil {
        problems.append(problem("a model with properties", "the cluster `\(name)`", at: path))
      }
    }
    return problems
  }

  /// Returns the problems of archive settings and migrations.
  private func problems(of archive: DefinedArchive, at place: String) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    if archive.version < 0 {
      problems.append(problem("0 or more", "\(archive.version)", at: "\(place).version"))
    }
    var versions: Set<Int> = []
    for (number, migration) in archive.migrations.enumerated() where archive.version >= 0 {
      let place = "\(place).migrations[\(number)]"
      if migration.from < 0 || migration.from >= archive.version {
        problems.append(
          problem("a version older than \(archive.version)", "\(migration.from)", at: "\(place).from"))
      } else if !versions.insert(migration.from).inserted {
        problems.append(problem("one step from each version", "another", at: "\(place).from"))
      }
      for (key, split) in migration.split.inOrder where split.separator.isEmpty || split.keys.isEmpty {
        let path = path(place).appending(key: "split").appending(key: key)
        problems.append(problem("a separator and keys", "an empty one", at: path))
      }
      let values =
        migration.defaults.map { (["defaults", $0], $1) }
        + migration.values.flatMap { key, table in table.map { (["values", key, $0], $1) } }
      for (keys, value) in values.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) })
      where value.archived == nil {
        let path = path(place).appending(JSONKeyPath(keys.map { .key($0) }))
        problems.append(problem("a text, number, boolean or null", value.text, at: path))
      }
    }
    return problems
  }

  // MARK: - Words

  /// Returns the problem of a name that is not a model, with a suggestion for a likely typo.
  func unknownModel(_ name: String, expected: String, at path: JSONKeyPath) -> Diagnostic {
    let names = definition.models.map(\.name)
    let words = names + DefinedType.names
    let some = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    return Diagnostic(
      .error, .invalidValue, path: path, location: node(path).location, expected: "\(expected) \(some)",
      found: "`\(name)`", hint: Spelling.nearest(to: name, among: words).map { "did you mean `\($0)`?" })
  }

  /// Returns a problem at a key path that is given as text.
  func problem(
    _ expected: String, _ found: String, at place: String, _ code: Diagnostic.Code = .invalidValue,
    _ hint: String? = nil
  ) -> Diagnostic {
    problem(expected, found, at: path(place), code, hint)
  }

  /// Returns a problem at a key path.
  ///
  /// - Parameters:
  ///   - expected: the requirement, as the message states it.
  ///   - found: the contents of the file.
  ///   - hint: a suggested fix.
  func problem(
    _ expected: String, _ found: String, at path: JSONKeyPath, _ code: Diagnostic.Code = .invalidValue,
    _ hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .error, code, path: path, location: node(path).location, expected: expected, found: found,
      hint: hint.map { .sentence($0) })
  }

  /// Returns the key path of a text; the empty path if the text is malformed.
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
  /// Returns the node at an index; nil if the index is out of range.
  fileprivate func at(_ number: Int) -> JSONNode? { indices.contains(number) ? self[number] : nil }
}

extension DefinedModel {
  /// The names of the models in the types of the properties, or of the cluster.
  fileprivate var mentioned: Set<String> {
    Set(properties.flatMap(\.type.modelNames) + (cluster?.modelNames ?? []))
  }

  /// Whether a value of the model can exist without a value of the given models.
  fileprivate func ends(without models: Set<String>) -> Bool {
    guard let cluster else {
      return properties.allSatisfy { $0.defaultValue != nil || !$0.type.needs(models) }
    }
    return !cluster.modelNames.allSatisfy(models.contains)
  }
}

extension DefinedType {
  /// Whether every value of the type contains a value of the given models.
  fileprivate func needs(_ models: Set<String>) -> Bool {
    switch self {
    case .model(let name): models.contains(name)
    case .oneOf(let types): types.allSatisfy { $0.needs(models) }
    default: false
    }
  }
}
