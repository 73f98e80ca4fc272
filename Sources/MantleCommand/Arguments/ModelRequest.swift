import Mantle
import MantleChecking
import MantleDefinitions
import MantleDocuments

/// A model that is requested by name, and the place of its values; nil to search for them.
struct ModelRequest: Equatable {
  let name: String
  var place: JSONKeyPath?

  /// The models asked for: the first `--at` is the place of the first `--model`, and so on.
  static func all(_ parsed: ParsedWords) throws(CommandError) -> [ModelRequest] {
    let places = parsed.all("--at").map(\.shown)
    var models = parsed.all("--model").map { ModelRequest(name: $0.shown) }
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
  /// The models asked for.
  ///
  /// - Throws: for a name that no model has.
  func models(for source: InputSource) throws(CommandError) -> [ModelDescription] {
    var models: [ModelDescription] = []
    for request in self { models.append(try MantleCommand.model(named: request.name, for: source)) }
    return models
  }

  /// Returns the locations of the requested models in the text of a source; for a definition file always that of
  /// the definition.
  ///
  /// - Throws: for a name that no model has.
  func places(in bytes: JSONBytes, from source: InputSource) throws(CommandError) -> [ModelPlace] {
    if source.isDefinition(bytes) { return [ModelPlace(Definition.fileModel)] }
    return zip(self, try models(for: source)).flatMap { request, model in
      request.place.map { [ModelPlace(model, at: $0)] }
        ?? ModelChoice.places(of: model, in: bytes)
    }
  }
}
