import Mantle
import MantlePlatform

/// A regular file that the user owns, opened for reading. Links, pipes and files of other users are rejected.
package final class OwnedFile: Sendable {
  /// The path at which the file was opened.
  package let path: String
  /// The fingerprint of the file when it was opened.
  package let fingerprint: FileFingerprint
  private let descriptor: Int32

  /// Opens the file at a path; nil if it is missing, is not a regular file, or belongs to another user.
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

  /// Maps the content of the file into memory.
  package func bytes() throws(FileReadError) -> JSONBytes {
    try JSONBytes.map(fileDescriptor: descriptor, path: path)
  }
}
