/// The behaviours of the original library, as rows with an id, and what became of each here.
///
/// Ids name a section and a number: `JA-07` is the seventh case about its JSON adapter. A test that carries an
/// id in its name or in the comment above it covers the row; a row that has no meaning here is dropped, with
/// a reason for a reader who knew the original.
enum Catalogue {
  struct Row: Sendable {
    let id: String
    let words: String
  }

  static let rows: [Row] = sections.flatMap(rows(of:))

  /// Reasons by row id.
  static let dropped: [String: String] = Dictionary(
    uniqueKeysWithValues: rows(of: droppedText).map { ($0.id, $0.words) })

  private static func rows(of text: String) -> [Row] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard let id = parts.first, parts.count == 2 else { return nil }
      return Row(id: String(id), words: String(parts[1]))
    }
  }

  private static let sections = [
    adapter, model, archives, validation, predefinedTransformers, transformerErrors, valueTransformers,
    inversion, arrays, comparison, dictionaries, identityMapping, exceptions, swiftBridge, olderAdapter,
    managedObjects, undocumented, seedDocuments,
  ]
}
