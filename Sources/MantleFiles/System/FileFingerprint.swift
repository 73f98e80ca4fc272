import MantlePlatform

/// The identity, the size and the dates of a file when it was read, which reveal a write by another program.
package struct FileFingerprint: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  /// The size of the file in bytes.
  package let size: Int64
  /// The modification date of the file, in seconds and nanoseconds.
  package let modified: [Int]
  /// The date of the last change of the content or the metadata, which programs cannot set.
  private let changed: [Int]

  /// Creates the current fingerprint of the file at a path; nil if there is no file.
  package init?(path: String) {
    guard let status = path.fileStatus() else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.modified = [modified.tv_sec, modified.tv_nsec]
    self.changed = [changed.tv_sec, changed.tv_nsec]
  }

  /// Returns whether both fingerprints are of the same file, regardless of its content.
  package func isSameFile(as other: FileFingerprint) -> Bool {
    device == other.device && inode == other.inode
  }

  /// Whether the file was last modified more than ten minutes ago.
  var isOld: Bool { time(nil) - modified[0] > 600 }
}
