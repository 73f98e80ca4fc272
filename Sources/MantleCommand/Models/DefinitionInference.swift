import Mantle
import MantleDefinitions
import MantlePlatform
import ModelBrowser

/// Models for the browser of files that no known model fits.
struct DefinitionInference: ModelInference {
  func place(in bytes: JSONBytes, name: String, upTo limit: Int, isCancelled: () -> Bool) -> ModelPlace? {
    let inference = read(bytes, upTo: limit, isCancelled)
    return DefinedModels(inference.models(ofFile: name).documented([bytes])).place(
      isSequence: inference.isSequence)
  }

  func file(for path: String, of bytes: JSONBytes, name: String, readAs model: ModelDescription?) throws
    -> [UInt8]
  {
    let form = DefinitionForm(suffixOf: path) ?? .definition
    if let definition = try model.flatMap({ try definition(of: $0, in: bytes, name: name) }) {
      return Array(try form.text(of: definition).utf8)
    }
    let models = read(bytes, upTo: .max) { false }.models(ofFile: name)
    return Array(try form.text(of: models, [bytes]).utf8)
  }

  /// What defines a model that a text is read as; the text itself where it is a definition file.
  private func definition(of model: ModelDescription, in bytes: JSONBytes, name: String) throws -> Definition?
  {
    if model.identity == Definition.fileModel.identity { return try Definition(bytes, name: name) }
    return MantleCommand.library.withLock { library in
      library.entries.first { $0.model.identity == model.identity }?.definition
    }
  }

  private func read(_ bytes: JSONBytes, upTo limit: Int, _ isCancelled: () -> Bool) -> Inference {
    // A sample is read at once; starting threads for it takes longer.
    let workers = limit == .max ? ProcessInfo.processInfo.activeProcessorCount : 1
    var inference = Inference(workers: workers)
    inference.read(bytes, upTo: limit) { _ in !isCancelled() }
    return inference
  }
}
