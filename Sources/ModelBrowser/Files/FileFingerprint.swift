#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a file looked like when it was read: enough to notice that somebody else has written to it.
public struct FileFingerprint: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  let modifiedSeconds: Int
  let modifiedNanoseconds: Int

  /// - Returns: nil when there is no such file.
  public init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Whether it is the same file, with whatever in it.
  func isSameFile(as other: FileFingerprint) -> Bool { device == other.device && inode == other.inode }

  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modifiedSeconds = time.tv_sec
    modifiedNanoseconds = time.tv_nsec
  }
}
