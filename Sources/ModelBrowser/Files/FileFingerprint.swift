import MantleFiles
import MantlePlatform

/// The identity, size and times of a file when it was read: enough to notice a write by another program.
package struct FileFingerprint: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int
  /// When its content, or what is known about it, changed last: unlike the time above, no program can set it back.
  private let changed: [Int]

  /// - Returns: nil when there is no such file.
  init?(path: String) {
    guard let status = path.fileStatus() else { return nil }
    self.init(status)
  }

  /// Whether it is the same file, with whatever in it.
  func isSameFile(as other: FileFingerprint) -> Bool { device == other.device && inode == other.inode }

  var modified: [Int] { [modifiedSeconds, modifiedNanoseconds] }

  /// Whether nothing was written to it for ten minutes.
  var isOld: Bool { time(nil) - modifiedSeconds > 600 }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    modifiedSeconds = modified.tv_sec
    modifiedNanoseconds = modified.tv_nsec
    self.changed = [changed.tv_sec, changed.tv_nsec]
  }
}
