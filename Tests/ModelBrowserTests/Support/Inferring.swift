import Mantle
@testable import MantleDefinitions

@testable import MantleDocuments
@testable import ModelBrowser

/// Infers models as the program does, but knows no definition files.
struct Inferring: ModelInference {
  /// The name of the model at the root.
  var root = "Root"
  /// Which files define models, by their names.
  var files: [String: String] = [:]
  /// Which files that nobody named define models, by the models' names.
  var discovered: [String: String] = [:]

  func discoveredFile(defining model: ModelDescription) -> String? { discovered[model.name] }

  private func models(
    _ bytes: JSONBytes, _ decisions: [TypeDecision], upTo limit: Int, _ names: PropertyNames = .identifiers
  ) -> Inferred {
    var inference = Inference(workers: 1)
    inference.read(bytes, upTo: limit)
    let places = decisions.map {
      (tokens: Array($0.property.tokens.dropFirst(inference.isSequence ? 1 : 0)), type: $0.type)
    }
    let overrides = (try? InferenceOverrides(places)) ?? InferenceOverrides()
    return (
      inference.models(rootName: root, overrides: overrides, propertyNames: names), inference.isSequence
    )
  }

  private typealias Inferred = (models: InferredModels, isSequence: Bool)

  func place(
    in bytes: JSONBytes, name: String, deciding decisions: [TypeDecision], upTo limit: Int,
    isCancelled: () -> Bool
  ) -> ModelPlace? {
    let found = models(bytes, decisions, upTo: limit, .keys)
    return DefinedModels(found.models.documented([bytes])).place(isSequence: found.isSequence)
  }

  func file(
    for path: String, of bytes: JSONBytes, name: String, readAs model: ModelDescription?,
    deciding decisions: [TypeDecision], isCancelled: () -> Bool
  ) throws -> [UInt8] { Array(models(bytes, decisions, upTo: .max).models.definition.swiftSource.utf8) }

  func pick(_ pick: ModelPick, deciding decisions: [TypeDecision], in bytes: JSONBytes) throws -> ModelPick {
    throw EditRefused(description: "no definition")
  }

  func choices(of property: PropertyPlace, among types: [String]?, in bytes: JSONBytes) throws -> [TypeChoice]
  {
    let trial = TypeTrial(of: property.tokens, in: bytes)
    return try (types?.map { try trial.outcome($0, countsMisfits: true) } ?? trial.outcomes).map {
      TypeChoice($0.type, $0.words, isProven: $0.isProven, misfits: $0.misfits)
    }
  }

  func property(_ property: PropertyPlace, as type: String, in bytes: JSONBytes) throws
    -> PropertyDescription?
  {
    try TypeTrial(of: property.tokens, in: bytes).property(type)
  }

  func merged(
    _ newer: JSONNode, over older: JSONNode, isList: Bool, readAs model: ModelDescription?
  ) throws -> [UInt8] {
    try JSONMerging(nil, keys: JSONDifference.usualKeys).merge(newer, over: older)
  }

  func file(defining model: ModelDescription) -> String? { files[model.name] }
}
