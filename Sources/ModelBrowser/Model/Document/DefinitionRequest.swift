import Mantle
import MantleFiles

/// A request to write the model of a text as a definition file; the model is the chosen one or an inferred
/// one.
struct DefinitionRequest: Sendable {
  /// The path of the file to write.
  let path: String
  let source: SplicedBytes
  let inference: any ModelInference
  let name: String
  /// The model whose definition is written; nil to infer one from the text.
  let model: ModelDescription?
  let decisions: [TypeDecision]
  /// Whether an existing file may be overwritten.
  let isForced: Bool

  /// Reads the whole current text and writes the definition.
  ///
  /// - Parameter progress: called periodically; returns false to stop the operation with an error.
  /// - Returns: the number of bytes written.
  /// - Throws: a ``SaveError``, or the reason why a model cannot be inferred. An error leaves the file unchanged.
  func perform(_ progress: (Double) -> Bool = { _ in true }) throws -> Int {
    let text = JSONBytes(
      try inference.file(
        for: path, of: source.text(), name: name, readAs: model, deciding: decisions,
        isCancelled: { !progress(0) }))
    if !progress(1) { throw SaveError(path: path, cause: .system("stopped")) }
    try FileSaver.save(
      SplicedBytes(text), to: path, replacing: isForced ? .anything : .nothing)
    return text.count
  }
}
