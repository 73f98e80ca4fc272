import Mantle

/// The keys and the version of a model in the archive being decoded, determined once per
/// call.
final class ArchiveDecodePlan {
  /// The name of the model.
  let model: String
  /// The archive settings of the model.
  let archive: ModelArchive
  /// The names of the properties.
  let names: [String]
  /// The indices of the properties by their keys in archives.
  private let numbers: [String: Int]
  /// For each key of the graph, the index of its property; -1 for an unmapped key.
  private var propertyNumbers: [Int] = []
  /// The results of ``accepts(classAt:in:)``.
  private var accepted: [Int: Bool] = [:]

  /// Creates a plan.
  ///
  /// - Parameter properties: the names and the keys in archives; nil for a property that is
  ///   not archived.
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

  /// Resolves the keys that were added to the graph since the last call, for example by
  /// migrations.
  func learnKeys(of store: ArchiveStore) {
    while propertyNumbers.count < store.graph.keys.count {
      propertyNumbers.append(numbers[store.graph.keys[propertyNumbers.count]] ?? -1)
    }
  }

  /// Returns the index of a key's property; -1 for an unmapped key.
  func propertyNumber(of key: ArchiveKey) -> Int { propertyNumbers[key.index] }

  /// Whether objects of a class can be decoded as the model.
  func accepts(classAt index: Int, in store: ArchiveStore) -> Bool {
    if let known = accepted[index] { return known }
    let isAccepted = index >= 0 && archive.accepts(store.graph.classes[index])
    accepted[index] = isAccepted
    return isAccepted
  }
}

/// An archived object that is being decoded as a model.
struct ArchiveSource {
  /// The decoder of the archive.
  let decoder: ArchiveDecoder
  /// The plan of the model.
  let plan: ArchiveDecodePlan
  /// The index of the object.
  let object: Int
  /// The fields of the properties, by the index of the property.
  let slots: [ArchiveReference]
  /// The dictionary of JSON values in an archive from before Mantle 0.3, which has no other
  /// fields; nil for newer archives.
  let legacy: ArchiveReference?
}

/// A property that is set after the object it refers to is complete, because the reference is
/// part of a cycle.
struct ArchiveBackReference {
  /// The index of the object that the property refers to.
  let object: Int
  /// Sets the property of a model to the complete object.
  let set: (_ root: Any, _ target: Any) -> Void
}
