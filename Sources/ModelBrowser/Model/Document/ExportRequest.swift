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
  /// The file that the text is mapped from; nil for a text in memory.
  let mapped: MappedFile?
  /// Whether to overwrite an existing file, and to ignore changes of the source file on disk.
  let isForced: Bool
  /// The exported part of the text; nil for the whole text.
  var part: Part?

  /// Some values of a document, which are exported as a text of their own.
  struct Part: Sendable {
    /// The number of exported values in words: `3 of 12`.
    let words: String
    /// The paths of the values in the original document.
    let origins: [JSONKeyPath]

    /// Returns the path in the original document of a path in the exported text.
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

  /// Reads the current text and writes the models.
  ///
  /// A single model is written as an object; several models are written as an array, or one per line to an NDJSON file.
  ///
  /// - Parameter progress: receives the fraction that was read, from 0 to 1; returns false to stop.
  /// - Returns: the number of bytes written.
  /// - Throws: a ``SaveError``, a ``DecodingFailure``, or an error that says why a model cannot be written. No file
  ///   is written then.
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

  /// The maximum number of diagnostics; the export stops when it is reached.
  private static let maximumDiagnostics = 1000
}
