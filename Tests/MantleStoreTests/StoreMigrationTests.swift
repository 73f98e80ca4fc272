import Foundation
import Mantle
import MantleArchiving
import Testing

@testable import MantleStore

/// Tables whose rows were saved by another version of their model.
@Suite struct StoreMigrationTests {
  private struct First: MappedHashable, Sendable {
    let id: Int
    var name: String
    var amount: JSONValue
    var obsolete = true
    static let properties = Properties(of: First.self) {
      Property(\.id, "id").identity()
      Property(\.name, "name")
      Property(\.amount, "amount")
      Property(\.obsolete, "obsolete")
    }
    static let mapping = Mapping(First.init, properties).named("Order")
  }

  private struct Third: MappedHashable, ArchivableModel, Sendable {
    let id: Int
    var area: String
    var title: String
    var amount: JSONValue
    var stars = 3
    static let properties = Properties(of: Third.self) {
      Property(\.id, "id").identity()
      Property(\.area, "area").indexed()
      Property(\.title, "heading").archived(as: "title")
      Property(\.amount, "amount")
      Property(\.stars, "stars").default(3)
    }
    static let mapping = Mapping(Third.init, properties).named("Order")
    static let archive = ModelArchive(
      "Order", version: 2,
      migrations: [
        Migration(from: 0, "`name` is now `label`") { $0.rename("name", to: "label") },
        Migration(from: 1, "`label` is divided") {
          if case .string("broken")? = $0["label"] { throw Broken() }
          $0.split("label", by: ": ", into: ["area", "title"])
        },
      ])
  }

  private struct Broken: Error {}

  /// A number that neither SQLite nor an archive can hold.
  private static let digits = String(repeating: "1234567890", count: 6)

  private static func storeOfFirst(_ names: [String]) throws -> TemporaryStore {
    let temporary = try TemporaryStore()
    let amounts = ["1", digits, "1.50", "{\"a\":[null]}"]
    try temporary.store.save(
      contentsOf: try names.enumerated().map { index, name in
        First(id: index, name: name, amount: try JSONValue(json: amounts[index % amounts.count]))
      })
    return temporary
  }

  @Test func rowsOfOlderVersionsAreMigrated() throws {
    let temporary = try Self.storeOfFirst(["a: x", "b: y: z", "c: ", "d: w"])
    let found = try temporary.reopened().fetchAll(Third.self)
    #expect(found.map(\.area) == ["a", "b", "c", "d"])
    #expect(found.map(\.title) == ["x", "y: z", "", "w"])
    #expect(found.map(\.stars) == [3, 3, 3, 3])
    #expect(
      try found.map(\.amount) == ["1", Self.digits, "1.50", "{\"a\":[null]}"].map { try JSONValue(json: $0) })
    let store = try temporary.reopened()
    #expect(try store.plan(for: Third.self) == [])
    #expect(try store.check() == [])
    #expect(try store.fetchAll(Third.self, where: "area = b").map(\.id) == [1])
    try store.save(Third(id: 1, area: "e", title: "f", amount: try JSONValue(json: "2")))
    #expect(try store.count(Third.self) == 4)
  }

  @Test func migrationKeepsForeignColumnsAndTables() throws {
    let temporary = try Self.storeOfFirst(["a: x", "b: y"])
    for sql in [
      "ALTER TABLE \"Order\" ADD COLUMN picture BLOB", "UPDATE \"Order\" SET picture = x'00ff'",
      "CREATE TABLE part (o INTEGER REFERENCES \"Order\" (id) ON DELETE CASCADE)",
      "INSERT INTO part VALUES (0), (1)", "CREATE TABLE log (x)",
      "CREATE VIEW seen AS SELECT id FROM \"Order\"",
      "CREATE TRIGGER logged AFTER UPDATE ON \"Order\" BEGIN INSERT INTO log VALUES (old.id); END",
      "CREATE UNIQUE INDEX pictures ON \"Order\" (id, picture) WHERE obsolete",
    ] {
      try temporary.run(sql)
    }
    let store = try temporary.reopened()
    let plan = try store.plan(for: Third.self)
    for sql in ["CREATE TRIGGER logged", "CREATE UNIQUE INDEX pictures", "INSERT INTO \"mantle_tables\""] {
      #expect(plan.contains { $0.hasPrefix(sql) }, "\(sql)")
    }
    let schema = try temporary.shell("SELECT sql FROM sqlite_schema WHERE name = 'pictures'")
    #expect(try store.count(Third.self) == 2)
    #expect(try temporary.shell("SELECT sql FROM sqlite_schema WHERE name = 'pictures'") == schema)
    try store.save(Third(id: 1, area: "e", title: "f", amount: try JSONValue(json: "2")))
    #expect(try temporary.shell("SELECT hex(picture), obsolete FROM \"Order\"") == ["00FF|1", "00FF|1"])
    #expect(
      try temporary.shell("SELECT o FROM part UNION ALL SELECT x FROM log UNION ALL SELECT id FROM seen") == [
        "0", "1", "1", "0", "1",
      ])
  }

  @Test func failedMigrationChangesNothing() throws {
    let temporary = try Self.storeOfFirst(["a: x", "broken", "b: y"])
    let before = try temporary.shell("SELECT * FROM \"Order\"")
    #expect(throws: Broken.self) { try temporary.reopened().fetchAll(Third.self) }
    #expect(try temporary.shell("SELECT * FROM \"Order\"") == before)
    #expect(try temporary.reopened().fetchAll(First.self).map(\.name) == ["a: x", "broken", "b: y"])
  }

  @Test func newerVersionIsRefusedButReadableAsJSON() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(Third(id: 1, area: "a", title: "t", amount: try JSONValue(json: "1")))
    let error = #expect(throws: StoreError.self) { try temporary.reopened().fetchAll(First.self) }
    #expect(error?.reason == .version)
    #expect(
      error?.description.hasPrefix(
        "table Order: the rows are of version 2 of the model, which is newer than 0")
        == true)
    var lines: [UInt8] = []
    try DatabaseFile(temporary.path).writeLines(of: "Order") {
      lines += $0
      return true
    }
    #expect(
      String(decoding: lines, as: UTF8.self)
        == "{\"id\":1,\"area\":\"a\",\"heading\":\"t\",\"amount\":1,\"stars\":3}\n")
  }

  @Test func migrationPlanAndBackupAreAvailableBeforehand() throws {
    let temporary = try Self.storeOfFirst(["a: x"])
    let store = try temporary.reopened()
    let plan = try store.plan(for: Third.self)
    #expect(plan.contains("-- `name` is now `label`"))
    #expect(plan.contains("-- `label` is divided"))
    #expect(plan.contains { $0.hasPrefix("CREATE TABLE \"Order\" (\"id\" INTEGER PRIMARY KEY NOT NULL") })
    let copy = temporary.folder.appending(path: "copy.sqlite").path
    try store.backUp(to: URL(filePath: copy))
    #expect(throws: StoreError.self) { try store.backUp(to: URL(filePath: copy)) }
    _ = try store.fetchAll(Third.self)
    #expect(try Store(copy).fetchAll(First.self).map(\.name) == ["a: x"])
  }
}
