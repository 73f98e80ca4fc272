import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Maps items with the elements of this array as workers, each on a thread of its own and with one item at a time;
  /// the calling thread is one of them. The results come in the order of the items.
  ///
  /// There must be a worker.
  ///
  /// Threads rather than a pool's: what they run may need the stack of a main thread, for models inside each other.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Element, Item) -> Result
  ) -> [Result] {
    let first = self[startIndex]
    guard count > 1, items.count > 1 else { return items.map { body(first, $0) } }
    let queue = WorkQueue(items, body)
    let helpers = dropFirst().prefix(items.count - 1).map { worker in queue.start(worker) }
    queue.work(first)
    for helper in helpers { helper.wait() }
    return queue.results
  }
}

extension Array {
  /// The elements in runs of at least so much, each measured by a closure; the last run may be smaller.
  package func runs(of size: Int, _ measure: (Element) -> Int) -> [ArraySlice<Element>] {
    var runs: [ArraySlice<Element>] = []
    var start = startIndex
    var sum = 0
    for index in indices {
      sum += measure(self[index])
      guard sum >= size else { continue }
      runs.append(self[start...index])
      start = index + 1
      sum = 0
    }
    if start < endIndex { runs.append(self[start...]) }
    return runs
  }
}

/// Items to be taken by whichever worker is free.
private final class WorkQueue<Worker: Sendable, Item: Sendable, Result: Sendable>: Sendable {
  private let items: [Item]
  private let body: @Sendable (Worker, Item) -> Result
  private let next = Atomic(0)
  private let done: Locked<[Result?]>

  init(_ items: [Item], _ body: @escaping @Sendable (Worker, Item) -> Result) {
    self.items = items
    self.body = body
    done = Locked(Array(repeating: nil, count: items.count))
  }

  var results: [Result] { done.withLock { $0.compactMap { $0 } } }

  func work(_ worker: Worker) {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < items.count else { return }
      let result = body(worker, items[index])
      done.withLock { $0[index] = result }
    }
  }

  /// - Returns: signalled when nothing is left to be taken.
  func start(_ worker: Worker) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    let isStarted = LargeStackThread.start { [self] in
      work(worker)
      end.signal()
    }
    // The other workers do it all then.
    if !isStarted { end.signal() }
    return end
  }
}
