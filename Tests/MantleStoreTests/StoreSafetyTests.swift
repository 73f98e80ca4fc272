import Foundation
import Mantle
import MantleArchiving
import Testing

@testable import MantleStore

/// The models of a program.
private enum Old {
  struct Note: MappedHashable, Sendable {
    let id: Int
    var name: String
    static let properties = Properties(of: Note.self) {
      Property(\.id, "id").identity()
      Property(\.name, "name")
    }
    static let mapping = Mapping(Note.init, properties).named("Note")
  }

  struct Issue: MappedHashable, Sendable {
    let id: Int
    var labels: [Label]
    static let properties = Properties(of: Issue.self) {
      Property(\.id, "id").identity()
      Property(\.labels, "labels").persisted(as: .table)
    }
    static let mapping = Mapping(Issue.init, properties).named("Issue")
  }

  struct Label: MappedHashable, Sendable {
    var name: String
    static let properties = Properties(of: Label.self) { Property(\.name, "name") }
    static let mapping = Mapping(Label.init, properties).named("Label")
  }

  struct Place: MappedHashable, Sendable {
    let id: Int
    var location: String
    var lat: Double
    var lon: Double
    static let properties = Properties(of: Place.self) {
      Property(\.id, "id").identity()
      Property(\.location, "place")
      Property(\.lat, "location[0]")
      Property(\.lon, "location[1]")
    }
    static let mapping = Mapping(Place.init, properties).named("Place")
  }

  struct Point: MappedHashable, Sendable {
    let id: Int
    var lat: Double?
    static let properties = Properties(of: Point.self) {
      Property(\.id, "id").identity()
      Property(\.lat, "location[0]")
    }
    static let mapping = Mapping(Point.init, properties).named("Point")
  }
}

/// The models of a newer version of the program.
private enum New {
  struct Note: MappedHashable, ArchivableModel, Sendable {
    let id: Int
    var title: String?
    static let properties = Properties(of: Note.self) {
      Property(\.id, "id").identity()
      Property(\.title, "title")
    }
    static let mapping = Mapping(Note.init, properties).named("Note")
    static let archive = ModelArchive(
      "Note", version: 1, migrations: [Migration(from: 0, "renamed") { $0.rename("name", to: "title") }])
  }

  struct Label: MappedHashable, ArchivableModel, Sendable {
    var title: String?
    var position: Int?
    static let properties = Properties(of: Label.self) {
      Property(\.title, "title")
      Property(\.position, "position")
    }
    static let mapping = Mapping(Label.init, properties).named("Label")
    static let archive = ModelArchive(
      "Label", version: 1, migrations: [Migration(from: 0, "renamed") { $0.rename("name", to: "title") }])
  }

  struct Issue: MappedHashable, Sendable {
    let id: Int
    var labels: [Label]
    static let properties = Properties(of: Issue.self) {
      Property(\.id, "id").identity()
      Property(\.labels, "labels").persisted(as: .table)
    }
    static let mapping = Mapping(Issue.init, properties).named("Issue")
  }

  struct MigratedIssue: MappedHashable, ArchivableModel, Sendable {
    let id: Int
    var labels: [Label]
    static let properties = Properties(of: MigratedIssue.self) {
      Property(\.id, "id").identity()
      Property(\.labels, "labels").persisted(as: .table)
    }
    static let mapping = Mapping(MigratedIssue.init, properties).named("Issue")
    static let archive = ModelArchive(
      "Issue", version: 1,
      migrations: [
        Migration(from: 0, "labels have titles") { $0.change("labels") { $0.rename("name", to: "title") } }
      ])
  }

  struct Place: MappedHashable, ArchivableModel, Sendable {
    let id: Int
    var location: String
    var lat: Double
    var lon: Double
    static let properties = Properties(of: Place.self) {
      Property(\.id, "id").identity()
      Property(\.location, "place")
      Property(\.lat, "location[0]")
      Property(\.lon, "location[1]")
    }
    static let mapping = Mapping(Place.init, properties).named("Place")
    static let archive = ModelArchive(
      "Place", version: 1, migrations: [Migration(from: 0, "nothing") { _ in }])
  }

  struct Point: MappedHashable, Sendable {
    let id: Int
    var location: String?
    var lat: Double?
    static let properties = Properties(of: Point.self) {
      Property(\.id, "id").identity()
      Property(\.location, "place")
      Property(\.lat, "location[0]")
    }
    static let mapping = Mapping(Point.init, properties).named("Point")
  }
}

/// What one program does not destroy for another, nor one model for another.
@Suite struct StoreSafetyTests {
  @Test func olderProgramDoesNotChangeMigratedRows() throws {
    let temporary = try TemporaryStore()
    let old = temporary.store
    try old.save(Old.Note(id: 1, name: "a"))
    let new = try temporary.reopened()
    #expect(try new.fetchAll() == [New.Note(id: 1, title: "a")])
    for use in [
      { try old.save(Old.Note(id: 2, name: "b")) }, { try old.delete(Old.Note.self) },
      { _ = try old.fetchAll(Old.Note.self) }, { _ = try old.fetchOne(Old.Note.self, id: 1) },
    ] as [() throws -> Void] {
      #expect(#expect(throws: StoreError.self, performing: use)?.reason == .version)
    }
    #expect(try new.fetchAll() == [New.Note(id: 1, title: "a")])
  }

  @Test func listElementsAreMigratedWithTheirModel() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(Old.Issue(id: 1, labels: [Old.Label(name: "bug"), Old.Label(name: "ui")]))
    let error = #expect(throws: StoreError.self) { try temporary.reopened().fetchAll(New.Issue.self) }
    #expect(error?.reason == .version)
    #expect(try temporary.reopened().fetchAll(Old.Issue.self).first?.labels.map(\.name) == ["bug", "ui"])
    let store = try temporary.reopened()
    let labels = ["bug", "ui"].map { New.Label(title: $0) }
    #expect(try store.fetchAll() == [New.MigratedIssue(id: 1, labels: labels)])
    #expect(try store.plan(for: New.MigratedIssue.self) == [])
    #expect(
      try temporary.shell("SELECT Issue_id, position_, title FROM Issue_labels") == ["1|0|bug", "1|1|ui"])
    #expect(try store.check() == [])
  }

  @Test func columnsAreNotReusedForOtherProperties() throws {
    let temporary = try TemporaryStore()
    let place = Old.Place(id: 1, location: "Berlin", lat: 52.5, lon: 13.4)
    try temporary.store.save(place)
    #expect(
      try temporary.reopened().fetchAll() == [New.Place(id: 1, location: "Berlin", lat: 52.5, lon: 13.4)])
    try temporary.store.save(Old.Point(id: 1, lat: 1.5))
    let error = #expect(throws: StoreError.self) { try temporary.reopened().fetchAll(New.Point.self) }
    #expect(error?.property == "location")
    #expect(error?.message.hasPrefix("the column `location` holds `location`") == true)
    #expect(try temporary.reopened().fetchAll() == [Old.Point(id: 1, lat: 1.5)])
  }

  @Test func identityLookupsUseTheirTransformers() throws {
    struct Item: MappedHashable, Sendable {
      let id: UUID
      let number: Int
      static let properties = Properties(of: Item.self) {
        Property(\.id, "id", .lowercaseUUID).identity()
        Property(\.number, "number", .integerString).identity()
      }
      static let mapping = Mapping(Item.init, properties)
    }
    let temporary = try TemporaryStore()
    let store = temporary.store
    let item = Item(id: UUID(), number: 7)
    try store.save(item)
    #expect(try store.fetchOne(key: ["id": item.id, "number": item.number]) == item)
  }

  @Test func modelTypesWithTheSameNameAreRefused() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(Old.Note(id: 1, name: "a"))
    struct Note: MappedHashable {
      let id: Int
      static let properties = Properties(of: Note.self) { Property(\.id, "id").identity() }
      static let mapping = Mapping(Note.init, properties)
    }
    let error = #expect(throws: StoreError.self) { try store.delete(Note.self) }
    #expect(error?.message.hasPrefix("another type of models has the same name") == true)
    #expect(try store.fetchAll() == [Old.Note(id: 1, name: "a")])
  }

  /// Rows that a program adds with fewer columns leave the others as they are.
  @Test func savingKeepsColumnsThatAModelLacks() throws {
    struct Wide: MappedHashable, Sendable {
      let id: Int
      var object: [String: Int]?
      var number: JSONValue
      static let properties = Properties(of: Wide.self) {
        Property(\.id, "id").identity()
        Property(\.object, "object").encodeNil(as: .omitted)
        Property(\.number, "number")
      }
      static let mapping = Mapping(Wide.init, properties).named("Row")
    }
    struct Narrow: MappedHashable, Sendable {
      let id: Int
      static let properties = Properties(of: Narrow.self) { Property(\.id, "id").identity() }
      static let mapping = Mapping(Narrow.init, properties).named("Row")
    }
    let temporary = try TemporaryStore()
    let rows = [
      Wide(id: 1, object: ["k": 1], number: try JSONValue(json: "123456789012345678901234567890")),
      Wide(id: 2, object: nil, number: try JSONValue(json: "null")),
    ]
    try temporary.store.save(contentsOf: rows)
    let other = try temporary.reopened()
    try other.save(Narrow(id: 3))
    #expect(try other.plan(for: Narrow.self) == [])
    #expect(
      try DatabaseFileTests.lines(temporary.path, of: "Row") == (try rows.map { try $0.json() }) + [
        #"{"id":3,"number":null}"#
      ])
    #expect(try temporary.reopened().fetchAll(Wide.self, where: "id < 3") == rows)
  }

  @Test func editingChangesTheChosenDuplicateRow() throws {
    let temporary = try TemporaryStore()
    for sql in ["CREATE TABLE t (x, y)", "INSERT INTO t VALUES (1, 'a'), (2, 'b'), (1, 'a'), (1, 'a')"] {
      try temporary.run(sql)
    }
    let old = try JSONDocument(#"[{"x":1,"y":"a"},{"x":2,"y":"b"},{"x":1,"y":"a"},{"x":1,"y":"a"}]"#).root
    let new = try JSONDocument(#"[{"x":1,"y":"a"},{"x":2,"y":"b"},{"x":9,"y":"a"},{"x":1,"y":"a"}]"#).root
    try DatabaseFile(temporary.path).update("t", from: Array(old.elements), to: Array(new.elements))
    #expect(try temporary.shell("SELECT x FROM t ORDER BY rowid") == ["1", "2", "9", "1"])
  }
}
