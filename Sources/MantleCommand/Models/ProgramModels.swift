import Mantle
import MantleChecking
import MantleDocuments
import ModelBrowser

/// The library of the program's models, which is global like its arguments.
enum ProgramModels {
  static let library = Locked(ModelLibrary([]))

  /// Loads the definitions that the command line requests, and the user's definitions.
  static func load(_ definitions: [FileName]) throws {
    try library.withLock { library in
      for word in definitions { try library.add(word) }
      if let folder = ModelLibrary.userFolder { library.discover(in: folder) }
    }
  }

  /// Returns the model with a name, ignoring case.
  ///
  /// - Parameter source: the input to decode as the model. Its directory may contain definitions.
  static func model(named name: String, for source: InputSource) throws(CommandError) -> ModelDescription {
    let models = models(for: source)
    if let model = models.first(where: { $0.name.lowercased() == name.lowercased() }) { return model }
    let known = models.map(\.name).joined(separator: ", ")
    throw CommandError(message: "no model `\(name)`; there are \(known)")
  }

  static func models(for source: InputSource) -> [ModelDescription] {
    library.withLock { $0.models(for: source) }
  }

  /// Returns the models that may fit an input.
  ///
  /// A small definition in the same directory may belong to another file. It is excluded if it leaves keys unmapped
  /// and none of the values can be decoded; an inferred model is better then.
  static func models(for source: InputSource, in bytes: JSONBytes) -> [ModelDescription] {
    var models = models(for: source)
    let discovered = Set(library.withLock { $0.entries.filter { $0.folder != nil }.map(\.model.identity) })
    while models.contains(where: { discovered.contains($0.identity) }) {
      let choice = ModelChoice(of: models, in: bytes)
      let strangers = choice.places.filter {
        discovered.contains($0.model.identity) && !$0.model.isMeant
          && choice.isStranger($0, in: bytes, source)
      }
      guard !strangers.isEmpty else { break }
      models.removeAll { model in strangers.contains { $0.model.identity == model.identity } }
    }
    return models
  }
}

extension Input {
  /// The models that may fit the input.
  var models: [ModelDescription] {
    isArchive ? ProgramModels.models(for: source) : ProgramModels.models(for: source, in: bytes)
  }
}

extension ModelChoice {
  fileprivate func isStranger(_ place: ModelPlace, in bytes: JSONBytes, _ source: InputSource) -> Bool {
    let fit = fits.first { $0.path == place.path && $0.model.name == place.model.name }
    guard let fit, !fit.isTelling, fit.keys.ratio < 1 else { return false }
    let checker = Checker(bytes, name: source.name, places: [place], minimumSeverity: .error)
    var damaged: Set<[JSONKeyPath.Component]> = []
    let summary = checker.run { progress in
      for problem in progress.diagnostics {
        damaged.insert(Array(problem.path.components.prefix(place.path.components.count)))
      }
      return progress.summary.models <= damaged.count && damaged.count < 100
    }
    return summary.models <= damaged.count
  }
}
