import Foundation

/// A value that one thread at a time may use.
///
/// Foundation's lock rather than `Synchronization.Mutex`: on Linux that one waits in the kernel directly, which
/// ThreadSanitizer does not see, so that it takes every use for a race.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
