import Mantle
import MantleArchiving
import MantleFiles

/// The conversion of the text when it is saved, if it is not written unchanged.
enum SavedForm: Sendable {
  case archive(ArchiveSaving)
  /// JSON Lines: a line for each element of an array, or one line for any other value.
  case lines
  /// An array of the values of a text that has several values.
  case array

  /// Returns the bytes of a file for a text of the browser.
  ///
  /// - Throws: a ``SaveError`` that says why the text cannot be converted.
  func content(of text: SplicedBytes, for path: String) throws(SaveError) -> SplicedBytes {
    do {
      let bytes = try text.text()
      return SplicedBytes(JSONBytes(try content(of: bytes)))
    } catch let failure as DecodingFailure {
      let words = failure.diagnostics.first.map { "\($0.path): \($0.shortMessage)" } ?? ""
      throw SaveError(
        path: path, cause: .system("\(Words.count(failure.diagnostics.count, "error")), the first: \(words)"))
    } catch {
      throw SaveError(path: path, cause: .system("\(error)"))
    }
  }

  private func content(of bytes: JSONBytes) throws -> [UInt8] {
    switch self {
    case .archive(let saving): return try saving.archive(of: bytes)
    case .lines: return try JSONDocument(parsing: bytes).root.asLines
    case .array:
      let array = bytes.valuesAsArray ?? bytes
      return array.slice(0..<array.count) + [0x0A]
    }
  }

  var reader: ReadBack {
    switch self {
    case .archive: .archive
    case .lines: .lines
    case .array: .value
    }
  }
}

/// The conversion of edited JSON to an archive when it is saved.
struct ArchiveSaving: Sendable {
  let format: ArchiveFormat
  /// The kind of property list to write; nil for the kind of the original archive, or for the kind that the models require.
  var kind: ArchiveGraph.Kind?
  /// The archive that the JSON was converted from, whose unmapped keys are preserved; nil if it was not converted.
  let original: ArchivedDocument?
  let models: [ModelDescription]
  /// The model of the value at ``place`` in the JSON; nil if no model was chosen.
  let model: ModelDescription?
  let place: JSONKeyPath
  /// The places of the values in the JSON of the original; nil if they must be determined by comparing the texts.
  var origins: ValueOrigins?
  /// Whether editing an object that several objects of the archive share changes a copy of the object instead.
  var copiesShared = false

  /// Returns the bytes of the archive that a JSON text is converted to.
  func archive(of bytes: JSONBytes) throws -> [UInt8] {
    let several = bytes.valuesAsArray
    let root = try JSONDocument(parsing: several ?? bytes).root
    if let original {
      guard let kind, kind != original.graph.kind else {
        let edits = ArchivedDocument.Edits(
          origins: several == nil ? origins : nil, copiesShared: copiesShared)
        return try original.bytes(with: root, as: format, edits)
      }
      return try original.graph(of: root, kind).bytes(format)
    }
    let kind = model == nil ? self.kind ?? .propertyList : .keyedArchive
    return try ArchiveGraph(json: [root], as: kind, models: models, model: model, at: place).bytes(format)
  }
}
