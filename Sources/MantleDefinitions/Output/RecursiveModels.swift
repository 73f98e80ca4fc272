/// The models that contain themselves by value, directly or through other models. In Swift such
/// models must be classes.
struct RecursiveModels {
  /// The models that each model stores inline, by name.
  private let held: [String: Set<String>]

  /// Collects the references between the models of a definition.
  init(_ definition: Definition) {
    var held: [String: Set<String>] = [:]
    for model in definition.models {
      held[model.name] = model.properties.reduce(into: []) { $0.formUnion(Self.held(by: $1.type)) }
    }
    self.held = held
  }

  /// The names of the recursive models.
  var names: Set<String> { Set(held.keys.filter { reaches($0) }) }

  /// Whether a model contains itself.
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
