import Mantle

/// A file to be written with the model that a text is read as by its definition, or that is inferred from it.
package struct DefinitionOrder: Sendable {
  package let path: String
  let source: SplicedBytes
  let inference: any ModelInference
  let name: String
  /// What the text is read as; nil for the model that was inferred from it.
  let model: ModelDescription?
  let decisions: [TypeDecision]
  /// Whether it may be written over what is there.
  let isForced: Bool

  /// Reads all of the text as it is now.
  ///
  /// - Returns: how many bytes were written.
  /// - Throws: a ``SaveError``, or why there is no model; there is then no file.
  package func perform(isCancelled: () -> Bool = { false }) throws -> Int {
    let text = JSONBytes(
      try inference.file(
        for: path, of: source.text(), name: name, readAs: model, deciding: decisions, isCancelled: isCancelled
      ))
    if isCancelled() { throw SaveError(path: path, cause: .system("stopped")) }
    _ = try FileSaver.save(
      SplicedBytes(original: text, splices: []), to: path, replacing: isForced ? .anything : .nothing)
    return text.count
  }

  /// Whether it takes long enough to be seen.
  var isLarge: Bool { source.isLarge }
}
