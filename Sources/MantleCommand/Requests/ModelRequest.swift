import Mantle
import MantleChecking
import MantleDefinitions
import MantleDocuments

/// A model that the command line requests by name, with the path of its values; the path is nil to search for the
/// values.
struct ModelRequest: Equatable {
  let name: String
  var place: JSONKeyPath?

  /// The name that requests plain JSON.
  static let none = "none"
  /// The name that requests a model inferred from the text.
  static let inferred = "inferred"

  /// Whether the request is for plain JSON or an inferred model instead of a known model.
  var isUnknown: Bool { [Self.none, Self.inferred].contains(name) }

  /// Returns the models that the options `--model` and `--at` request. The first `--at` is the path for the first
  /// `--model`, and so on.
  ///
  /// - Parameter listPlace: whether `--at` without a known model is the path of a list, which is not part of a request.
  static func all(_ parsed: ParsedWords, listPlace: Bool = false) throws(CommandError) -> [ModelRequest] {
    let places = parsed.all("--at").map(\.shown)
    var models = parsed.all("--model").map { ModelRequest(name: $0.shown) }
    if let unknown = models.first(where: \.isUnknown) {
      guard models.count == 1 else { throw .usage("--model \(unknown.name) excludes other models") }
      guard listPlace || places.isEmpty else {
        throw .usage("--model \(unknown.name) applies to the whole file: omit --at")
      }
      return models
    }
    if listPlace, models.isEmpty { return [] }
    guard places.isEmpty || places.count == models.count else {
      throw .usage("each `--at` needs its `--model`: found \(places.count) and \(models.count)")
    }
    for (number, text) in places.enumerated() {
      models[number].place = try JSONKeyPath(place: text)
    }
    return models
  }
}

extension [ModelRequest] {
  /// Returns the requested models: none if plain JSON or an inferred model was requested, nil if there was no request.
  ///
  /// - Throws: an error for a name that no model has.
  func models(for source: InputSource) throws(CommandError) -> [ModelDescription]? {
    guard !isEmpty else { return nil }
    var models: [ModelDescription] = []
    for request in self where !request.isUnknown {
      models.append(try ProgramModels.model(named: request.name, for: source))
    }
    return models
  }

  /// Returns the requested models with their paths in a text; nil if no model was requested. A definition file always
  /// has the model of definitions.
  ///
  /// - Throws: an error for a name that no model has.
  func places(in bytes: JSONBytes, from source: InputSource) throws(CommandError) -> [ModelPlace]? {
    if source.isDefinition(bytes) { return [ModelPlace(Definition.fileModel)] }
    guard let models = try models(for: source) else { return nil }
    if first?.name == ModelRequest.inferred {
      let place = DefinitionInference().place(
        in: bytes, name: source.name, deciding: [], upTo: .max, isCancelled: { false })
      return place.map { [$0] } ?? []
    }
    return zip(self, models).flatMap { request, model in
      request.place.map { [ModelPlace(model, at: $0)] }
        ?? ModelChoice.places(of: model, in: bytes)
    }
  }

  /// Returns the requested models with their paths, or the models that fit best if none was requested.
  ///
  /// - Throws: an error for a name that no model has.
  func chosenPlaces(in input: Input) throws(CommandError) -> [ModelPlace] {
    try places(in: input.bytes, from: input.source) ?? ModelChoice(of: input.models, in: input.bytes).places
  }
}
