import Mantle
import MantleArchiving
import MantleDefinitions
import MantleDocuments
import MantlePlatform
import ModelBrowser

/// Infers models for the browser if no known model fits a file.
struct DefinitionInference: ModelInference {
  func place(
    in bytes: JSONBytes, name: String, deciding decisions: [TypeDecision], upTo limit: Int,
    isCancelled: () -> Bool
  ) -> ModelPlace? {
    let inference = read(bytes, upTo: limit, isCancelled)
    let models = inference.models(
      ofFile: name, overrides: overrides(decisions, inference), propertyNames: .keys)
    return DefinedModels(models.documented([bytes])).place(isSequence: inference.isSequence)
  }

  func models(ofClassesIn archive: ArchiveGraph, besides known: [ModelDescription]) -> [ModelDescription] {
    var classes = ArchivedClasses(besides: known)
    classes.add(archive)
    guard let definition = Definition(classes) else { return [] }
    let models = DefinedModels(definition).descriptions.filter { $0.archive != nil }
    Self.archived.withLock { for model in models { $0[model.identity] = definition } }
    return models
  }

  /// The definitions that were inferred from archives, by the identities of their models.
  private static let archived = Locked<[ObjectIdentifier: Definition]>([:])

  func file(
    for path: String, of bytes: JSONBytes, name: String, readAs model: ModelDescription?,
    deciding decisions: [TypeDecision], isCancelled: () -> Bool
  ) throws -> [UInt8] {
    let form = DefinitionForm(suffixOf: path) ?? .definition
    // If the open file is a definition file, its text is the definition.
    let own = model?.identity == Definition.fileModel.identity ? try Definition(bytes) : nil
    let archived = model.flatMap { model in Self.archived.withLock { $0[model.identity] } }
    if let definition = own ?? archived ?? model.flatMap({ entry(of: $0)?.definition }) {
      return Array(try form.text(of: definition.changed(by: decisions, in: bytes)).utf8)
    }
    let inference = read(bytes, upTo: .max, isCancelled)
    let models = inference.models(ofFile: name, overrides: overrides(decisions, inference))
    return Array(try form.text(of: models, [bytes]).utf8)
  }

  func pick(_ pick: ModelPick, deciding decisions: [TypeDecision], in bytes: JSONBytes) throws -> ModelPick {
    guard !decisions.isEmpty else { return pick }
    return ModelPick(
      try pick.places.map { place in
        guard let definition = entry(of: place.model)?.definition else {
          throw CommandError(
            message: "\(place.model.name) is built in, with fixed types  (:model inferred has types to edit)")
        }
        let models = DefinedModels(try definition.changed(by: decisions, in: bytes)).descriptions
        return ModelPlace(models.first { $0.name == place.model.name } ?? place.model, at: place.path)
      })
  }

  func choices(of property: PropertyPlace, among types: [String]?, in bytes: JSONBytes) throws
    -> [TypeChoice]
  {
    let trial = TypeTrial(of: property.tokens, in: bytes)
    let outcomes = try types?.map { try trial.outcome($0, countsMisfits: true) } ?? trial.outcomes
    return outcomes.map { TypeChoice($0.type, $0.words, isProven: $0.isProven, misfits: $0.misfits) }
  }

  func property(_ property: PropertyPlace, as type: String, in bytes: JSONBytes) throws
    -> PropertyDescription?
  {
    try TypeTrial(of: property.tokens, in: bytes).property(type)
  }

  func merged(
    _ newer: JSONNode, over older: JSONNode, isList: Bool, readAs model: ModelDescription?
  ) throws -> [UInt8] {
    let definition = model.flatMap { entry(of: $0)?.definition }
    let type = definition.map { isList ? .array($0.root) : $0.root }
    return try JSONMerging(definition, keys: JSONDifference.usualKeys).merge(newer, over: older, as: type)
  }

  func file(defining model: ModelDescription) -> String? {
    entry(of: model)?.file
  }

  func discoveredFile(defining model: ModelDescription) -> String? {
    entry(of: model).flatMap { $0.isAsked ? nil : $0.file }
  }

  /// Returns the user's decisions about types as overrides of the inference. Their paths begin at a record of a
  /// sequence, and invalid types are ignored.
  private func overrides(_ decisions: [TypeDecision], _ inference: Inference) -> InferenceOverrides {
    let places = decisions.map { decision in
      (
        tokens: Array(decision.property.tokens.dropFirst(inference.isSequence ? 1 : 0)), type: decision.type
      )
    }
    return (try? InferenceOverrides(places)) ?? InferenceOverrides()
  }

  /// Returns the entry of a model in the library; nil for an inferred model.
  private func entry(of model: ModelDescription) -> ModelLibrary.Entry? {
    ProgramModels.library.withLock { library in
      library.entries.first { $0.model.identity == model.identity }
    }
  }

  private func read(_ bytes: JSONBytes, upTo limit: Int, _ isCancelled: () -> Bool) -> Inference {
    // A sample is read on one thread, because starting more threads would take longer.
    let workers = limit == .max ? ProcessInfo.processInfo.activeProcessorCount : 1
    var inference = Inference(workers: workers)
    inference.read(bytes, upTo: limit) { _ in !isCancelled() }
    return inference
  }
}

extension Definition {
  /// Returns the definition with the types that the user decided for some of its properties.
  ///
  /// - Parameter bytes: the text to which the definition applies.
  fileprivate func changed(by decisions: [TypeDecision], in bytes: JSONBytes) throws -> Definition {
    try decisions.reduce(self) { definition, decision in
      let (type, models) = try TypeTrial(of: decision.property.tokens, in: bytes).type(decision.type)
      return definition.changing(
        decision.property.property, of: decision.property.model, to: type, adding: models) ?? definition
    }
  }
}
