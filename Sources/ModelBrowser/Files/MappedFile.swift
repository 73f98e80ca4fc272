import Mantle

/// The file a text is mapped from: a program that writes into it changes the text under its edits, one that replaces it does
/// not.
struct MappedFile: Sendable {
  let path: String
  let fingerprint: FileFingerprint

  init(path: String, fingerprint: FileFingerprint) {
    self.path = path
    self.fingerprint = fingerprint
  }

  init?(_ path: String?, _ fingerprint: FileFingerprint?) {
    guard let path, let fingerprint else { return nil }
    self.init(path: path, fingerprint: fingerprint)
  }

  /// Whether the mapped text is unchanged. That is also true if the file was deleted or replaced by another
  /// one.
  var isAsRead: Bool {
    guard let now = FileFingerprint(path: path), now.isSameFile(as: fingerprint) else { return true }
    return now == fingerprint
  }

  /// - Throws: a ``SaveError`` for the file that was to be written from the text, where the text is another one by now.
  func check(_ text: SplicedBytes, before target: String) throws(SaveError) {
    if !isAsRead { throw SaveError(path: target, cause: .sourceChanged(path)) }
    // No JSON holds a zero; one that was in the file from the beginning is the file's own.
    if FileFingerprint(path: path) != fingerprint, text.original.hasZero {
      throw SaveError(path: target, cause: .cutShort(path))
    }
  }
}

extension JSONBytes {
  /// - Complexity: reads all of the text.
  fileprivate var hasZero: Bool {
    let step = 1 << 20
    return stride(from: 0, to: count, by: step).contains { slice($0..<min(count, $0 + step)).contains(0) }
  }
}
