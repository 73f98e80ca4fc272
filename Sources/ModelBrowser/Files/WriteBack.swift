import MantlePlatform

/// Has the system bring a file to the disk while it is still being written, so that in the end there is little left to
/// wait for.
struct WriteBack {
  private let descriptor: Int32
  private var started = 0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Starts with the bytes before this one. Only a hint: `fsync` promises, and says what failed.
  ///
  /// Starts writing the range before `end` to the disk. On Linux, advising that pages are not needed starts
  /// their write-back, and the pages under write-back stay in the cache.
  mutating func start(upTo end: Int) {
    #if os(Linux)
      _ = posix_fadvise(descriptor, off_t(started), off_t(end - started), POSIX_FADV_DONTNEED)
    #endif
    started = end
  }
}
