import Mantle

/// The file that a text is mapped from.
///
/// A program that writes into the file changes the text and invalidates its edits; a program that replaces
/// the file does not.
package struct MappedFile: Sendable {
  private let path: String
  /// The fingerprint of the file when it was mapped.
  package let fingerprint: FileFingerprint

  /// Creates a value from a file's path and fingerprint.
  package init(path: String, fingerprint: FileFingerprint) {
    self.path = path
    self.fingerprint = fingerprint
  }

  /// Whether the mapped text is unchanged. That is also true if the file was deleted or replaced by another
  /// one.
  private var isAsRead: Bool {
    guard let now = FileFingerprint(path: path), now.isSameFile(as: fingerprint) else { return true }
    return now == fingerprint
  }

  /// Checks that the text can be written to a file.
  ///
  /// - Throws: A ``SaveError`` for the target if the mapped text has changed.
  package func check(_ text: SplicedBytes, before target: String) throws(SaveError) {
    if !isAsRead { throw SaveError(path: target, cause: .sourceChanged(path)) }
    // JSON contains no zeros; a zero that was in the file from the beginning is valid.
    if FileFingerprint(path: path) != fingerprint, text.original.firstOccurrence(of: [0], from: 0) != nil {
      throw SaveError(path: target, cause: .cutShort(path))
    }
  }
}
