import MantleFiles
import Mantle

/// A text with unsaved edits that must be written immediately, without asking for a path.
struct RescueRequest: Sendable {
  let content: SplicedBytes
  /// The name of the document.
  let name: String
  /// The candidate paths, the best first; a numeric suffix is added to a path that is taken.
  let paths: [String]
  /// The identity of the document among the open documents.
  var identity = ""
  /// The mapped file that the text depends on; nil if no other program can change the text.
  let source: MappedFile?

  /// Writes the text to the first path that is writable, without overwriting a file.
  ///
  /// - Returns: the path.
  /// - Throws: the ``SaveError`` of the first candidate path.
  func perform() throws(SaveError) -> String {
    var first: SaveError?
    for path in paths {
      do throws(SaveError) {
        try source?.check(content, before: path)
        return try write(to: path)
      } catch {
        first = first ?? error
      }
    }
    throw first ?? SaveError(path: name, cause: .system("no writable folder was found"))
  }

  private func write(to path: String) throws(SaveError) -> String {
    for name in path.numbered {
      do throws(SaveError) {
        // The file is private, because the original may have been private.
        try FileSaver.save(content, to: name, replacing: .nothing, mode: 0o600)
        return name
      } catch  where error.cause == .exists {}
    }
    throw SaveError(path: path, cause: .exists)
  }
}
