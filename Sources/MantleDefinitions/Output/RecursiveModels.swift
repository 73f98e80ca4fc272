/// Models that would hold themselves as values.
struct RecursiveModels {
  private let held: [String: Set<String>]

  init(_ definition: Definition) {
    var held: [String: Set<String>] = [:]
    for model in definition.models {
      held[model.name] = model.properties.reduce(into: []) { $0.formUnion(Self.held(by: $1.type)) }
    }
    self.held = held
  }

  var names: Set<String> { Set(held.keys.filter { reaches($0) }) }

  private func reaches(_ name: String) -> Bool {
    var seen: Set<String> = []
    var waiting = Array(held[name] ?? [])
    while let next = waiting.popLast() {
      if next == name { return true }
      if seen.insert(next).inserted { waiting += held[next] ?? [] }
    }
    return false
  }

  /// Lists, dictionaries and unions keep what they hold elsewhere.
  private static func held(by type: DefinedType) -> Set<String> {
    switch type {
    case .model(let name): [name]
    case .optional(let inner): held(by: inner)
    default: []
    }
  }
}
