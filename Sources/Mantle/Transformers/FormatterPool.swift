/// A pool of identically configured formatters, each of which is borrowed by one thread at a time.
///
/// Creating a formatter costs as much as fifty uses, and formatters are not safe to use from several threads.
/// The pool keeps at most sixteen idle formatters.
package final class FormatterPool<Formatter: AnyObject>: Sendable {
  private let make: @Sendable () -> Formatter
  private let idle = Locked<[Idle]>([])

  /// A formatter that is not in use. Unchecked because removing it under the lock transfers its ownership to
  /// one thread.
  private struct Idle: @unchecked Sendable {
    let formatter: Formatter
  }

  /// Creates an empty pool.
  ///
  /// - Parameter make: Creates a formatter when none is idle.
  package init(_ make: @escaping @Sendable () -> Formatter) { self.make = make }

  /// Calls a closure with a formatter that no other thread uses during the call.
  ///
  /// - Parameter body: A closure that must leave the formatter's configuration unchanged.
  package func withFormatter<Result>(_ body: (Formatter) throws -> Result) rethrows -> Result {
    let taken = idle.withLock { $0.popLast() } ?? Idle(formatter: make())
    defer { idle.withLock { if $0.count < 16 { $0.append(taken) } } }
    return try body(taken.formatter)
  }
}
