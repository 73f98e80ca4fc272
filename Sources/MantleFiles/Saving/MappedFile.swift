import Mantle

/// The file from which a text is mapped.
///
/// A program that writes into the file changes the text, to which the edits may no longer apply. A program that
/// replaces the file does not affect the text.
package struct MappedFile: Sendable {
  private let path: String
  /// The fingerprint of the file when it was mapped.
  package let fingerprint: FileFingerprint

  /// Creates the value for a file that was mapped.
  package init(path: String, fingerprint: FileFingerprint) {
    self.path = path
    self.fingerprint = fingerprint
  }

  /// Whether the mapped text is unchanged, which is also the case if the file was deleted or replaced.
  private var isAsRead: Bool {
    guard let now = FileFingerprint(path: path), now.isSameFile(as: fingerprint) else { return true }
    return now == fingerprint
  }

  /// Checks that a text can still be written to a file, because the mapped file it was made from has not changed.
  ///
  /// - Throws: a ``SaveError`` for the target file if the mapped text has changed.
  package func check(_ text: SplicedBytes, before target: String) throws(SaveError) {
    if !isAsRead { throw SaveError(path: target, cause: .sourceChanged(path)) }
    // Valid JSON contains no zero bytes, so a zero byte in a changed file indicates that it was truncated.
    if FileFingerprint(path: path) != fingerprint, text.original.firstOccurrence(of: [0], from: 0) != nil {
      throw SaveError(path: target, cause: .cutShort(path))
    }
  }
}
