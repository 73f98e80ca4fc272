import Mantle

/// Members of a definition file that mean nothing: most often a slip in a name.
struct UnknownMembers {
  private(set) var problems: [Diagnostic] = []

  init(in root: JSONNode) {
    let models = Definition.fileModels
    look(in: root, models[0], JSONKeyPath())
    for (number, model) in Self.elements(root["models"]).enumerated() {
      let path = JSONKeyPath([.key("models"), .index(number)])
      look(in: model, models[1], path)
      if let cluster = model["cluster"] { look(in: cluster, models[2], path.appending(key: "cluster")) }
      if let archive = model["archive"] {
        let path = path.appending(key: "archive")
        look(in: archive, models[4], path)
        for (number, migration) in Self.elements(archive["migrations"]).enumerated() {
          let path = path.appending(key: "migrations").appending(index: number)
          look(in: migration, models[5], path)
          for (kind, key) in [(6, "split"), (7, "join")] {
            for (name, part) in migration[key].map({ Array($0.members) }) ?? [] {
              look(in: part, models[kind], path.appending(key: key).appending(key: name.displayText))
            }
          }
        }
      }
      for (number, property) in Self.elements(model["properties"]).enumerated() {
        look(in: property, models[3], path.appending(key: "properties").appending(index: number))
      }
    }
  }

  private static func elements(_ list: JSONNode?) -> [JSONNode] { list.map { Array($0.elements) } ?? [] }

  private mutating func look(in node: JSONNode, _ model: ModelDescription, _ path: JSONKeyPath) {
    problems += Self.problems(in: node, model, path)
  }

  /// The members of one object that its model does not know.
  static func problems(in node: JSONNode, _ model: ModelDescription, _ path: JSONKeyPath) -> [Diagnostic] {
    guard node.kind == .object else { return [] }
    let known = model.properties.flatMap(\.keyPaths).compactMap { path -> String? in
      if case .key(let key) = path.components.first { key } else { nil }
    }
    let name = model.name.lowercased()
    let article = name.first.map { "aeiou".contains($0) } == true ? "an" : "a"
    return node.members.filter { !known.contains($0.0.displayText) }.map { key, _ in
      let text = key.displayText
      return Diagnostic(
        .error, .unmappedKey, model: model.name, path: path.appending(key: text), location: key.location,
        expected: "a key of \(article) \(name)", found: "`\(text)`",
        hint: Spelling.nearest(to: text, among: known).map { "did you mean `\($0)`?" }
          ?? .sentence("there are " + known.joined(separator: ", ")))
    }
  }
}
