import Foundation
import Mantle
import Testing

@testable import MantleStore

private struct Task: MappedHashable, Sendable {
  let id: Int
  var title: String
  var notes: String?
  var priority = 0
  var tags: [String] = []

  static let properties = Properties(of: Task.self) {
    Property(\.id, "id").identity()
    Property(\.title, "title")
    Property(\.notes, "notes")
    Property(\.priority, "priority").indexed()
    Property(\.tags, "tags").merged { $0 + $1 }
  }
  static let mapping = Mapping(Task.init, properties)
}

/// A model whose identity consists of two properties, and whose names are words of SQL.
private struct Seat: MappedHashable, Sendable {
  let row: String
  let number: Int
  var order: String

  static let properties = Properties(of: Seat.self) {
    Property(\.row, "row").identity().column("group\"; DROP TABLE x; --")
    Property(\.number, "number").identity()
    Property(\.order, "order").column("ORDER")
  }
  static let mapping = Mapping(Seat.init, properties).named("select \"seat\"")
}

private struct Note: MappedHashable, Sendable {
  var text: String
  var rowid = 0
  var Text = ""

  static let properties = Properties(of: Note.self) {
    Property(\.text, "text")
    Property(\.rowid, "rowid")
    Property(\.Text, "Text")
  }
  static let mapping = Mapping(Note.init, properties)
}

@Suite struct StoreTests {
  // MO-11
  @Test func savingUpdatesTheRowWithTheSameIdentity() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(Task(id: 1, title: "a", notes: "n"))
    try store.save(Task(id: 2, title: "b"))
    try store.save(Task(id: 1, title: "c"))
    #expect(try store.fetchAll(Task.self) == [Task(id: 1, title: "c"), Task(id: 2, title: "b")])
    let all = try store.fetchAll(Task.self)
    #expect(all.map(\.id) == [1, 2])
    #expect(try store.fetchOne(Task.self, id: 2) == Task(id: 2, title: "b"))
    #expect(try store.fetchOne(Task.self, id: 3) == nil)
    #expect(try store.count(Task.self) == 2)
  }

  // MO-13
  @Test(arguments: [
    (MergePolicy.overwrite, Task(id: 1, title: "new", notes: nil, priority: 0, tags: ["y"])),
    (.keepIfNil, Task(id: 1, title: "new", notes: "old", priority: 0, tags: ["x", "y"])),
    (.presentOnly(["notes"]), Task(id: 1, title: "old", notes: nil, priority: 5, tags: ["x"])),
    (.presentOnly(["tags"]), Task(id: 1, title: "old", notes: "old", priority: 5, tags: ["x", "y"])),
  ]) private func savingMergesByPolicy(_ policy: MergePolicy, _ expected: Task) throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(Task(id: 1, title: "old", notes: "old", priority: 5, tags: ["x"]))
    try temporary.store.save(contentsOf: [Task(id: 1, title: "new", tags: ["y"])], merging: policy)
    #expect(try temporary.store.fetchAll() == [expected])
  }

  @Test func sqlInNamesAndValuesIsEscaped() throws {
    let temporary = try TemporaryStore()
    let seats = [
      Seat(row: "A'; DELETE FROM x; --", number: 1, order: "\"ORDER\""),
      Seat(row: "A", number: 1, order: "1 OR 1=1"),
      Seat(row: "A", number: 2, order: ""),
    ]
    try temporary.store.save(contentsOf: seats)
    try temporary.store.save(Seat(row: "A", number: 2, order: "changed"))
    #expect(try temporary.store.fetchOne(Seat.self, key: ["row": "A", "number": 2])?.order == "changed")
    #expect(try temporary.store.fetchAll(Seat.self, where: "order = \"1 OR 1=1\"") == [seats[1]])
    #expect(try temporary.store.fetchAll(Seat.self, where: "row = \"A'; DELETE FROM x; --\"") == [seats[0]])
    #expect(try temporary.store.count(Seat.self) == 3)
  }

  @Test func modelWithoutIdentityIsInsertedEachTime() throws {
    let temporary = try TemporaryStore()
    let note = Note(text: "a", rowid: 9, Text: "b")
    try temporary.store.save(note)
    try temporary.store.save(note)
    #expect(try temporary.store.fetchAll() == [note, note])
    #expect(try temporary.store.delete(Note.self, where: "text = a") == 2)
    #expect(throws: StoreError.self) { try temporary.store.fetchOne(Note.self, id: 1) }
  }

  @Test func failedSaveChangesNothing() throws {
    struct Stop: Error {}
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: (0..<10).map { Task(id: $0, title: "old") })
    #expect(throws: Stop.self) {
      try temporary.store.save(contentsOf: (0..<3_000).lazy.map { Task(id: $0, title: "new") }) { _ in
        throw Stop()
      }
    }
    #expect(try temporary.store.count(Task.self) == 10)
    #expect(try temporary.store.count(Task.self, where: "title = old") == 10)
  }

  @Test func unencodableValueIsReportedWithItsProperty() throws {
    struct Reading: Model {
      let id: Int
      var value: Double
      static let properties = Properties(of: Reading.self) {
        Property(\.id, "id").identity()
        Property(\.value, "value")
      }
      static let mapping = Mapping(Reading.init, properties)
    }
    let temporary = try TemporaryStore()
    try temporary.store.save(Reading(id: 1, value: 2))
    let error = #expect(throws: StoreError.self) { try temporary.store.save(Reading(id: 1, value: .nan)) }
    #expect(error?.table == "Reading")
    #expect(error?.property == "value" && error?.row == "1")
    #expect(try temporary.store.fetchAll(Reading.self).first?.value == 2)
  }

  // MO-10
  @Test func unwrittenRequiredPropertyIsReported() throws {
    struct Parent: MappedHashable, Sendable {
      let id: Int
      var name: String
      static let properties = Properties(of: Parent.self) {
        Property(\.id, "id").identity()
        Property(\.name, "name").decodeOnly()
      }
      static let mapping = Mapping(Parent.init, properties)
    }
    let temporary = try TemporaryStore()
    let error = #expect(throws: StoreError.self) { try temporary.store.save(Parent(id: 1, name: "a")) }
    #expect(error?.table == "Parent" && error?.property == "name", "\(error as Any)")
    #expect(try temporary.shell("SELECT count(*) FROM sqlite_schema WHERE name = 'Parent'") == ["0"])
  }

  // MO-16
  @Test func unencodableIdentityIsReportedBeforeAnyChange() throws {
    struct Record: MappedHashable, Sendable {
      let id: String
      var word: String
      static let properties = Properties(of: Record.self) {
        Property(
          \.id, "id",
          .custom(
            forward: { (text: String) in text },
            reverse: { text in
              if text.isEmpty { throw TransformError(expected: "a name") }
              return text
            })
        ).identity()
        Property(\.word, "word")
      }
      static let mapping = Mapping(Record.init, properties)
    }
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(Record(id: "a", word: "x"))
    let error = #expect(throws: StoreError.self) {
      try store.save(contentsOf: [Record(id: "a", word: "y"), Record(id: "", word: "z")])
    }
    #expect(error?.property == "id" && error?.message.contains("a name") == true, "\(error as Any)")
    #expect(try store.fetchAll() == [Record(id: "a", word: "x")])
  }

  /// A row that breaks the rules of its model could not be read.
  @Test func savingValidatesModels() throws {
    struct Code: MappedHashable, Sendable {
      let id: Int
      var text: String
      var last = 0
      static let properties = Properties(of: Code.self) {
        Property(\.id, "id").identity()
        Property(\.text, "text").normalized { text in
          if text.isEmpty { throw TransformError(expected: "a text") }
          text = text.uppercased()
        }
        Property(\.last, "last")
      }
      static let mapping = Mapping(Code.init, properties).validated {
        if $0.last < $0.id { throw TransformError(expected: "an end after the start") }
      }
    }
    let temporary = try TemporaryStore()
    let store = temporary.store
    let empty = #expect(throws: StoreError.self) { try store.save(Code(id: 1, text: "", last: 1)) }
    #expect(empty?.table == "Code" && empty?.property == "text" && empty?.message == "expected a text")
    #expect(throws: StoreError.self) {
      try store.save(contentsOf: [Code(id: 1, text: "a", last: 1), Code(id: 2, text: "b")])
    }
    try store.save(Code(id: 1, text: "a", last: 1))
    #expect(try store.fetchAll() == [Code(id: 1, text: "A", last: 1)])
    var models = try store.models(Code.self)
    #expect(models.next() != nil && models.next() == nil && models.next() == nil)
  }

  @Test func invalidStoredValueIsReportedWithItsRow() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: (1...3).map { Task(id: $0, title: "t") })
    try temporary.run("UPDATE Task SET priority = 'high' WHERE id = 2")
    let results = try temporary.store.models(Task.self).map { $0 }
    #expect(results.count == 3)
    let error = #expect(throws: StoreError.self) { try results[1].get() }
    #expect(
      error?.description == "table Task, row 2, property priority: expected integer (the value is \"high\")")
    #expect(throws: Never.self) { try results[2].get() }
  }

  @Test func newPropertyGetsAColumn() throws {
    struct Old: Model {
      let id: Int
      static let properties = Properties(of: Old.self) { Property(\.id, "id").identity() }
      static let mapping = Mapping(Old.init, properties).named("Task")
    }
    struct New: MappedHashable {
      let id: Int
      var notes: String?
      var stars = 3
      static let properties = Properties(of: New.self) {
        Property(\.id, "id").identity()
        Property(\.notes, "notes").indexed()
        Property(\.stars, "stars").absent(when: .null).default(3)
      }
      static let mapping = Mapping(New.init, properties).named("Task")
    }
    let temporary = try TemporaryStore()
    try temporary.store.save(Old(id: 1))
    let store = try temporary.reopened()
    try store.save(New(id: 2, notes: "n", stars: 5))
    #expect(try store.fetchAll() == [New(id: 1), New(id: 2, notes: "n", stars: 5)])
    #expect(try store.check() == [])
  }

  @Test func iterationReadsASnapshot() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: (0..<100).map { Task(id: $0, title: "a", priority: -$0) })
    var models = try temporary.store.models(Task.self, order: "priority")
    #expect(try models.next()?.get().id == 99)
    try temporary.store.delete(Task.self)
    #expect(models.reduce(0) { count, _ in count + 1 } == 99)
    #expect(try temporary.store.count(Task.self) == 0)
  }

  @Test func concurrentWritersLoseNothing() async throws {
    let temporary = try TemporaryStore()
    let stores = [temporary.store, try temporary.reopened()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for round in 0..<50 {
            try store.save(Task(id: round * 2 + number, title: "t"))
            try store.save(contentsOf: [Task(id: 1_000, title: "\(number)")])
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try temporary.store.count(Task.self) == 101)
  }
}
