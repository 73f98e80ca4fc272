import Mantle

/// What a text becomes on its way into a file, where it is not written as it is.
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
      let bytes = JSONBytes(try text.original.applying(text.splices))
      return SplicedBytes(original: JSONBytes(try rewrite(bytes)), splices: [])
    } catch {
      throw SaveError(path: path, cause: .system("\(error)"))
    }
  }
}

extension JSONBytes {
  fileprivate var whole: [UInt8] { slice(0..<count) }
}

extension BrowserDocument {
  /// How the text is written to the open file; nil as it is.
  var ownForm: SavedForm? { archive.map { .archive(saving(as: $0.format)) } }

  /// How the text is written to a file of another name; nil where that is a plain copy.
  func form(for path: String) -> SavedForm? {
    let wanted = FileSuffix(of: path)
    if archive != nil, case .json? = wanted { return nil }
    if archive == nil, wanted == FileSuffix(of: name) { return nil }
    switch wanted {
    case .archive(let format): return .archive(saving(as: format))
    case .lines: return archive == nil && isManyValues ? nil : .lines
    case .json: return isManyValues ? .array : nil
    case nil: return ownForm
    }
  }

  /// Whether writing to a path makes it the file of a text that has none: it has to hold the text as it is.
  func adopts(_ path: String) -> Bool {
    guard self.path == nil else { return false }
    guard let archive else { return form(for: path) == nil }
    if case .archive(let saving)? = form(for: path) { return saving.format == archive.format }
    return false
  }

  func saving(as format: ArchiveFormat) -> ArchiveSaving {
    ArchiveSaving(format: format, original: archive, models: models, pick: pick)
  }

  private var isManyValues: Bool {
    switch JSONLayout.detect(base) {
    case .lines, .concatenated: true
    case .empty, .scalar, .array, .object: false
    }
  }
}
