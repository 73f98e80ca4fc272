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
    start(items, body).finish()
  }

  /// Begins to map items with all workers but the first, which is the calling thread's: it does its part, and waits for
  /// theirs, when it asks for the results.
  package func start<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Element, Item) -> Result
  ) -> ConcurrentWork<Element, Item, Result> {
    ConcurrentWork(items, by: self, body)
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

/// Items that are taken by whichever worker is free.
package final class ConcurrentWork<Worker: Sendable, Item: Sendable, Result: Sendable>: Sendable {
  private let items: [Item]
  private let body: @Sendable (Worker, Item) -> Result
  private let first: Worker
  private let next = Atomic(0)
  private let done: Locked<[Result?]>
  private let helpers: Locked<[DispatchSemaphore]> = Locked([])

  fileprivate init(
    _ items: [Item], by workers: [Worker], _ body: @escaping @Sendable (Worker, Item) -> Result
  ) {
    self.items = items
    self.body = body
    first = workers[0]
    done = Locked(Array(repeating: nil, count: items.count))
    guard items.count > 1 else { return }
    let started = workers.dropFirst().prefix(items.count - 1).map(start)
    helpers.withLock { $0 = started }
  }

  /// Does what is left together with the other workers.
  ///
  /// - Returns: the results in the order of the items.
  package func finish() -> [Result] {
    work(first)
    for helper in helpers.withLock({ $0 }) { helper.wait() }
    return done.withLock { $0.compactMap { $0 } }
  }

  /// Leaves the items that nobody has taken; waits for the others.
  package func cancel() {
    next.store(items.count, ordering: .relaxed)
    _ = finish()
  }

  private func work(_ worker: Worker) {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < items.count else { return }
      let result = body(worker, items[index])
      done.withLock { $0[index] = result }
    }
  }

  /// - Returns: signalled when nothing is left to be taken.
  private func start(_ worker: Worker) -> DispatchSemaphore {
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
