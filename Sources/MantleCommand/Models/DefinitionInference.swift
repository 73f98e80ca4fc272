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

  func file(for path: String, of bytes: JSONBytes, name: String) throws -> [UInt8] {
    let models = read(bytes, upTo: .max) { false }.models(ofFile: name)
    return Array(try (DefinitionForm(suffixOf: path) ?? .definition).text(of: models, [bytes]).utf8)
  }

  private func read(_ bytes: JSONBytes, upTo limit: Int, _ isCancelled: () -> Bool) -> Inference {
    // A sample is read at once; starting threads for it takes longer.
    let workers = limit == .max ? ProcessInfo.processInfo.activeProcessorCount : 1
    var inference = Inference(workers: workers)
    inference.read(bytes, upTo: limit) { _ in !isCancelled() }
    return inference
  }
}
