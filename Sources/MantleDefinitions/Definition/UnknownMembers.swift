import Mantle

/// The search for members of a definition file that have no meaning, most often typos.
struct UnknownMembers {
  /// The problems with unknown members found so far, in the order of the file.
  private(set) var problems: [Diagnostic] = []

  /// Searches all objects of a definition file for unknown members.
  ///
  /// - Parameter root: the root value of the file, which may be malformed.
  init(in root: JSONNode) { look(in: root, Definition.plainFileModel, JSONKeyPath()) }

  /// Adds the problems of an object and of the objects in its members, given the object's model.
  private mutating func look(in node: JSONNode, _ model: ModelDescription, _ path: JSONKeyPath) {
    problems += Self.problems(in: node, model, path)
    for property in model.properties {
      guard case .key(let key)? = property.keyPaths.first?.components.first, let value = node[key] else {
        continue
      }
      look(in: value, property.shape, path.appending(key: key))
    }
  }

  /// Adds the problems of the objects in a value, given the shape of the value.
  private mutating func look(in node: JSONNode, _ shape: ValueShape, _ path: JSONKeyPath) {
    switch shape {
    case .optional(let inner): look(in: node, inner, path)
    case .array(let inner):
      for (index, element) in node.elements.enumerated() {
        look(in: element, inner, path.appending(index: index))
      }
    case .dictionary(let inner):
      for (key, value) in node.members { look(in: value, inner, path.appending(key: key.displayText)) }
    case .model(let reference):
      if let model = reference.description() { look(in: node, model, path) }
    default: break
    }
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
