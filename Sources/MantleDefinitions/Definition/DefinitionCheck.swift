import Mantle

/// Finds what a definition file says that cannot be, though each of its values is readable.
struct DefinitionCheck {
  private let definition: Definition
  private let root: JSONNode
  /// The models as they stand in the file.
  private let modelNodes: [JSONNode]
  let known: [String: DefinedModel]

  /// More properties than any model has: an object of as many keys is a dictionary.
  static let mostProperties = 1_024
  /// Of all models together: each takes memory when the models are made ready.
  static let mostPropertiesOfAll = 1 << 16
  static let mostCases = 1_024
  static let mostModels = 1 << 14

  init(_ definition: Definition, _ root: JSONNode) {
    self.definition = definition
    self.root = root
    modelNodes = root["models"].map { Array($0.elements) } ?? []
    known = Dictionary(definition.models.map { ($0.name, $0) }) { first, _ in first }
  }

  /// The mistakes; what needs working models is looked at where there are no others.
  func problems() -> [Diagnostic] {
    // What is too large is not looked at further.
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

  /// Models in each of which there must be one of their own again: no value is ever complete.
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

  /// What only the mappings tell, and what only they can read.
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

  private func problem(_ error: MappingError, in model: DefinedModel, at path: JSONKeyPath) -> Diagnostic {
    let first = model.properties.firstIndex { error.properties.contains($0.name) }
    var place = first.map { path.appending(key: "properties").appending(index: $0) } ?? path
    if case .unusableSummary = error.reason { place = path.appending(key: "summary") }
    return Diagnostic(
      .error, .definition, model: model.name, property: error.properties.first, path: path,
      location: node(place).location, detail: "\(error)")
  }

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

  func unknownModel(_ name: String, expected: String, at path: JSONKeyPath) -> Diagnostic {
    let names = definition.models.map(\.name)
    let words = names + DefinedType.names
    let some = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    return Diagnostic(
      .error, .invalidValue, path: path, location: node(path).location, expected: "\(expected) \(some)",
      found: "`\(name)`", hint: Spelling.nearest(to: name, among: words).map { "did you mean `\($0)`?" })
  }

  func problem(
    _ expected: String, _ found: String, at place: String, _ code: Diagnostic.Code = .invalidValue,
    _ hint: String? = nil
  ) -> Diagnostic {
    problem(expected, found, at: path(place), code, hint)
  }

  func problem(
    _ expected: String, _ found: String, at path: JSONKeyPath, _ code: Diagnostic.Code = .invalidValue,
    _ hint: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .error, code, path: path, location: node(path).location, expected: expected, found: found,
      hint: hint.map { .sentence($0) })
  }

  func path(_ text: String) -> JSONKeyPath { (try? JSONKeyPath(text)) ?? JSONKeyPath() }

  /// The value at a path; where there is none, the one around it.
  func node(_ path: JSONKeyPath) -> JSONNode {
    var (outer, path) = (root, path)
    // Of many models with mistakes, each would be counted up to.
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
  fileprivate func at(_ number: Int) -> JSONNode? { indices.contains(number) ? self[number] : nil }
}

extension DefinedModel {
  /// The models that its values may hold.
  fileprivate var mentioned: Set<String> {
    Set(properties.flatMap(\.type.modelNames) + (cluster?.modelNames ?? []))
  }

  /// Whether a value can be complete that holds none of the models.
  fileprivate func ends(without models: Set<String>) -> Bool {
    guard let cluster else {
      return properties.allSatisfy { $0.defaultValue != nil || !$0.type.needs(models) }
    }
    return !cluster.modelNames.allSatisfy(models.contains)
  }
}

extension DefinedType {
  /// Whether every value of it holds a value of one of the models.
  fileprivate func needs(_ models: Set<String>) -> Bool {
    switch self {
    case .model(let name): models.contains(name)
    case .oneOf(let types): types.allSatisfy { $0.needs(models) }
    default: false
    }
  }
}
