import Synchronization

/// A flag that requests a long operation to stop.
final class CancelFlag: Sendable {
  private let value = Atomic(false)

  var isCancelled: Bool { value.load(ordering: .relaxed) }
  func cancel() { value.store(true, ordering: .relaxed) }
  func reset() { value.store(false, ordering: .relaxed) }
}
