/// The file a text is mapped from. Who writes into it changes the text under its edits; who replaces it does not.
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

  /// Whether the text is still what was read: also when the file is gone, or another one stands in its place.
  var isAsRead: Bool {
    guard let now = FileFingerprint(path: path), now.isSameFile(as: fingerprint) else { return true }
    return now == fingerprint
  }

  /// - Throws: a ``SaveError`` for the file that was to be written from the text.
  func check(before target: String) throws(SaveError) {
    if !isAsRead { throw SaveError(path: target, cause: .sourceChanged(path)) }
  }
}
