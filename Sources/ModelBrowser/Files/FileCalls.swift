import MantleFiles
import MantlePlatform

/// The system calls that change files, in one place, so that a test can make any of them fail.
enum FileCalls {
  /// The system calls that a test can make fail.
  enum Call: String, CaseIterable, Sendable {
    case open, write, truncate, owner, attribute, mode, sync, link, rename, remove, folder
  }

  /// A simulated failure of a call in a test.
  enum Fault: Sendable {
    /// The call does nothing and fails with this `errno`.
    case fail(Int32)
    /// A write that writes at most the given number of bytes.
    case short(Int)
  }

  /// The failures that a test simulates, determined by the call and its path or paths. This is a class
  /// because an optional closure bound to a task-local value crashes in release builds of Swift 6.3.
  private final class Faults: Sendable {
    let fault: @Sendable (Call, String) -> Fault?

    init(_ fault: @escaping @Sendable (Call, String) -> Fault?) { self.fault = fault }
  }

  /// Nil outside of tests.
  @TaskLocal private static var faults: Faults?

  /// Runs a test's `body`, with `fault` asked before every call.
  static func withFault<Result>(
    _ fault: @escaping @Sendable (Call, String) -> Fault?, operation body: () throws -> Result
  ) rethrows -> Result {
    try $faults.withValue(Faults(fault), operation: body)
  }

  /// - Returns: the descriptor of the new file; creating it fails if the file exists.
  static func create(_ path: String, mode: mode_t) throws(WriteFailure) -> Int32 {
    try perform(.open, path) { createNamed(path, mode) }
  }

  /// - Returns: the descriptor of a new file of the path's folder: without a name where the system has such files.
  static func createDraft(_ path: String, mode: mode_t) throws(WriteFailure) -> Int32 {
    try perform(.open, path) { createUnnamed(in: OwnName.folder(of: path), mode) ?? createNamed(path, mode) }
  }

  /// Where a file that is open is found, whether it has a name or not.
  static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  /// - Returns: the descriptor of a file that is there, to be written over.
  static func openForWriting(_ path: String) throws(WriteFailure) -> Int32 {
    try perform(.open, path) { Self.open(path, O_WRONLY | O_CLOEXEC, 0) }
  }

  /// Behaves like `write(2)`.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
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

  /// Brings what a folder lists to the disk.
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

  /// Removes a file; that it cannot be removed is no reason to stop.
  static func remove(_ path: String) {
    _ = try? perform(.remove, path) { path.withSystemPath { unlink($0) } }
  }

  /// - Parameter body: returns a negative number, and sets `errno`, where it fails.
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

// The system's own, whose names are taken above, for paths as they are here.
extension FileCalls {
  private static func open(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    path.withSystemPath { MantlePlatform.open($0, flags, mode) }
  }

  private static func createNamed(_ path: String, _ mode: mode_t) -> Int32 {
    open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
  }

  /// Linux has files without a name, not in every file system; such a file is given one by way of `/proc` (open(2)).
  private static func createUnnamed(in folder: String, _ mode: mode_t) -> Int32? {
    #if os(Linux)
      let withoutName = 0o20_000_000 | O_DIRECTORY
      let descriptor = open(folder, O_RDWR | withoutName | O_CLOEXEC, mode)
      guard descriptor >= 0 else { return nil }
      guard let status = path(of: descriptor).fileStatus() else {
        close(descriptor)
        return nil
      }
      // Before Linux 6.0 the user's mask was left out of this where a file system has no access lists.
      let mask = umask(0o077)
      umask(mask)
      if status.st_mode & 0o777 == mode, mode & mask != 0 { fchmod(descriptor, mode & ~mask) }
      return descriptor
    #else
      return nil
    #endif
  }

}

/// The reason why writing a file failed, from the system or from the splicing.
package struct WriteFailure: Error, Equatable {
  /// The system's error number; 0 for an error of this program.
  let code: Int32
  /// The reason in one line.
  package let words: String

  init(words: String) {
    code = 0
    self.words = words
  }

  init(code: Int32) {
    self.code = code
    words = String(cString: strerror(code))
  }
}
