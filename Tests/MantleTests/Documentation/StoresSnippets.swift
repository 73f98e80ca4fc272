import Foundation
import Mantle
import MantleStore
import Testing

/// The code of the article about stores.
struct StoresSnippets {
  struct Note: MappedHashable {
    let id: Int
    var text: String = ""
    var stars = 0

    static let properties = Properties(of: Note.self) {
      Property(\.id, "id").identity()
      Property(\.text, "text").default("")
      Property(\.stars, "stars").default(0)
    }
    static let mapping = Mapping(Note.init, properties)
  }

  @Test func storeSavesFetchesAndDeletesModels() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString).sqlite")
    let path = file.path
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    let notes = [
      Note(id: 1, text: "buy milk", stars: 4), Note(id: 2, text: "milk the cow", stars: 3), Note(id: 3),
    ]
    // snippet
    let store = try Store(at: file)
    try store.save(contentsOf: notes)
    let found = try store.fetchAll(
      Note.self, where: "stars >= 3 and text ~ milk", order: "stars desc", limit: 10)
    let note = try store.fetchOne(Note.self, id: 2)
    try store.delete(Note.self, where: "stars = 0")
    // end
    #expect(found == [notes[0], notes[1]])
    #expect(note == notes[1])
    #expect(try store.count(Note.self) == 2)
    // snippet
    let changed = Note(id: 2, text: "", stars: 5)
    try store.save(changed, merging: .presentOnly(["stars"]))
    // end
    #expect(try store.fetchOne(id: 2) == Note(id: 2, text: "milk the cow", stars: 5))
    try merge(store)
    // snippet
    try store.transaction { transaction in
      guard var note = try transaction.fetchOne(Note.self, id: 2) else { return }
      note.stars += 1
      try transaction.save(note)
      try transaction.delete(Note.self, id: 1)
    }
    // end
    #expect(try store.fetchAll() == [Note(id: 2, text: "milk the cow", stars: 6)])
    try quoted(store, Note(id: 2, text: "milk the cow"), least: 5)
  }

  private func merge(_ store: Store) throws {
    // snippet
    let note = try store.merge(Note.self, json: #"{"id": 2, "stars": 5}"#)
    // end
    #expect(note == Note(id: 2, text: "milk the cow", stars: 5))
  }

  struct Ticket<Code: JSONConvertible & Sendable>: Model {
    let id: Int
    let code: Code

    static var mapping: Mapping<Ticket> {
      .cached {
        let properties = Properties(of: Ticket.self) {
          Property(\.id, "id").identity()
          Property(\.code, "code")
        }
        return Mapping(Ticket.init, properties).named("Ticket")
      }
    }
  }

  @Test func changedTypeOfAPropertyIsRefused() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString).sqlite")
    let path = file.path
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    try Store(at: file).save(Ticket(id: 1, code: 7))
    let store = try Store(at: file)
    var texts: [String] = []
    func print(_ error: StoreError) { texts.append("\(error)") }
    // snippet
    do { try store.save(Ticket(id: 2, code: "007")) } catch let error as StoreError {
      print(error)  // table Ticket, row 1, property code: the rows do not fit the model: expected string …
    }
    // end
    #expect(
      texts.first?.hasPrefix(
        "table Ticket, row 1, property code: the rows do not fit the model: expected string")
        == true)
  }

  struct Issue: MappedHashable {
    let id: Int
    var labels: [Note] = []
    var author = Note(id: 0)
    var related: [Note] = []

    static let properties = Properties(of: Issue.self) {
      Property(\.id, "id").identity()
      // snippet
      Property(\.labels, "labels").persisted(as: .table)
      Property(\.author, "author").persisted(as: .columns)
      Property(\.related, "related").persisted(as: .reference)
      // end
    }
    static let mapping = Mapping(Issue.init, properties)
  }

  private func quoted(_ store: Store, _ note: Note, least: Int) throws {
    // snippet
    let same = try store.fetchAll(Note.self, where: "text = \(note.text) and stars > \(least)")
    // end
    #expect(same.map(\.id) == [2])
  }

  @Test func observersReceiveUpdates() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString).sqlite")
    let path = file.path
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }
    let store = try Store(at: file)
    let issue = Issue(id: 1, labels: [Note(id: 2)], author: Note(id: 7, stars: 1), related: [Note(id: 8)])
    try store.save(issue)
    #expect(try store.fetchAll() == [issue])
    try store.save(Note(id: 3, stars: 4))
    struct Shown: Error {}
    func show(_ notes: [Note]) throws {
      #expect(notes == [Note(id: 3, stars: 4)])
      throw Shown()
    }
    await #expect(throws: Shown.self) {
      // snippet
      for try await urgent in store.updates(of: Note.self, where: "stars > 3") { try show(urgent) }
      // end
    }
    let copy = URL(filePath: path + "-copy")
    // snippet
    if try !store.plan(for: Note.self).isEmpty { try store.backUp(to: copy) }
    // end
    #expect(!FileManager.default.fileExists(atPath: copy.path()))
  }
}
