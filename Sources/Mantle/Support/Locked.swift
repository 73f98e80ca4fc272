import MantlePlatform

/// A value that one thread at a time may use.
///
/// A lock of POSIX threads rather than `Synchronization.Mutex`: on Linux that one waits in the kernel directly, which
/// ThreadSanitizer does not see, so that it takes every use for a race.
package final class Locked<Value>: @unchecked Sendable {
  // Of its own in memory: a lock must not move.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: sending Value) {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// - Returns: nil where another thread uses the value.
  package func withLockIfAvailable<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
