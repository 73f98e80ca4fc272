/// A model's keys and version, as one decode call knows them.
final class ArchiveDecodePlan {
  let model: String
  let archive: ModelArchive
  let names: [String]
  private let numbers: [String: Int]
  /// By key of the graph: the property it belongs to, or -1.
  private var propertyNumbers: [Int] = []
  private var accepted: [Int: Bool] = [:]

  init(_ model: String, _ archive: ModelArchive, _ properties: [(name: String, key: String?)]) {
    self.model = model
    self.archive = archive
    names = properties.map(\.name)
    var numbers: [String: Int] = [:]
    for (number, property) in properties.enumerated() {
      if let key = property.key { numbers[key] = number }
    }
    self.numbers = numbers
  }

  /// Migrations may have added keys since the last object.
  func learnKeys(of store: ArchiveStore) {
    while propertyNumbers.count < store.graph.keys.count {
      propertyNumbers.append(numbers[store.graph.keys[propertyNumbers.count]] ?? -1)
    }
  }

  func propertyNumber(of key: ArchiveKey) -> Int { propertyNumbers[key.index] }

  /// Whether objects of the class are read as this model.
  func accepts(classAt index: Int, in store: ArchiveStore) -> Bool {
    if let known = accepted[index] { return known }
    let isAccepted = index >= 0 && archive.accepts(store.graph.classes[index])
    accepted[index] = isAccepted
    return isAccepted
  }
}

/// An archived object that is being read as a model.
struct ArchiveSource {
  let decoder: ArchiveDecoder
  let plan: ArchiveDecodePlan
  let object: Int
  /// The properties' fields, by index.
  let slots: [ArchiveReference]
  /// The JSON-like dictionary of an archive from before Mantle 0.3; it has no other fields.
  let legacy: ArchiveReference?
}

/// A property of a finished model to set when the object it refers to is finished too.
struct ArchiveBackReference {
  let object: Int
  let set: (_ root: Any, _ target: Any) -> Void
}
