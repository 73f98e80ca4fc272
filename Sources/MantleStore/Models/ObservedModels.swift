import Mantle

/// The models of a ``Store`` that pass a filter, now and after each change.
///
/// Each iteration observes the store independently.
///
/// ```swift
/// for try await best in store.updates(of: Note.self, where: "stars > 3") { print(best.count) }
/// ```
///
/// The first array contains the current models. The sequence ends when the task of the loop is canceled.
public struct ObservedModels<Root: Model>: AsyncSequence {
  let changes: @Sendable () -> AsyncStream<Void>
  let fetch: () throws -> [Root]

  /// Returns an iterator of the sequence. Its first element contains the models at the time of the first call of
  /// `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: changes().makeAsyncIterator(), fetch: fetch)
  }

  /// An iterator that returns the models of a ``Store`` that pass a filter, again after each change.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var changes: AsyncStream<Void>.Iterator
    fileprivate let fetch: () throws -> [Root]

    /// Returns the current models on the first call, then waits for a change; nil if the task is canceled.
    ///
    /// - Throws: a ``StoreError`` if a model cannot be read, or if the condition has an error.
    public mutating func next() async throws -> [Root]? {
      await changes.next() == nil ? nil : try fetch()
    }
  }
}

/// The observers of a store, each with the names of the tables whose changes it observes.
final class TableObservers: Sendable {
  private struct State {
    var all: [Int: (tables: Set<String>, continuation: AsyncStream<Void>.Continuation)] = [:]
    var next = 0
  }

  private let state = Locked(State())

  /// The interval between checks for changes by other stores and programs. SQLite does not report such changes.
  private static let interval = Duration.milliseconds(100)

  /// Returns a stream that has an element immediately, and another one after changes of any of the tables. Changes in
  /// quick succession may result in one element.
  ///
  /// - Parameter isChanged: returns whether other connections have changed the file since the last call; nil to stop
  ///   asking.
  func changes(
    of tables: Set<String>, isChanged: @escaping @Sendable () -> Bool?
  ) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.all[state.next] = (tables, continuation)
      return state.next
    }
    let questions = Task.detached(priority: .utility) { [weak self] in
      while (try? await Task.sleep(for: Self.interval)) != nil, let isChanged = isChanged() {
        if isChanged { self?.notifyAll() }
      }
    }
    continuation.onTermination = { [state] _ in
      questions.cancel()
      _ = state.withLock { $0.all.removeValue(forKey: number) }
    }
    continuation.yield()
    return stream
  }

  func notify(of tables: Set<String>) { notify { !$0.isDisjoint(with: tables) } }

  private func notifyAll() { notify { _ in true } }

  private func notify(_ isMeant: (Set<String>) -> Bool) {
    let observers = state.withLock { $0.all.values.filter { isMeant($0.tables) } }
    for observer in observers { observer.continuation.yield() }
  }
}
