import Mantle

extension Browser {
  /// The keys behind properties whose names have the text, where the keys have it not: names are what is on the screen.
  func keysOfProperties(named text: String) -> [String] {
    guard outline.view == .model, let pattern = SearchPattern(text) else { return [] }
    let keys = document.model?.renamedKeys.filter { name, key in
      pattern.matches(name) && !pattern.matches(key)
    }
    return Array(Set((keys ?? []).map(\.key))).sorted()
  }
}

extension ModelDescription {
  /// The properties, of this model and of those inside, whose key in JSON is not their name.
  fileprivate var renamedKeys: [(name: String, key: String)] {
    var seen: Set<String> = []
    var models = [self]
    var pairs: [(name: String, key: String)] = []
    while let model = models.popLast() {
      guard seen.insert(model.name).inserted else { continue }
      for property in model.properties {
        for path in property.keyPaths {
          if case .key(let key)? = path.components.last, key != property.name {
            pairs.append((property.name, key))
          }
        }
        if let inner = property.shape.innermostModel { models.append(inner) }
      }
    }
    return pairs
  }
}

extension ValueShape {
  /// The model inside any number of lists, dictionaries and optionals.
  fileprivate var innermostModel: ModelDescription? {
    switch self {
    case .model(let reference): reference.description()
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.innermostModel
    default: nil
    }
  }
}
