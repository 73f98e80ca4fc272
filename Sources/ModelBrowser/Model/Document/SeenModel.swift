import Mantle
import MantleDocuments
import MantleQuery

/// The observed properties of a model, described in words.
struct SeenModel {
  let name: String
  /// The number of objects.
  let count: Int
  /// The properties and their statistics, without the number of objects if all have the property.
  let properties: [(name: String, words: String)]

  /// - Parameter properties: the properties with their documentation, such as `98 of 100, 3 distinct; every text is a day`.
  init(name: String, _ properties: [(name: String, words: String)]) {
    self.name = name
    let counts = properties.map { property in
      property.words.split(whereSeparator: { " ,;".contains($0) }).prefix(3).compactMap { Int($0) }
    }
    let objects = counts.compactMap(\.last).max() ?? 0
    count = objects
    self.properties = zip(properties, counts).map { property, count in
      guard count == [objects, objects] else { return property }
      let words = property.words.dropFirst("\(objects) of \(objects)".count).drop { ",; ".contains($0) }
      return (property.name, String(words))
    }
  }
}

extension Document {
  /// The models with many objects in the file, and the statistics of their properties: for a known model the model itself,
  /// for an inferred model also its nested models. Empty before inference.
  var describedModels: [SeenModel] {
    guard let inferred, let model else { return [] }
    guard isReadAsInferred else {
      guard let seen = inferred.place.model(at: pick.path) else { return [] }
      let properties = model.properties.compactMap { property in
        seen.properties.first { $0.keyPaths == Array(property.keyPaths.prefix(1)) }.map {
          (property.name, $0.documentation ?? "")
        }
      }
      return properties.isEmpty ? [] : [SeenModel(name: model.name, properties)]
    }
    let models = model.withInnerModels(isOfMany: !pick.path.isEmpty).filter(\.isOfMany).map(\.model)
    // Observed properties are reported for each member of a class cluster: a property of several members has
    // a count in each.
    return models.flatMap { $0.members.isEmpty ? [$0] : $0.members }.map { model in
      SeenModel(name: model.name, model.properties.map { ($0.name, $0.documentation ?? "") })
    }
  }
}

extension ModelDescription {
  /// Returns the model and the distinct models inside it, outer ones first, and whether each is in a list or map.
  func withInnerModels(isOfMany: Bool = false) -> [(model: ModelDescription, isOfMany: Bool)] {
    var models = [(model: self, isOfMany: isOfMany)]
    var next = 0
    while next < models.count {
      let (outer, isOfMany) = models[next]
      for shape in outer.properties.map(\.shape.unwrapped) {
        guard let inner = shape.innerModel, !models.contains(where: { $0.model.name == inner.name }) else {
          continue
        }
        if case .model = shape { models.append((inner, isOfMany)) } else { models.append((inner, true)) }
      }
      next += 1
    }
    return models
  }
}
