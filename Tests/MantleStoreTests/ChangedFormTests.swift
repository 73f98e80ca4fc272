import Foundation
import Mantle
import TestSupport
import Testing

@testable import MantleStore

/// The key and the column of a property.
private protocol Form: Sendable {
  static var path: JSONKeyPath { get }
  static var column: String { get }
  static var omitsNil: Bool { get }
}

extension Form {
  static var path: JSONKeyPath { "value" }
  static var column: String { "value" }
  static var omitsNil: Bool { false }
}

private enum Plain: Form {}
private enum Renamed: Form { static var column: String { "name" } }
private enum Moved: Form { static var path: JSONKeyPath { "other" } }
private enum Deep: Form { static var path: JSONKeyPath { "inner.value" } }
private enum Omitting: Form { static var omitsNil: Bool { true } }

private struct Row<Value: JSONConvertible & Sendable, F: Form>: Model, Sendable {
  let id: Int
  let value: Value

  static var mapping: Mapping<Row> {
    .cached {
      let properties = Properties(of: Row.self) {
        Property(\.id, "id").identity()
        Property(\.value, F.path).column(F.column)
      }
      let mapping = Mapping(Row.init, properties).named("Row")
      return F.omitsNil ? mapping.encodeNil(as: .omitted) : mapping
    }
  }
}

/// One form of the model, with values.
private struct Trial: Sendable {
  let name: String
  /// Saves the values from an identity on, and returns their JSON.
  let save: @Sendable (Store, Int) throws -> [String]
  /// Returns the JSON of the values in the order of their identities.
  let fetch: @Sendable (Store) throws -> [String]
  /// Returns the JSON of the value that some JSON is decoded as; nil if it is not.
  let converted: @Sendable (String) -> String?

  init<Value: JSONConvertible & Sendable, F: Form>(_ values: [Value], _: F.Type) {
    name = "\(Value.self) \(F.self)"
    save = { store, id in
      try store.save(contentsOf: values.enumerated().map { Row<Value, F>(id: id + $0, value: $1) })
      return try values.map { try $0.json() }
    }
    fetch = { store in try store.fetchAll(Row<Value, F>.self, order: "id").map { try $0.value.json() } }
    converted = { try? Value.decode(json: $0).json() }
  }

  private static func all<F: Form>(_ form: F.Type) throws -> [Trial] {
    let decimal = try #require(Decimal(string: "12345678901234567890.12"))
    return [
      Trial([0, 7, -1, .max], form), Trial([Int8.min, 5], form), Trial([UInt64.max, 3], form),
      Trial([0.0, -0.0, 2, 1.5, 1e300], form), Trial([Float(0.1), 3], form),
      Trial([Decimal(2), decimal], form),
      Trial([Decimal(2), 7], form), Trial([1.0, 2], form), Trial([true, false], form), Trial([true], form),
      Trial(["007", "7", "", "x", "1e2", "null"], form), Trial(["a"], form),
      Trial([UUID()], form), Trial([URL(filePath: "/a b")], form),
      Trial([Int?.some(7), nil], form), Trial([Int?.none], form), Trial([String?.some("5"), nil], form),
      Trial([Double?.some(7), nil], form), Trial([[1, 2], []], form), Trial([["1"]], form),
      Trial([["k": 1], [:]], form), Trial([[Int?]([1, nil])], form),
      Trial(try [#""007""#, "7", "1.50", "[1]", "{}", "true"].map { try JSONValue(json: $0) }, form),
    ]
  }

  static func all() throws -> [Trial] {
    try all(Plain.self) + all(Renamed.self) + all(Moved.self) + all(Deep.self) + all(Omitting.self)
  }
}

/// Models whose properties have changed without a new version.
@Suite struct ChangedFormTests {
  /// A law: of any two forms of a model, the second has the values of the first, or is refused before anything is written.
  @Test func changedFormKeepsRowsOrIsRefused() throws {
    var random = SeededGenerator(seed: 20)
    let trials = try Trial.all()
    var equal = 0
    for _ in 0..<100 {
      let (old, new) = (random.pick(trials), random.pick(trials))
      let temporary = try TemporaryStore()
      let saved = try old.save(temporary.store, 0)
      let before = try Self.contents(temporary)
      let store = try temporary.reopened()
      do {
        let found = try new.fetch(store)
        try Self.expect(found, saved, old, new)
        let added = try new.save(store, 100)
        #expect(try new.fetch(store) == found + added, "\(old.name) → \(new.name)")
        equal += 1
      } catch let error as StoreError {
        #expect([.version, .definition].contains(error.reason), "\(old.name) → \(new.name): \(error)")
        #expect(try Self.contents(temporary) == before, "\(old.name) → \(new.name)")
        #expect(try old.fetch(temporary.reopened()) == saved, "\(old.name) → \(new.name)")
      }
    }
    #expect(equal > 20)
  }

  private static func expect(_ found: [String], _ saved: [String], _ old: Trial, _ new: Trial) throws {
    #expect(found.count == saved.count, "\(old.name) → \(new.name)")
    for (found, saved) in zip(found, saved) {
      let value = try JSONDocument(saved).root
      let isEqual = try JSONDocument(found).root.isEquivalent(to: value)
      #expect(
        isEqual || value.kind == .string && found == new.converted(saved),
        "\(old.name) → \(new.name): \(saved), \(found)")
    }
  }

  private static func contents(_ temporary: TemporaryStore) throws -> [String] {
    let columns = try temporary.shell("SELECT name FROM pragma_table_info('Row')")
    let quoted = columns.map { "quote(\(SQLText.name($0)))" }.joined(separator: ", ")
    return try temporary.shell("SELECT sql FROM sqlite_schema") + temporary.shell("SELECT \(quoted) FROM Row")
  }

  @Test(arguments: [("1", "12"), ("1.0", "2.5")]) func changingNumbersToStringsIsRefused(
    _ first: String, _ second: String
  ) throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(Row<Int, Plain>(id: 1, value: 7))
    let error = #expect(throws: StoreError.self) {
      try temporary.reopened().save(Row<String, Plain>(id: 2, value: "007"))
    }
    #expect(error?.reason == .version && error?.row == "1" && error?.property == "value", "\(error as Any)")
    #expect(error?.message.contains("give the model a new version") == true)
    #expect(try temporary.shell("SELECT * FROM Row") == ["1|7"])
  }

  @Test func changingNumbersToDecimalsKeepsDigits() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(Row<Int, Plain>(id: 1, value: 7))
    let store = try temporary.reopened()
    let decimal = try #require(Decimal(string: "12345678901234567890.12"))
    #expect(try store.plan(for: Row<Decimal, Plain>.self).contains { $0.hasPrefix("CREATE TABLE \"Row\"") })
    try store.save(Row<Decimal, Plain>(id: 2, value: decimal))
    #expect(try store.fetchAll(Row<Decimal, Plain>.self).map(\.value) == [7, decimal])
    #expect(try temporary.shell("SELECT * FROM Row") == ["1|7", "2|12345678901234567890.12"])
  }

  /// The key of the JSON identifies the column.
  @Test func renamedPropertyKeepsItsColumn() throws {
    struct Item: MappedHashable, Sendable {
      let id: Int
      var name: String?
      static let properties = Properties(of: Item.self) {
        Property(\.id, "id").identity()
        Property(\.name, "name").indexed()
      }
      static let mapping = Mapping(Item.init, properties).named("Item")
    }
    struct Titled: MappedHashable, Sendable {
      let number: Int
      var title: String?
      static let properties = Properties(of: Titled.self) {
        Property(\.number, "id").identity()
        Property(\.title, "name").default("none").indexed()
      }
      static let mapping = Mapping(Titled.init, properties).named("Item")
    }
    let temporary = try TemporaryStore()
    try temporary.store.save(Item(id: 1, name: "old"))
    try temporary.run("CREATE VIEW seen AS SELECT name FROM Item")
    let store = try temporary.reopened()
    #expect(
      try store.plan(for: Titled.self).prefix(3) == [
        #"DROP INDEX IF EXISTS "Item_name""#, #"ALTER TABLE "Item" RENAME COLUMN "id" TO "number""#,
        #"ALTER TABLE "Item" RENAME COLUMN "name" TO "title""#,
      ])
    #expect(try store.fetchAll() == [Titled(number: 1, title: "old")])
    try store.save(Titled(number: 2, title: "new"))
    #expect(try temporary.shell("SELECT * FROM seen") == ["old", "new"])
    #expect(
      try DatabaseFileTests.lines(temporary.path, of: "Item") == [
        #"{"id":1,"name":"old"}"#, #"{"id":2,"name":"new"}"#,
      ])
    #expect(try store.check() == [])
    // A program that still uses the former column gets an error, and no other values.
    for use in [
      { _ = try temporary.store.fetchAll(Item.self) }, { _ = try temporary.store.fetchOne(Item.self, id: 1) },
      { _ = try temporary.store.fetchAll(Item.self, where: "name = old") },
      { _ = try temporary.store.delete(Item.self, id: 1) },
    ] as [() throws -> Void] {
      let error = #expect(throws: StoreError.self, performing: use)
      #expect(error?.message.contains("no such column") == true, "\(error as Any)")
    }
    #expect(try temporary.reopened().fetchAll(Item.self).map(\.name) == ["old", "new"])
  }

  @Test func rowsSavedBeforeAPropertyUseItsDefault() throws {
    struct Item: MappedHashable, Sendable {
      let id: Int
      static let properties = Properties(of: Item.self) { Property(\.id, "id").identity() }
      static let mapping = Mapping(Item.init, properties).named("Item")
    }
    struct Counted: MappedHashable, Sendable {
      let id: Int
      var count = 3
      var limit: Int? = 5
      static let properties = Properties(of: Counted.self) {
        Property(\.id, "id").identity()
        Property(\.count, "count").default(3)
        Property(\.limit, "limit").default(5)
      }
      static let mapping = Mapping(Counted.init, properties).named("Item")
    }
    struct Named: MappedHashable, Sendable {
      let id: Int
      var name: String
      static let properties = Properties(of: Named.self) {
        Property(\.id, "id").identity()
        Property(\.name, "name")
      }
      static let mapping = Mapping(Named.init, properties).named("Item")
    }
    let temporary = try TemporaryStore()
    try temporary.store.save(Item(id: 1))
    let store = try temporary.reopened()
    try store.save(Counted(id: 2, count: 0, limit: nil))
    #expect(try store.fetchAll() == [Counted(id: 1), Counted(id: 2, count: 0, limit: nil)])
    let error = #expect(throws: StoreError.self) { try temporary.reopened().fetchAll(Named.self) }
    #expect(error?.property == "name" && error?.reason == .version, "\(error as Any)")
    #expect(try temporary.shell("SELECT name FROM pragma_table_info('Item')") == ["id", "count", "limit"])
  }

  /// The tables of lists have the names of the property and of the identity.
  @Test func renamedListsKeepTheirRows() throws {
    struct Item: MappedHashable, Sendable {
      let id: Int
      var labels: [Label] = []
      var owner: Label?
      static let properties = Properties(of: Item.self) {
        Property(\.id, "id").identity()
        Property(\.labels, "labels").default([]).persisted(as: .table)
        Property(\.owner, "owner").persisted(as: .reference)
      }
      static let mapping = Mapping(Item.init, properties).named("Item")
    }
    struct Renamed: MappedHashable, Sendable {
      let number: Int
      var tags: [Label] = []
      var holder: Label?
      static let properties = Properties(of: Renamed.self) {
        Property(\.number, "id").identity()
        Property(\.tags, "labels").default([]).persisted(as: .table)
        Property(\.holder, "owner").persisted(as: .reference)
      }
      static let mapping = Mapping(Renamed.init, properties).named("Item")
    }
    let temporary = try TemporaryStore()
    let labels = [Label(name: "a", color: "red"), Label(name: "b")]
    try temporary.store.save(Item(id: 1, labels: labels, owner: labels[0]))
    try temporary.store.save(Item(id: 2))
    let renamed = [Renamed(number: 1, tags: labels, holder: labels[0]), Renamed(number: 2)]
    let store = try temporary.reopened()
    #expect(try store.fetchAll() == renamed)
    try store.save(Renamed(number: 3, tags: [labels[1]], holder: labels[0]))
    #expect(try temporary.shell("SELECT Item_number, position, name FROM Item_tags ORDER BY 1, 2").count == 3)
    #expect(try store.check() == [])
    #expect(try temporary.shell("PRAGMA foreign_key_check") == [])
    #expect(
      try temporary.reopened().fetchOne(Item.self, id: 1) == Item(id: 1, labels: labels, owner: labels[0]))
  }

  private struct Label: MappedHashable, Sendable {
    let name: String
    var color: String?
    static let properties = Properties(of: Label.self) {
      Property(\.name, "name").identity()
      Property(\.color, "color")
    }
    static let mapping = Mapping(Label.init, properties)
  }

  /// SQLite would convert the values to the declared type.
  @Test(arguments: [
    ("INTEGER", "the column is declared as INTEGER, to which SQLite converts strings"), ("VARCHAR(20)", nil),
    ("", nil), ("REAL", "REAL"), ("NUMERIC", "NUMERIC"), ("BLOB", nil),
  ])
  func foreignTablesThatConvertValuesAreRefused(_ type: String, _ refusal: String?) throws {
    let temporary = try TemporaryStore()
    try temporary.run("CREATE TABLE Row (id INTEGER PRIMARY KEY, value \(type))")
    let row = Row<String, Plain>(id: 1, value: "007")
    if let refusal {
      let error = #expect(throws: StoreError.self) { try temporary.reopened().save(row) }
      #expect(error?.message.contains(refusal) == true, "\(error as Any)")
    } else {
      let store = try temporary.reopened()
      try store.save(row)
      #expect(try store.fetchAll(Row<String, Plain>.self).map(\.value) == ["007"])
    }
  }

  /// A list whose elements change has the same elements in other columns.
  @Test func changedElementsOfStoredListsKeepTheirValues() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(List(id: 1, items: [Row<Int, Plain>(id: 4, value: 7), Row(id: 5, value: 8)]))
    let store = try temporary.reopened()
    let found = try store.fetchAll(List<Row<Double, Renamed>>.self)
    #expect(found.first?.items.map(\.value) == [7, 8])
    #expect(
      try temporary.shell("SELECT id, name, typeof(name) FROM List_items") == ["4|7.0|real", "5|8.0|real"])
    #expect(throws: StoreError.self) { try temporary.reopened().fetchAll(List<Row<String, Renamed>>.self) }
    #expect(
      try temporary.reopened().fetchAll(List<Row<Int, Plain>>.self).first?.items.map(\.value) == [7, 8])
  }
}

private struct List<Element: Model & Sendable>: Model, Sendable {
  let id: Int
  let items: [Element]

  static var mapping: Mapping<List> {
    .cached {
      let properties = Properties(of: List.self) {
        Property(\.id, "id").identity()
        Property(\.items, "items").persisted(as: .table)
      }
      return Mapping(List.init, properties).named("List")
    }
  }
}
