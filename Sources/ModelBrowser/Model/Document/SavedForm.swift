import Mantle
import MantleFiles

/// The conversion of the text on its way to the file, if it is not written verbatim.
enum SavedForm: Sendable {
  case archive(ArchiveSaving)
  /// A value on each line: the elements of an array, or the value itself.
  case lines
  /// The values of a text that has several, as one array.
  case array

  /// - Throws: a ``SaveError`` that says why the text cannot become that.
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
