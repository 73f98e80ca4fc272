import Mantle
import MantleFiles

/// A request to write a file or the rows of a table.
protocol WriteRequest: Sendable {
  /// The size of the text in bytes.
  var size: Int { get }

  /// Writes the file.
  ///
  /// - Parameter progress: receives the written share, from 0 to 1; returns false to stop.
  func report(_ progress: (Double) -> Bool) -> Report
}

extension WriteRequest {
  /// Whether writing takes long enough to run in the background.
  var isLarge: Bool { size > 1 << 23 }
}

/// A request to write the document to a file.
struct SaveRequest: WriteRequest {
  let content: SplicedBytes
  let path: String
  let replacing: FileSaver.Replacing
  /// The form of the written file; nil to write the text unchanged.
  var form: SavedForm?
  /// The file that the text is mapped from; nil for a text in memory.
  let source: MappedFile?
  /// Whether the written file is the open file from now on, rather than a copy.
  let isOwnFile: Bool
  /// Whether to quit after the file is written.
  var quits = false
  /// A short summary of the saved changes for the message; nil for none.
  var changes: String?

  /// Writes the file.
  ///
  /// - Parameter progress: receives the share written so far, from 0 to 1; returns false to stop.
  /// - Throws: a ``SaveError``; the file is then unchanged.
  func perform(_ progress: (Double) -> Bool) throws(SaveError) -> FileFingerprint {
    // The saver itself reports changes of the file that is edited; other files need this check.
    if case .file = replacing {} else { try source?.check(content, before: path) }
    let written = try form?.content(of: content, for: path) ?? content
    let total = Double(max(1, written.count))
    return try FileSaver.save(written, to: path, replacing: replacing, reader: form?.reader ?? .text) {
      progress(min(1, Double($0) / total))
    }
  }
}
