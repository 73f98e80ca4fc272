import Mantle
import MantleDocuments

extension Definition {
  /// The definition whose root model has an identity: the first of the keys by which elements are aligned that every
  /// element of a text has, each with another scalar.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the text, in the memory of the values of one key.
  package func identifyingElements(of text: TextReading) -> Definition {
    guard let place = DefinedModels(self).place(isSequence: text.isSequence),
      let model = models.firstIndex(where: { $0.name == place.model.name }),
      let key = JSONDifference.usualKeys.first(where: { text.hasUniqueValues(of: $0, at: place.path) }),
      let number = models[model].properties.firstIndex(where: { $0.keyPath == JSONKeyPath(key: key) })
    else { return self }
    var definition = self
    definition.models[model].properties[number].isIdentity = true
    return definition
  }
}

extension TextReading {
  /// Whether each value at a path has another scalar for a key.
  fileprivate func hasUniqueValues(of key: String, at path: JSONKeyPath) -> Bool {
    var (known, areUnique): (Set<[UInt8]>, Bool) = ([], true)
    try? find(PlacePattern(path)) { found in
      areUnique = found.values.allSatisfy { range in
        let value = (try? document(range)).flatMap { Alignment.identity($0.root, key) }
        return value.map { known.insert($0).inserted } ?? false
      }
      return areUnique
    }
    return areUnique && !known.isEmpty
  }
}
