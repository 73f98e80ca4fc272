import Mantle
import MantleChecking
import MantleDocuments

/// The models that a document is interpreted as, and their key paths.
package struct ModelPick: Sendable {
  /// The models with their key paths; empty for plain JSON.
  package let places: [ModelPlace]

  /// Creates a pick of models at several places.
  package init(_ places: [ModelPlace]) { self.places = places }

  /// Creates a pick of one model at a key path; nil for plain JSON.
  init(_ model: ModelDescription?, at path: JSONKeyPath = JSONKeyPath()) {
    places = model.map { [ModelPlace($0, at: path)] } ?? []
  }

  /// The first model; nil for plain JSON.
  var model: ModelDescription? { places.first?.model }
  /// The path of the first model: empty for the root, `[]` for the elements of an array or the lines, `items[]`.
  var path: JSONKeyPath { places.first?.path ?? JSONKeyPath() }

  /// Plain JSON.
  static let none = ModelPick([])

  /// Returns the models that fit best, at their places; no models if none fits.
  static func best(of models: [ModelDescription], for bytes: JSONBytes) -> ModelPick {
    ModelPick(ModelChoice(of: models, in: bytes).places)
  }

  /// Returns the named model at the places where it fits best, or at the most probable places for models if it fits
  /// nowhere.
  ///
  /// - Returns: nil if no model has the name.
  static func named(_ name: String, of models: [ModelDescription], for bytes: JSONBytes) -> ModelPick? {
    models.first { $0.name == name }.map { ModelPick(ModelChoice.places(of: $0, in: bytes)) }
  }

  /// The models, each named once: `Issue, User`.
  var names: String {
    var names: [String] = []
    for place in places where !names.contains(place.model.name) { names.append(place.model.name) }
    return names.joined(separator: ", ")
  }

  /// The interpretation of a text, and the size of the text from which it was chosen.
  package struct Choice: Sendable {
    let pick: ModelPick
    private let size: Int

    /// Chooses the interpretation of a text.
    ///
    /// - Parameters:
    ///   - given: the requested interpretation, which takes precedence; nil to choose the best one.
    ///   - earlier: the choice for a prefix of the text, which is kept until the text has doubled in size.
    init(
      of models: [ModelDescription], for bytes: JSONBytes, given: ModelPick?, after earlier: Choice? = nil
    ) {
      if given == nil, let earlier, bytes.count / 2 < earlier.size {
        self = earlier
      } else {
        pick = given ?? .best(of: models, for: bytes)
        size = bytes.count
      }
    }
  }
}

extension ModelPlace {
  /// The nested models of a model that is too large to be parsed as a whole, including the elements of its lists and
  /// maps; the model itself if it has no nested models.
  var parts: [ModelPlace] { parts(inside: [model.name]) }

  /// Returns the nested models of the model; the model itself if it has none.
  ///
  /// - Parameter names: the names of the enclosing models, which are not divided again.
  private func parts(inside names: [String]) -> [ModelPlace] {
    let parts = model.properties.flatMap { property in
      property.keyPaths.prefix(1).flatMap { key in
        Self.parts(
          of: property.shape, at: JSONKeyPath(path.components + key.components), inside: names)
      }
    }
    return parts.isEmpty ? [self] : parts
  }

  private static func parts(of shape: ValueShape, at path: JSONKeyPath, inside names: [String])
    -> [ModelPlace]
  {
    switch shape.unwrapped {
    case .model(let reference):
      guard let model = reference.description() else { return [] }
      // Nulls and values of other models do not count as errors of this model.
      let place = ModelPlace(model, at: path, isGuess: true)
      let isWhole = path.components.last == .each || names.contains(model.name)
      return isWhole ? [place] : place.parts(inside: names + [model.name])
    case .array(let element), .dictionary(let element):
      return parts(of: element, at: path.appending(.each), inside: names)
    default: return []
    }
  }
}
