import MantlePlatform

/// A value that is protected by a mutex.
///
/// This uses a POSIX mutex instead of `Synchronization.Mutex`, which on Linux uses futexes that
/// ThreadSanitizer does not recognize, so that it reports every access as a race.
///
/// ```swift
/// let names = Locked<[String]>([])
/// names.withLock { $0.append("a") }
/// ```
package final class Locked<Value>: @unchecked Sendable {
  // Allocated separately because a mutex must not move in memory.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Creates a mutex that protects a value.
  package init(_ value: sending Value) {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    // A second lock by the same thread is an error instead of a deadlock.
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, .init(PTHREAD_MUTEX_ERRORCHECK))
    pthread_mutex_init(lock, &attributes)
    pthread_mutexattr_destroy(&attributes)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Calls a closure with exclusive access to the value. The closure must not call `withLock` on the same
  /// instance.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard pthread_mutex_lock(lock) == 0 else { preconditionFailure("this thread has the lock already") }
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// Calls a closure with exclusive access to the value.
  ///
  /// - Returns: nil if the thread has access already, in which case the closure is not called.
  package func withLockUnlessHeld<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result? {
    guard pthread_mutex_lock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// Calls a closure with exclusive access to the value, without waiting.
  ///
  /// - Returns: Nil if another thread is using the value.
  package func withLockIfAvailable<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return try body(&value)
  }
}
