import Mantle

/// Finds what a definition file says that cannot be, though each of its values is readable.
struct DefinitionCheck {
  private let definition: Definition

  init(_ definition: Definition) { self.definition = definition }

  /// In the order of the file.
  func problems(in document: JSONDocument) -> [Diagnostic] {
    var problems = problems(of: definition.root, at: "root", in: document)
    var modelNames: Set<String> = []
    for (number, model) in definition.models.enumerated() {
      let place = "models[\(number)]"
      if !modelNames.insert(model.name).inserted {
        problems.append(
          problem("a name no other model has", "\"\(model.name)\" again", at: "\(place).name", in: document))
      }
      problems += self.problems(of: model, at: place, in: document)
    }
    return problems
  }

  private func problems(of model: DefinedModel, at place: String, in document: JSONDocument) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    var names: Set<String> = []
    var paths: Set<JSONKeyPath> = []
    for (number, property) in model.properties.enumerated() {
      let place = "\(place).properties[\(number)]"
      if !names.insert(property.name).inserted {
        problems.append(
          problem(
            "a name no other property has", "\"\(property.name)\" again", at: "\(place).name", in: document))
      }
      if !paths.insert(property.keyPath).inserted {
        problems.append(
          problem("a path no other property has", "\"\(property.keyPath)\" again", at: place, in: document))
      }
      problems += self.problems(of: property.type, at: "\(place).type", in: document)
    }
    return problems
  }

  private func problems(
    of type: DefinedType, at place: String, in document: JSONDocument
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for name in type.modelNames where definition.model(name) == nil {
      let known = definition.models.map(\.name).joined(separator: ", ")
      problems.append(
        problem("a type or one of the models \(known)", "`\(name)`", at: place, in: document))
    }
    if type.cases == [] {
      problems.append(problem("`cases` beside an `enum`", "none", at: place, in: document))
    }
    return problems
  }

  private func problem(
    _ expected: String, _ found: String, at place: String, in document: JSONDocument
  ) -> Diagnostic {
    let path = (try? JSONKeyPath(place)) ?? JSONKeyPath()
    let node = document.root.findAll(path).first ?? document.root
    return Diagnostic(
      .error, .invalidValue, path: path, location: node.location, expected: expected, found: found)
  }
}

extension DefinedType {
  /// The models it names.
  public var modelNames: [String] {
    switch self {
    case .model(let name): [name]
    case .array(let type), .dictionary(let type), .optional(let type): type.modelNames
    case .oneOf(let types): types.flatMap(\.modelNames)
    default: []
    }
  }
}
