import Dispatch
import Synchronization

extension Array where Element: Sendable {
  /// Maps items concurrently, with each element of this array as a worker on a separate thread.
  ///
  /// The calling thread runs the first worker. Dedicated threads are used instead of a thread pool because
  /// nested models may need the stack size of a main thread.
  ///
  /// ```swift
  /// let sums = [1, 10].map(items) { worker, item in worker * item }
  /// ```
  ///
  /// - Precondition: The array is not empty.
  /// - Parameters:
  ///   - items: The items, which are distributed to idle workers one at a time.
  ///   - body: Processes an item with a worker.
  /// - Returns: The results in the order of the items.
  package func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Element, Item) -> Result
  ) -> [Result] {
    start(items, body).finish()
  }

  /// Starts mapping items concurrently, with all workers of this array except the first. The first worker runs
  /// on the thread that requests the results, in ``ConcurrentWork/finish()``.
  ///
  /// - Precondition: The array is not empty.
  package func start<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Element, Item) -> Result
  ) -> ConcurrentWork<Element, Item, Result> {
    ConcurrentWork(items, by: self, body)
  }
}

extension Array {
  /// Divides the array into consecutive slices, each with a total size of at least `size`; the last slice may
  /// be smaller.
  ///
  /// - Parameter measure: Returns the size of an element.
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

/// Work in progress on several threads, which is distributed to idle workers one item at a time.
package final class ConcurrentWork<Worker: Sendable, Item: Sendable, Result: Sendable>: Sendable {
  private let items: [Item]
  private let body: @Sendable (Worker, Item) -> Result
  /// The worker that runs on the thread that requests the results.
  private let first: Worker
  /// The index of the next item that no worker has begun.
  private let next = Atomic(0)
  /// The results so far, by the index of their item; nil for items that are not processed yet.
  private let done: Locked<[Result?]>
  /// One semaphore for each worker on another thread. The worker signals its semaphore when no item is left.
  private let helpers: Locked<[DispatchSemaphore]> = Locked([])

  /// Starts each worker except the first on a new thread.
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

  /// Processes the remaining items with the first worker, on the calling thread, while the other workers
  /// continue.
  ///
  /// - Returns: The results in the order of the items.
  package func finish() -> [Result] {
    work(first)
    for helper in helpers.withLock({ $0 }) { helper.wait() }
    return done.withLock { $0.compactMap { $0 } }
  }

  /// Skips the items that no worker has begun, and waits for the items in progress.
  package func cancel() {
    next.store(items.count, ordering: .relaxed)
    _ = finish()
  }

  /// Processes items with a worker until no item is left.
  private func work(_ worker: Worker) {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < items.count else { return }
      let result = body(worker, items[index])
      done.withLock { $0[index] = result }
    }
  }

  /// Starts a worker on a new thread.
  ///
  /// - Returns: A semaphore that is signaled when the worker ends because no item is left.
  private func start(_ worker: Worker) -> DispatchSemaphore {
    let end = DispatchSemaphore(value: 0)
    let isStarted = LargeStackThread.start { [self] in
      work(worker)
      end.signal()
    }
    // If no thread can be started, the other workers process all items.
    if !isStarted { end.signal() }
    return end
  }
}
