import Mantle

/// The search for members of a definition file that have no meaning, most often typos.
struct UnknownMembers {
  /// The problems found, in the order of the file.
  private(set) var problems: [Diagnostic] = []

  /// Searches all objects of a definition file.
  ///
  /// - Parameter root: the root value of the file, which may be malformed.
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

  /// Returns the elements of a list; none if the value is absent or no list.
  private static func elements(_ list: JSONNode?) -> [JSONNode] { list.map { Array($0.elements) } ?? [] }

  /// Adds the problems of one object.
  private mutating func look(in node: JSONNode, _ model: ModelDescription, _ path: JSONKeyPath) {
    problems += Self.problems(in: node, model, path)
  }

  /// Returns the problems of members that the model of an object does not define, with
  /// suggestions.
  ///
  /// - Parameters:
  ///   - node: the object. Other kinds of values have no problems.
  ///   - model: the model of the object in definition files.
  ///   - path: the key path of the object.
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
