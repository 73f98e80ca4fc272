import Mantle
import MantlePlatform

/// A regular file of the user, opened for reading. Links, pipes and files of other users are rejected.
package final class OwnedFile: Sendable {
  /// The path.
  package let path: String
  /// The fingerprint of the file when it was opened.
  package let fingerprint: FileFingerprint
  private let descriptor: Int32

  /// Returns nil for every other kind of file.
  package init?(_ path: String) {
    // Without O_NONBLOCK, opening a pipe without a writer would block.
    let descriptor = path.withSystemPath { open($0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
    else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
    fingerprint = FileFingerprint(status)
  }

  deinit { close(descriptor) }

  /// Whether no running session holds the lock of the file.
  package var isAbandoned: Bool { flock(descriptor, LOCK_SH | LOCK_NB) == 0 }

  /// Maps the content.
  package func bytes() throws(FileReadError) -> JSONBytes {
    try JSONBytes.map(fileDescriptor: descriptor, path: path)
  }
}
