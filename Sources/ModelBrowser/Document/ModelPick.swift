import Mantle

/// How a text is read: as which models, and where in it they are.
public struct ModelPick: Sendable {
  /// Empty for plain JSON.
  public let places: [ModelPlace]

  public init(_ places: [ModelPlace]) { self.places = places }

  public init(_ model: ModelDescription?, at path: JSONKeyPath = JSONKeyPath()) {
    places = model.map { [ModelPlace($0, at: path)] } ?? []
  }

  /// The first model; nil for plain JSON.
  public var model: ModelDescription? { places.first?.model }
  /// Where the first models are: empty for the root, `[]` for the elements of an array or the lines, `items[]`.
  public var path: JSONKeyPath { places.first?.path ?? JSONKeyPath() }

  /// Plain JSON.
  public static let none = ModelPick([])

  /// The models that fit, where they fit; none where none does.
  public static func best(of models: [ModelDescription], for bytes: JSONBytes) -> ModelPick {
    ModelPick(ModelChoice(of: models, in: bytes).places)
  }

  /// The named model at the places where it fits best.
  ///
  /// - Returns: nil when no model has the name.
  public static func named(_ name: String, of models: [ModelDescription], for bytes: JSONBytes) -> ModelPick?
  {
    models.first { $0.name == name }.map { ModelPick.chosen($0, for: bytes) }
  }

  /// A model at the places where it fits best; where it fits nowhere, where models would most probably be.
  public static func chosen(_ model: ModelDescription, for bytes: JSONBytes) -> ModelPick {
    ModelPick(ModelChoice.places(of: model, in: bytes))
  }

  /// The models, each named once: `Issue, User`.
  var names: String {
    var names: [String] = []
    for place in places where !names.contains(place.model.name) { names.append(place.model.name) }
    return names.joined(separator: ", ")
  }
}
