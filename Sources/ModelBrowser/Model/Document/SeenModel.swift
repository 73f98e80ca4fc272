import Mantle
import MantleDocuments
import MantleQuery

/// A model with statistics of its properties in the file, described in words.
struct SeenModel {
  let name: String
  /// The number of objects in the file that have the model.
  let count: Int
  /// Whether the objects are the elements of lists or maps, rather than single values of properties.
  let isOfElements: Bool
  /// The properties and their statistics. A statistic omits the number of objects if all objects have the property.
  let properties: [(name: String, words: String)]

  /// Creates a model from the documentation of its inferred properties.
  ///
  /// - Parameter properties: the properties with their documentation, such as `98 of 100, 3 distinct; every text is a day`.
  init(name: String, isOfElements: Bool = true, _ properties: [(name: String, words: String)]) {
    self.name = name
    self.isOfElements = isOfElements
    let counts = properties.map { property in
      property.words.split(whereSeparator: { " ,;".contains($0) }).prefix(3).compactMap { Int($0) }
    }
    let objects = counts.compactMap(\.last).max() ?? 0
    count = objects
    self.properties = properties.map { ($0.name, Self.remarks($0.words, of: objects)) }
  }

  /// Returns the statistics without the number of distinct values, and without the number of objects if all have the
  /// property.
  private static func remarks(_ words: String, of objects: Int) -> String {
    let statistics = words.prefix { $0 != ";" }
    let notes = words.dropFirst(statistics.count).drop { "; ".contains($0) }
    let counts = statistics.split(separator: ", ").filter {
      !$0.hasSuffix(" distinct") && $0 != "\(objects) of \(objects)"
    }
    return
      (counts.isEmpty || notes.isEmpty ? counts + [notes] : [counts.joined(separator: ", ") + "; " + notes])
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Document {
  /// The models that several objects of the file have, with statistics of their properties. A known model is described alone,
  /// an inferred model together with its nested models. Empty before inference.
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
    let models = model.withInnerModels(isOfMany: !pick.path.isEmpty).filter(\.isOfMany)
    // Each member of a class cluster has its own statistics: a property that several members have is counted in each of them.
    return models.flatMap { found in
      (found.model.members.isEmpty ? [found.model] : found.model.members).map { model in
        SeenModel(
          name: model.name, isOfElements: found.isOfElements,
          model.properties.map { ($0.name, $0.documentation ?? "") })
      }
    }
  }
}

extension ModelDescription {
  /// A model inside another one. `isOfMany` is true at any depth inside the elements of a list or map; `isOfElements` is true
  /// only for the model of such elements.
  typealias InnerModel = (model: ModelDescription, isOfMany: Bool, isOfElements: Bool)

  /// Returns the model, and each model inside it once, outer ones first.
  func withInnerModels(isOfMany: Bool = false) -> [InnerModel] {
    var models: [InnerModel] = [(self, isOfMany, isOfMany)]
    var next = 0
    while next < models.count {
      let (outer, isOfMany, _) = models[next]
      for shape in outer.properties.map(\.shape.unwrapped) {
        guard let inner = shape.innerModel, !models.contains(where: { $0.model.name == inner.name }) else {
          continue
        }
        if case .model = shape {
          models.append((inner, isOfMany, false))
        } else {
          models.append((inner, true, true))
        }
      }
      next += 1
    }
    return models
  }
}
