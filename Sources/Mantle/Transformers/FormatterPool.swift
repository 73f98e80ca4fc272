/// Formatters of one configuration, lent to one thread at a time.
///
/// Making one costs as much as fifty uses, and none of them may be used from two threads at once. At most
/// sixteen idle ones are kept.
package final class FormatterPool<Formatter: AnyObject>: Sendable {
  private let make: @Sendable () -> Formatter
  private let idle = Locked<[Idle]>([])

  /// A formatter that is not in use: one is taken out under the lock, and is then its taker's alone.
  private struct Idle: @unchecked Sendable {
    let formatter: Formatter
  }

  package init(_ make: @escaping @Sendable () -> Formatter) { self.make = make }

  package func withFormatter<Result>(_ body: (Formatter) throws -> Result) rethrows -> Result {
    let taken = idle.withLock { $0.popLast() } ?? Idle(formatter: make())
    defer { idle.withLock { if $0.count < 16 { $0.append(taken) } } }
    return try body(taken.formatter)
  }
}
