import Mantle

extension ArchiveMerger {
  /// The origins of the edited JSON values from which the new objects were created.
  struct Edits {
    /// The origins of all values.
    let origins: ValueOrigins
    /// The location of the current value in the JSON.
    var path: [JSONKeyPath.Component]

    /// The origins of the elements of the current value; nil if they are unknown.
    var elements: ElementOrigins? { origins.elements(of: path) }
    /// The former keys of the members of the current value, if they changed.
    var formerKeys: [String: String?] { origins.formerKeys(in: path) }

    /// Returns the edits of a nested value; nil if the path contains indices or a renamed
    /// key.
    func inside(_ keyPath: JSONKeyPath) -> Edits? {
      keyPath.components.reduce(self) { edits, component in
        guard let edits, case .key(let key) = component, edits.formerKeys[key] == nil else { return nil }
        return Edits(origins: edits.origins, path: edits.path + [component])
      }
    }
  }

  /// Returns the edits of the value of a property; nil if its location in JSON is not a
  /// single path of keys.
  ///
  /// - Parameter key: the key of the property in the archive.
  func edits(inside key: ArchiveKey, of model: ModelDescription) -> Edits? {
    guard let edits else { return nil }
    let name = encoder.builder.graph.name(of: key)
    let property = model.properties.first { model.archiving?.keysByProperty[$0.name] == name }
    guard let property, property.transformer == nil, property.keyPaths.count == 1 else { return nil }
    return edits.inside(property.keyPaths[0])
  }
}
