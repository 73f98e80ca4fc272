import Mantle

/// Models described as data: written by hand in a definition file, or inferred from samples.
public struct Definition: Sendable, Hashable {
  /// What a text holds; of a text of several values, what each of them is.
  package var root: DefinedType
  /// In the order in which they are shown.
  package var models: [DefinedModel]

  package init(root: DefinedType, models: [DefinedModel]) {
    self.root = root
    self.models = models
  }

  package func model(_ name: String) -> DefinedModel? { models.first { $0.name == name } }
}

/// One model of a definition: properties of its own, or a class cluster, which is one of several models.
package struct DefinedModel: Sendable, Hashable {
  package var name: String
  package var documentation: String?
  /// None for a class cluster.
  package var properties: [DefinedProperty]
  /// Which other models it stands for; nil for a model of its own.
  package var cluster: DefinedCluster?
  /// How nil is written where a property does not say it; as null by default.
  package var onNil: DefinedNilPolicy?
  /// What the browser shows in a row: text with names of properties in braces, `#{number} {title}`.
  package var summary: String?
  /// Other forms of the same model, by name: of some properties, where they stand instead.
  package var profiles: [String: [String: JSONKeyPath]] = [:]
  /// How it stands in archives; nil for a class of its name at version 0.
  package var archive: DefinedArchive?

  package init(
    name: String, documentation: String? = nil, properties: [DefinedProperty] = [],
    cluster: DefinedCluster? = nil, onNil: DefinedNilPolicy? = nil, archive: DefinedArchive? = nil
  ) {
    self.name = name
    self.documentation = documentation
    self.properties = properties
    self.cluster = cluster
    self.onNil = onNil
    self.archive = archive
  }
}

extension DefinedModel {
  /// The model as a profile has it, under a name that tells them apart: `User (legacy)`.
  func profile(_ name: String, _ paths: [String: JSONKeyPath]) -> DefinedModel {
    var model = self
    model.name = "\(self.name) (\(name))"
    for (index, property) in properties.enumerated() {
      guard let path = paths[property.name] else { continue }
      model.properties[index].keyPath = path
      model.properties[index].aliases = []
    }
    return model
  }
}

/// How a class cluster tells which of several models an object is.
package struct DefinedCluster: Sendable, Hashable {
  /// Where the text stands that says it.
  package var discriminator: JSONKeyPath
  /// The names of the models, by that text.
  package var models: [String: String]
  /// The model of all other objects; nil where there must be none.
  package var otherwise: String?

  package init(by discriminator: JSONKeyPath, models: [String: String], otherwise: String? = nil) {
    self.discriminator = discriminator
    self.models = models
    self.otherwise = otherwise
  }

  /// All models it leads to, in the order of their texts.
  package var modelNames: [String] {
    models.sorted { $0.key < $1.key }.map(\.value) + (otherwise.map { [$0] } ?? [])
  }
}

/// How nil is written.
package enum DefinedNilPolicy: String, Sendable, Hashable, CaseIterable {
  case null, omit, `default`
  /// As it was read: null stays null, and what was absent stays absent.
  case keep

  /// Nil where the values themselves tell null from an absent key.
  var policy: NullPolicy? {
    switch self {
    case .null: .writeNull
    case .omit: .omit
    case .default: .writeDefault
    case .keep: nil
    }
  }
}

extension DefinedModel {
  /// Whether values of a property tell null from an absent key.
  func keepsNull(of property: DefinedProperty) -> Bool {
    (property.onNil ?? onNil) == .keep && property.type != property.type.unwrapped
  }
}
