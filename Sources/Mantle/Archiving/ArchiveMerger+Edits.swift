extension ArchiveMerger {
  /// What the edits tell of the JSON that the new objects were made of.
  struct Edits {
    let origins: ValueOrigins
    /// Where in the JSON the value being merged is.
    var path: [JSONKeyPath.Component]

    var elements: ElementOrigins? { origins.elements(of: path) }
    var formerKeys: [String: String?] { origins.formerKeys(in: path) }

    /// Those of the value at a path that is one key inside another; nil for other paths, and where a key had another name.
    func inside(_ keyPath: JSONKeyPath) -> Edits? {
      keyPath.components.reduce(self) { edits, component in
        guard let edits, case .key(let key) = component, edits.formerKeys[key] == nil else { return nil }
        return Edits(origins: edits.origins, path: edits.path + [component])
      }
    }
  }

  /// - Parameter key: of a property in archives.
  func edits(inside key: ArchiveKey, of model: ModelDescription, _ graph: ArchiveGraph) -> Edits? {
    guard let edits else { return nil }
    let name = graph.name(of: key)
    let property = model.properties.first { model.archiving?.keysByProperty[$0.name] == name }
    guard let property, property.transformer == nil, property.keyPaths.count == 1 else { return nil }
    return edits.inside(property.keyPaths[0])
  }
}
