import Mantle
import MantlePlatform

/// The system calls that change files. They are in one place, so that a test can simulate their failures.
package enum FileCalls {
  /// The system calls whose failures a test can simulate.
  enum Call: String, CaseIterable, Sendable {
    case open, write, truncate, owner, attribute, mode, sync, link, rename, remove, folder
  }

  /// A simulated failure of a call in a test.
  enum Fault: Sendable {
    /// The call does nothing and fails with this `errno`.
    case fail(Int32)
    /// A write writes at most the given number of bytes.
    case short(Int)
  }

  /// The failures that a test simulates. The closure receives a call with its path or paths. This type is a class,
  /// because an optional closure in a task-local value crashes in release builds of Swift 6.3.
  private final class Faults: Sendable {
    let fault: @Sendable (Call, String) -> Fault?

    init(_ fault: @escaping @Sendable (Call, String) -> Fault?) { self.fault = fault }
  }

  /// The failures that the current test simulates; nil outside of such tests.
  @TaskLocal private static var faults: Faults?

  /// Runs the body of a test with simulated failures.
  ///
  /// - Parameter fault: called before each system call; returns the failure to simulate, or nil to make the call.
  static func withFault<Result>(
    _ fault: @escaping @Sendable (Call, String) -> Fault?, operation body: () throws -> Result
  ) rethrows -> Result {
    try $faults.withValue(Faults(fault), operation: body)
  }

  /// Creates a file in the directory of a path, and returns its descriptor. The file has no name if the system supports
  /// that.
  static func createDraft(_ path: String, mode: mode_t) throws(WriteFailure) -> Int32 {
    try perform(.open, path) { createUnnamed(in: path.parentFolder, mode) ?? createNamed(path, mode) }
  }

  /// Returns a path through which an open file can be accessed, even if the file has no name.
  static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// Opens an existing file for overwriting, and returns its descriptor.
  static func openForWriting(_ path: String) throws(WriteFailure) -> Int32 {
    try perform(.open, path) { Self.open(path, O_WRONLY | O_CLOEXEC, 0) }
  }

  /// Writes all bytes to an open file, and waits while the receiver is not ready.
  package static func writeAll(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(WriteFailure) {
    try bytes.withUnsafeBufferPointer { buffer throws(WriteFailure) in
      try writeAll(UnsafeRawBufferPointer(buffer), to: descriptor)
    }
  }

  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(WriteFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw WriteFailure(code: errno)
      }
    }
  }

  /// Calls `write(2)`. A test can simulate its failure or a short write.
  ///
  /// - Returns: the number of bytes written; -1 for a failure, with its code in `errno`.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    var bytes = bytes
    switch faults?.fault(.write, "") {
    case .fail(let code):
      errno = code
      return -1
    case .short(let count): bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(max(1, count)))
    case nil: break
    }
    return MantlePlatform.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Starts writing a range of a file to the disk, so that the final synchronization takes less time.
  ///
  /// This is a hint; only `fsync` reports failures. On Linux, advising that pages are not needed starts their
  /// write-back, and pages under write-back stay in the cache.
  static func startWriteBack(of descriptor: Int32, _ range: Range<Int>) {
    #if os(Linux)
      _ = posix_fadvise(descriptor, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
    #endif
  }

  static func truncate(_ descriptor: Int32, to count: Int) throws(WriteFailure) {
    try perform(.truncate, "") { ftruncate(descriptor, off_t(count)) }
  }

  static func setOwner(_ descriptor: Int32, _ user: uid_t, _ group: gid_t) throws(WriteFailure) {
    try perform(.owner, "") { fchown(descriptor, user, group) }
  }

  static func setMode(_ descriptor: Int32, _ mode: mode_t) throws(WriteFailure) {
    try perform(.mode, "") { fchmod(descriptor, mode) }
  }

  static func synchronise(_ descriptor: Int32) throws(WriteFailure) {
    try perform(.sync, "file") { fsync(descriptor) }
  }

  /// Synchronizes a directory to the disk, so that the names of new files in it survive a crash of the system.
  static func synchronise(folder: String) throws(WriteFailure) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw WriteFailure(code: errno) }
    defer { close(descriptor) }
    try perform(.sync, folder) { fsync(descriptor) }
  }

  static func link(_ path: String, as other: String) throws(WriteFailure) {
    try perform(.link, "\(path) \(other)") {
      path.withSystemPath { path in
        other.withSystemPath { linkat(AT_FDCWD, path, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
      }
    }
  }

  static func rename(_ path: String, to other: String) throws(WriteFailure) {
    try perform(.rename, "\(path) \(other)") {
      path.withSystemPath { path in other.withSystemPath { MantlePlatform.rename(path, $0) } }
    }
  }

  /// Removes the file at a path; failures are ignored.
  static func remove(_ path: String) {
    _ = try? perform(.remove, path) { path.withSystemPath { unlink($0) } }
  }

  /// Makes a system call, and repeats it while signals interrupt it. A test can simulate its failure.
  ///
  /// - Parameter body: makes the call; returns a negative number and sets `errno` to report a failure.
  @discardableResult
  static func perform(_ call: Call, _ path: String, _ body: () -> Int32) throws(WriteFailure) -> Int32 {
    if case .fail(let code)? = faults?.fault(call, path) { throw WriteFailure(code: code) }
    while true {
      let result = body()
      if result >= 0 { return result }
      if errno != EINTR { throw WriteFailure(code: errno) }
    }
  }
}

// The system calls whose names are also names of functions above.
extension FileCalls {
  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    path.withSystemPath { MantlePlatform.open($0, flags, mode) }
  }

  private static func createNamed(_ path: String, _ mode: mode_t) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
  }

  /// Creates a file without a name in a folder, and returns its descriptor; nil if the file system does not support
  /// that. Such a file gets a name through `/proc` (see `open(2)`).
  private static func createUnnamed(in folder: String, _ mode: mode_t) -> Int32? {
    #if os(Linux)
      let withoutName = 0o20_000_000 | O_DIRECTORY
      let descriptor = open(folder, O_RDWR | withoutName | O_CLOEXEC, mode)
      guard descriptor >= 0 else { return nil }
      guard let status = path(of: descriptor).fileStatus() else {
        close(descriptor)
        return nil
      }
      // Linux before 6.0 ignored the user's mask on file systems without access control lists.
      let mask = umask(0o077)
      umask(mask)
      if status.st_mode & 0o777 == mode, mode & mask != 0 { fchmod(descriptor, mode & ~mask) }
      return descriptor
    #else
      return nil
    #endif
  }
}

/// The reason why writing a file failed: an error of the system or of applying splices.
package struct WriteFailure: DescribedError, Equatable {
  /// The system's error number; 0 if the error is not from the system.
  let code: Int32
  /// The reason why writing failed, in one line.
  package let description: String

  /// Creates an error that is not from the system.
  init(_ description: String) {
    code = 0
    self.description = description
  }

  /// Creates an error from an `errno` value.
  package init(code: Int32) {
    self.code = code
    description = String(cString: strerror(code))
  }
}
