import Mantle

/// A set of models described as data: written by hand in a definition file, or inferred from
/// samples.
///
/// A definition file, `NAME.model.json`, has the same effect as compiled models: it decodes,
/// checks and encodes documents.
///
/// ```swift
/// let definition = try Definition(Data(contentsOf: URL(filePath: "page.model.json")))
/// let text = definition.fileText
/// ```
///
/// ```
/// {
///   "mantle": 1,
///   "root": "[Page]",
///   "models": [
///     {
///       "name": "Page",
///       "properties": [
///         { "name": "id", "type": "integer" },
///         { "name": "made", "type": "date" },
///         { "name": "tags", "type": "[string]" },
///         { "name": "parent", "type": "Page?" }
///       ]
///     }
///   ]
/// }
/// ```
///
/// | To … | use |
/// |---|---|
/// | read and write a definition file | ``init(_:)-(String)``, ``fileText`` |
/// | derive a definition from documents | ``Inference`` |
/// | describe compiled models | ``init(describing:)`` |
/// | write Swift source | ``swiftSource`` |
/// | write a JSON Schema | ``jsonSchema(title:isClosed:)`` |
///
/// The properties of a definition have names, key paths, types, defaults, aliases and constraints like those
/// of a Swift model. A mistake in a file, such as a type that does not exist, is a `DecodingFailure` with its
/// line and column. A definition is a constant value: two are equal if they describe the same models.
///
/// The program reads a definition file next to the data, and `mantle infer` writes one.
public struct Definition: Sendable, Hashable {
  /// The type of the root value of a document, or of each value if a document has several.
  package var root: DefinedType
  /// The models of the definition, in display order.
  package var models: [DefinedModel]

  /// Returns the model of the definition with a name; nil if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of models.
  func model(_ name: String) -> DefinedModel? { models.first { $0.name == name } }
}

/// A model of a definition: a set of properties, or a class cluster, which selects one of several
/// other models.
package struct DefinedModel: Sendable, Hashable {
  /// The name of the model in types and messages.
  var name: String
  /// The documentation of the model, for people who read the definition.
  var documentation: String?
  /// The properties of the model, in display order; empty for a class cluster.
  var properties: [DefinedProperty] = []
  /// The selection among other models, if the model is a class cluster; otherwise nil.
  var cluster: DefinedCluster?
  /// The policy for encoding nil in properties that have no policy of their own; nil to encode null.
  var onNil: DefinedNilPolicy?
  /// The template of the text that the browser shows in a row of the model, with property names in braces:
  /// `#{number} {title}`; nil without a template.
  var summary: String?
  /// Alternative layouts of the model by name: each contains the key paths that differ, by
  /// property name.
  var profiles: [String: [String: JSONKeyPath]] = [:]
  /// The archive settings of the model; nil for a class with the model's name at version 0.
  var archive: DefinedArchive?
}

extension DefinedModel {
  /// Returns the model in the layout of a profile, under a name of its own: `User (legacy)`.
  ///
  /// - Parameters:
  ///   - name: the name of the profile.
  ///   - paths: the key paths that differ, by property name. Aliases of these properties are
  ///     removed.
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

/// The rule by which a class cluster selects the model of an object.
///
/// ```json
/// { "by": "type", "models": { "push": "PushEvent", "fork": "ForkEvent" }, "otherwise": "Event" }
/// ```
struct DefinedCluster: Sendable, Hashable {
  /// The location in an object of the string that selects the model.
  var discriminator: JSONKeyPath
  /// The names of the models, by the string at ``discriminator``.
  var models: [String: String] = [:]
  /// The name of the model for all other objects; nil if other objects are an error.
  var otherwise: String?

  /// The names of all models of the cluster, in the order of the discriminating strings,
  /// ``otherwise`` last.
  var modelNames: [String] {
    models.sorted { $0.key < $1.key }.map(\.value) + (otherwise.map { [$0] } ?? [])
  }
}

/// The policy for the encoding of nil in JSON.
enum DefinedNilPolicy: String, Sendable, Hashable, CaseIterable {
  /// Nil is encoded as null, as no key, or as the default value of the property.
  case null, omit, `default`
  /// Nil is encoded as in the input: null remains null, and an absent key remains absent.
  case keep

  /// The corresponding policy of mappings; nil for ``keep``, where the value itself distinguishes null from an absent key.
  var policy: NilEncoding? {
    switch self {
    case .null: .null
    case .omit: .omitted
    case .default: .default
    case .keep: nil
    }
  }
}

extension DefinedModel {
  /// Returns whether the values of a property distinguish null from an absent key.
  func keepsNull(of property: DefinedProperty) -> Bool {
    (property.onNil ?? onNil) == .keep && property.type != property.type.unwrapped
  }
}
