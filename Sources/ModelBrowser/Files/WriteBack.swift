import MantlePlatform

/// Has the system bring a file to the disk while it is still being written, so that in the end there is little left to
/// wait for.
struct WriteBack {
  private let descriptor: Int32
  private var started = 0

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Starts with the bytes before this one. Only a hint: `fsync` promises, and says what failed.
  ///
  /// What is not to be kept in memory is written at once, and what is being written is kept: so Linux takes this advice.
  mutating func start(upTo end: Int) {
    #if os(Linux)
      _ = posix_fadvise(descriptor, off_t(started), off_t(end - started), POSIX_FADV_DONTNEED)
    #endif
    started = end
  }
}
