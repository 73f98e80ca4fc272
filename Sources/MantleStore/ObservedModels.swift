import Mantle

/// The models of a ``Store`` that pass a filter, now and after each change.
public struct ObservedModels<Root: Model>: AsyncSequence {
  let changes: AsyncStream<Void>
  let fetch: () throws -> [Root]

  /// Returns an iterator, whose first value are the models of now.
  public func makeAsyncIterator() -> Iterator {
    Iterator(changes: changes.makeAsyncIterator(), fetch: fetch)
  }

  /// Waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var changes: AsyncStream<Void>.Iterator
    fileprivate let fetch: () throws -> [Root]

    /// Returns the models after the next change.
    ///
    /// - Throws: a ``StoreError`` if a model cannot be read.
    public mutating func next() async throws -> [Root]? {
      await changes.next() == nil ? nil : try fetch()
    }
  }
}

/// The observers of tables.
final class TableObservers: Sendable {
  private struct State {
    var all: [Int: (tables: Set<String>, continuation: AsyncStream<Void>.Continuation)] = [:]
    var next = 0
  }

  private let state = Locked(State())

  /// Returns a stream with an element for now and one after each change that was not observed yet.
  func changes(of tables: Set<String>) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.next += 1
      state.all[state.next] = (tables, continuation)
      return state.next
    }
    continuation.onTermination = { [state] _ in _ = state.withLock { $0.all.removeValue(forKey: number) } }
    continuation.yield()
    return stream
  }

  func notify(of tables: Set<String>) {
    let observers = state.withLock { $0.all.values.filter { !$0.tables.isDisjoint(with: tables) } }
    for observer in observers { observer.continuation.yield() }
  }
}
