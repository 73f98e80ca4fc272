import Mantle

/// The conversion of the text on its way to the file, if it is not written verbatim.
enum SavedForm: Sendable {
  case archive(ArchiveSaving)
  /// A value on each line: the elements of an array, or the value itself.
  case lines
  /// The values of a text that has several, as one array.
  case array

  /// - Throws: a ``SaveError`` that says why the text cannot become that.
  func content(of text: SplicedBytes, for path: String) throws(SaveError) -> SplicedBytes {
    switch self {
    case .archive(let saving): try saving.content(of: text, for: path)
    case .lines: try Self.rewritten(text, for: path) { try JSONDocument(parsing: $0).root.asLines }
    case .array: try Self.rewritten(text, for: path) { ($0.valuesAsArray ?? $0).whole + [0x0A] }
    }
  }

  var reader: ReadBack {
    switch self {
    case .archive: .archive
    case .lines: .lines
    case .array: .value
    }
  }

  private static func rewritten(
    _ text: SplicedBytes, for path: String, _ rewrite: (JSONBytes) throws -> [UInt8]
  ) throws(SaveError) -> SplicedBytes {
    do {
      let bytes = try text.text()
      return SplicedBytes(original: JSONBytes(try rewrite(bytes)), splices: [])
    } catch {
      throw SaveError(path: path, cause: .system("\(error)"))
    }
  }
}

extension JSONBytes {
  fileprivate var whole: [UInt8] { slice(0..<count) }
}
