import Mantle
import Synchronization

/// Large containers whose children are to be counted in the background, the one opened last first.
final class CountQueue: Sendable {
  private let indexes = Mutex<[JSONChildIndex]>([])

  var isEmpty: Bool { indexes.withLock { $0.isEmpty } }

  func add(_ index: JSONChildIndex) {
    indexes.withLock { $0.append(index) }
  }

  func next() -> JSONChildIndex? { indexes.withLock { $0.popLast() } }
}
