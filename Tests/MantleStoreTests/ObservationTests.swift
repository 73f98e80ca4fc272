import Mantle
import Testing

@testable import MantleStore

private struct Note: MappedHashable, Sendable {
  let id: Int
  var text = ""
  static let properties = Properties(of: Note.self) {
    Property(\.id, "id").identity()
    Property(\.text, "text").default("")
  }
  static let mapping = Mapping(Note.init, properties)
}

/// Asynchronous loops over models.
@Suite struct ObservationTests {
  @Test(.timeLimit(.minutes(30))) func eachIteratorObservesUpdatesSeparately() async throws {
    let temporary = try TemporaryStore()
    let notes = temporary.store.updates(of: Note.self)
    var iterators = [notes.makeAsyncIterator(), notes.makeAsyncIterator()]
    for index in iterators.indices { #expect(try await iterators[index].next()?.count == 0) }
    try temporary.store.save(Note(id: 1))
    for index in iterators.indices { #expect(try await iterators[index].next()?.count == 1) }
  }

  @Test(.timeLimit(.minutes(30))) func changesByOtherConnectionsAreObserved() async throws {
    let temporary = try TemporaryStore()
    var notes = temporary.store.updates(of: Note.self).makeAsyncIterator()
    #expect(try await notes.next()?.count == 0)
    let other = try temporary.reopened()
    try await Task.sleep(for: .milliseconds(300))
    for count in 1...2 {
      try other.save(Note(id: count))
      #expect(try await notes.next()?.count == count)
    }
    try temporary.run("DELETE FROM Note")
    #expect(try await notes.next()?.count == 0)
    // The store's own changes are no changes of others.
    try temporary.store.save(Note(id: 1))
    #expect(try await notes.next()?.count == 1)
    let next = Task { [notes] in
      var notes = notes
      return try await notes.next()
    }
    try await Task.sleep(for: .milliseconds(300))
    next.cancel()
    #expect(try await next.value == nil)
  }

  @Test(.timeLimit(.minutes(30))) func canceledLoopStaysIncomplete() async throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: (1...1_000).map { Note(id: $0) })
    let store = temporary.store
    let task = Task {
      var count = 0
      for try await note in try store.models(Note.self) {
        count += try note.get().id > 0 ? 1 : 0
        if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    var sum = 0
    let notes: AsyncStoredModels<Note> = try store.models(where: "id > 998")
    for _ in 1...2 { for try await note in notes { sum += try note.get().id } }
    #expect(sum == 2 * 1_999)
  }
}
