import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform

/// A request to write only the mapped keys of a document, as its models encode them.
struct ExportRequest: Sendable {
  /// The path of the file to write.
  let path: String
  let source: SplicedBytes
  let places: [ModelPlace]
  let name: String
  /// The file the text is mapped from.
  let mapped: MappedFile?
  /// Whether to overwrite an existing file, and to ignore changes of the source file on disk.
  let isForced: Bool
  /// The exported part of the text; nil for the whole text.
  var part: Part?

  /// Some values of a text, written as a text of their own.
  struct Part: Sendable {
    /// Their number: `3 of 12`.
    let words: String
    /// The paths of the values in the original document.
    let origins: [JSONKeyPath]

    /// The path in the original text of a path in the text of the values.
    func path(of path: JSONKeyPath) -> JSONKeyPath {
      let origin: JSONKeyPath? =
        switch path.components.first {
        case .index(let index) where origins.indices.contains(index): origins[index]
        case .key(let key): origins.first { $0.components.last == .key(key) }
        default: nil
        }
      return origin.map { JSONKeyPath($0.components + path.components.dropFirst()) } ?? path
    }
  }

  /// Reads the text as it is now and writes the models.
  ///
  /// A single model is written as an object; several models are written as an array, or one per line to an NDJSON file.
  ///
  /// - Parameter progress: receives the share read so far, from 0 to 1; returns false to stop.
  /// - Returns: how many bytes were written.
  /// - Throws: a ``SaveError``, a ``DecodingFailure``, or why a model cannot be written; there is then no file.
  func perform(_ progress: (Double) -> Bool = { _ in true }) throws -> Int {
    try mapped?.check(source, before: path)
    let isLines = FileSuffix(of: path) == .lines
    let text = try source.text()
    let export = ModelExport(
      text, name: name, places: places, as: isLines ? .lines : .json,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    var saver = try FileSaver(to: path, replacing: isForced ? .anything : .nothing)
    var (wrong, isStopped, total): ([Diagnostic], Bool, Double) = ([], false, Double(max(1, source.count)))
    func goesOn(_ count: Int) -> Bool {
      isStopped = isStopped || !progress(min(1, Double(count) / total))
      return !isStopped
    }
    let summary = try export.run(
      into: { piece throws(SaveError) in try saver.write(piece) }, progress: goesOn
    ) {
      wrong += $0.filter { $0.severity == .error }
      return wrong.count < Self.maximumDiagnostics
    }
    if isStopped { throw SaveError(path: path, cause: .system("stopped")) }
    guard summary != nil else { throw DecodingFailure(wrong) }
    return Int(try saver.finish(isLines ? .lines : .value, source: text).size)
  }

  /// The first of them are shown.
  private static let maximumDiagnostics = 1000
}
