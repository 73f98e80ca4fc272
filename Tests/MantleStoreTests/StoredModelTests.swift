import Foundation
import Mantle
import MantleArchiving
import Testing

@testable import MantleStore

/// A model that refers to rows of its own table.
private final class Person: Model, Sendable {
  let id: Int
  let name: String
  let manager: Person?
  let friends: [Person]
  init(id: Int, name: String, manager: Person? = nil, friends: [Person] = []) {
    (self.id, self.name, self.manager, self.friends) = (id, name, manager, friends)
  }
  static let properties = Properties(of: Person.self) {
    Property(\.id, "id").identity()
    Property(\.name, "name")
    Property(\.manager, "manager").persisted(as: .reference)
    Property(\.friends, "friends").default([]).persisted(as: .reference)
  }
  static let mapping = Mapping(Person.init, properties)
}

private struct Address: MappedHashable, Sendable {
  let city: String
  var street: String?
  var codes: [Int] = []
  var point: [String: Int]?
  static let properties = Properties(of: Address.self) {
    Property(\.city, "place.city")
    Property(\.street, "street").indexed()
    Property(\.codes, "codes").default([])
    Property(\.point, "point")
  }
  static let mapping = Mapping(Address.init, properties)
}

private struct Tag: MappedHashable, Sendable {
  let key: String
  var color: String?
  static let properties = Properties(of: Tag.self) {
    Property(\.key, "key").identity()
    Property(\.color, "color")
  }
  static let mapping = Mapping(Tag.init, properties)
}

private struct Shop: MappedHashable, Sendable {
  let id: Int
  var address: Address
  var branch: Address?
  var owner: Tag?
  var tags: [Tag] = []
  static let properties = Properties(of: Shop.self) {
    Property(\.id, "id").identity()
    Property(\.address, "address").persisted(as: .columns)
    Property(\.branch, "info.branch").column("second").persisted(as: .columns)
    Property(\.owner, "owner").persisted(as: .reference)
    Property(\.tags, "tags").default([]).persisted(as: .reference)
  }
  static let mapping = Mapping(Shop.init, properties)
}

/// Models that are stored in columns, or as rows of their own tables.
@Suite struct StoredModelTests {
  private static let shops = [
    Shop(
      id: 1, address: Address(city: "Ulm"), owner: Tag(key: "a", color: "red"),
      tags: [Tag(key: "b"), Tag(key: "a")]),
    Shop(
      id: 2, address: Address(city: "", street: "Gasse 1", codes: [1, 2]),
      branch: Address(city: "Bonn", point: ["x": 1]),
      tags: [Tag(key: "b", color: "blue"), Tag(key: "b", color: "blue")]),
    Shop(id: 3, address: Address(city: "Ulm", street: nil)),
  ]

  private static func lines(of table: String, in temporary: TemporaryStore) throws -> [String] {
    var lines: [UInt8] = []
    try DatabaseFile(temporary.path).writeLines(of: table) {
      lines += $0
      return true
    }
    return String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func savedModelsAreFetchedUnchanged() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: Self.shops)
    var shops = Self.shops
    // The rows of tags are shared: what was saved last holds for all.
    shops[0].tags[0].color = "blue"
    shops[0].tags[1].color = nil
    shops[0].owner?.color = nil
    #expect(try temporary.reopened().fetchAll() == shops)
    #expect(try temporary.store.fetchOne(id: 2) == shops[1])
    #expect(try Self.lines(of: "Shop", in: temporary).map { try Shop.decode(json: $0) } == shops)
    #expect(try Self.lines(of: "Shop", in: temporary) == shops.map { try $0.json() })
    #expect(
      try temporary.shell(
        "SELECT address_city, address_street, address_codes, second_city, second_point, owner, tags FROM Shop"
      )
        == ["Ulm||[]|||a|2", "|Gasse 1|[1,2]|Bonn|{\"x\":1}||2", "Ulm||[]||||0"])
    #expect(
      try temporary.shell("SELECT * FROM Shop_tags ORDER BY 1, 2") == ["1|0|b", "1|1|a", "2|0|b", "2|1|b"])
    #expect(try temporary.shell("SELECT * FROM Tag") == ["a|", "b|blue"])
    #expect(try temporary.store.check() == [])
  }

  @Test func conditionsReachPropertiesOfStoredModels() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(contentsOf: Self.shops)
    let conditions = [
      ("address.city = Ulm", [1, 3]), ("branch.city = Bonn", [2]), ("branch = null", [1, 3]),
      ("owner.key = a", [1]), ("tags.color = blue", [1, 2]),
      ("address.street = 'Gasse 1' and tags.key = b", [2]),
    ]
    for (condition, ids) in conditions {
      #expect(
        try store.fetchAll(Shop.self, where: StoreCondition(condition)).map(\.id) == ids, "\(condition)")
    }
    #expect(try store.fetchAll(Shop.self, order: "address.city, id desc").map(\.id) == [2, 3, 1])
    #expect(try store.count(Tag.self) == 2)
  }

  @Test func savingUpdatesRowsOfStoredModels() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(contentsOf: Self.shops)
    try store.save(Tag(key: "b", color: "green"))
    #expect(
      try store.fetchOne(Shop.self, id: 2)?.tags == [
        Tag(key: "b", color: "green"), Tag(key: "b", color: "green"),
      ]
    )
    var shop = Self.shops[1]
    (shop.branch, shop.tags) = (nil, [Tag(key: "c")])
    try store.save(shop)
    #expect(try store.fetchOne(id: 2) == shop)
    // The rows to which a model refers outlive it, and a row to which others refer cannot be deleted.
    #expect(try store.count(Tag.self) == 3)
    #expect(throws: StoreError.self) { try store.delete(Tag.self, where: "key = c") }
    try store.delete(Shop.self, where: "id = 2")
    #expect(try store.delete(Tag.self, where: "key = c") == 1)
    #expect(try temporary.shell("SELECT count(*) FROM Shop_tags") == ["2"])
  }

  /// A property of the whole object has a column with the keys that no other property has.
  @Test func storedModelsKeepUnmappedKeys() throws {
    struct Open: MappedHashable, Sendable {
      var id: Int
      var made: String?
      var all: [String: JSONValue]
      static let properties = Properties(of: Open.self) {
        Property(\.id, "id").identity()
        Property(\.made, "info.made")
        Property(\.all, "")
      }
      static let mapping = Mapping(Open.init, properties)
    }
    let temporary = try TemporaryStore()
    let models = try [#"{"id":1,"x":{"y":[null]},"info":{"made":"m"}}"#, #"{"id":2,"info":{"made":null}}"#]
      .map {
        try Open.decode(json: $0)
      }
    try temporary.store.save(contentsOf: models)
    #expect(try temporary.store.fetchAll() == models)
    #expect(try temporary.store.fetchOne(id: 1) == models[0])
    #expect(try temporary.shell("SELECT \"all\" FROM Open") == [#"{"x":{"y":[null]}}"#, ""])
  }

  @Test func modelsMayReferToTheirOwnType() throws {
    let temporary = try TemporaryStore()
    let boss = Person(id: 1, name: "Ada", friends: [Person(id: 3, name: "Lin")])
    let worker = Person(id: 2, name: "Bo", manager: boss, friends: [boss])
    try temporary.store.save(worker)
    let texts = [try worker.json()]
    #expect(try temporary.reopened().fetchAll(Person.self, where: "id = 2").map { try $0.json() } == texts)
    #expect(try temporary.store.fetchAll(Person.self, where: "manager = null").count == 2)
    #expect(try Self.lines(of: "Person", in: temporary).contains(texts[0]))
    // Nobody could read people again who are each other's friends.
    let friend = Person(id: 3, name: "Lin", friends: [boss])
    let circle = #expect(throws: StoreError.self) { try temporary.store.save(friend) }
    #expect(circle?.reason == .value && circle?.row == "3")
    #expect(try temporary.store.fetchAll(Person.self, where: "id = 2").map { try $0.json() } == texts)
    // Other programs can make rows that refer to each other without an end, or to nothing.
    try temporary.run("UPDATE Person SET manager = 2 WHERE id = 1")
    let endless = #expect(throws: StoreError.self) { try temporary.store.fetchOne(Person.self, id: 1) }
    #expect(endless?.reason == .damaged)
    try temporary.run("UPDATE Person SET manager = NULL")
    let connection = try Connection(temporary.path)
    for sql in ["PRAGMA foreign_keys = OFF", "UPDATE Person SET manager = 99 WHERE id = 3"] {
      try connection.run(sql)
    }
    let missing = #expect(throws: StoreError.self) { try temporary.store.fetchOne(Person.self, id: 3) }
    #expect(missing?.description == "table Person, row 99: another row refers to this one, which is missing")
    #expect(try DatabaseFile(temporary.path).foreignKeys(of: "Person").map(\.table) == ["Person"])
  }

  private struct First: MappedHashable, Sendable {
    let id: Int
    var address: Address
    var branch: Address?
    var owner: Tag?
    static let properties = Properties(of: First.self) {
      Property(\.id, "id").identity()
      Property(\.address, "address")
      Property(\.branch, "info.branch")
      Property(\.owner, "owner")
    }
    static let mapping = Mapping(First.init, properties).named("Shop")
  }

  @Test func changingTheStorageFormKeepsTheModels() throws {
    let temporary = try TemporaryStore()
    let first = Self.shops.map { First(id: $0.id, address: $0.address, branch: $0.branch, owner: $0.owner) }
    try temporary.store.save(contentsOf: first)
    var shops = Self.shops
    for index in shops.indices { shops[index].tags = [] }
    // The list is a new property, so that its column is empty.
    try temporary.run("ALTER TABLE Shop ADD COLUMN tags INTEGER DEFAULT 0")
    let store = try temporary.reopened()
    #expect(try store.plan(for: Shop.self).contains { $0.hasPrefix("CREATE TABLE \"Shop\"") })
    #expect(try store.fetchAll() == shops)
    #expect(try store.fetchAll(Tag.self) == [Tag(key: "a", color: "red")])
    #expect(try store.plan(for: Shop.self) == [])
    #expect(try temporary.reopened().fetchAll() == first)
    #expect(try store.check() == [])
  }

  private protocol Form: Sendable {
    static var stored: PersistedForm { get }
  }
  private enum AsJSON: Form { static let stored = PersistedForm.json }
  private enum AsTable: Form { static let stored = PersistedForm.table }
  private enum AsReference: Form { static let stored = PersistedForm.reference }

  private struct Holder<Kind: Form>: MappedHashable, Sendable {
    let id: Int
    var tags: [Tag]
    static var mapping: Mapping<Holder> {
      .cached {
        let properties = Properties(of: Holder.self) {
          Property(\.id, "id").identity()
          Property(\.tags, "tags").persisted(as: Kind.stored)
        }
        return Mapping(Holder.init, properties).named("Holder")
      }
    }
  }

  /// A list may be stored in any form after any other, as when an update of an app is taken back.
  @Test func listStorageFormsCanBeChangedInAnyOrder() throws {
    let temporary = try TemporaryStore()
    var tags = [Tag(key: "a", color: "red"), Tag(key: "b")]
    func use<Kind: Form>(_: Kind.Type) throws {
      let store = try temporary.reopened()
      if tags.count > 2 {
        #expect(try store.fetchOne(Holder<Kind>.self, id: 1)?.tags == tags, "\(Kind.self)")
      }
      tags.append(Tag(key: "c\(tags.count)"))
      try store.save(Holder<Kind>(id: 1, tags: tags))
      #expect(try store.fetchOne(Holder<Kind>.self, id: 1)?.tags == tags, "\(Kind.self)")
    }
    let forms: [any Form.Type] = [AsJSON.self, AsTable.self, AsReference.self]
    for first in forms {
      for second in forms { for kind in [first, second, first, second] { try use(kind) } }
    }
    #expect(try temporary.store.check() == [])
  }

  private enum Other {
    struct Tag: MappedHashable, Sendable {
      let id: Int
      static let properties = Properties(of: Tag.self) { Property(\.id, "id").identity() }
      static let mapping = Mapping(Tag.init, properties)
    }
  }

  /// Two types of models with one name would overwrite each other's rows.
  @Test func modelTypesWithTheSameNameAreRefused() throws {
    struct Holder: MappedHashable, Sendable {
      let id: Int
      var own: Tag
      var other: Other.Tag
      static let properties = Properties(of: Holder.self) {
        Property(\.id, "id").identity()
        Property(\.own, "own").persisted(as: .reference)
        Property(\.other, "other").persisted(as: .reference)
      }
      static let mapping = Mapping(Holder.init, properties)
    }
    let temporary = try TemporaryStore()
    let store = temporary.store
    #expect(throws: StoreError.self) {
      try store.save(Holder(id: 1, own: Tag(key: "a"), other: Other.Tag(id: 1)))
    }
    try store.save(contentsOf: Self.shops)
    let error = #expect(throws: StoreError.self) { try store.save(Other.Tag(id: 1)) }
    #expect(error?.reason == .definition && error?.table == "Tag")
  }

  @Test func deletingAReferencedRowIsRefused() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(contentsOf: Self.shops)
    for delete in [
      { try store.delete(Tag.self, id: "b") }, { try store.delete(Tag.self, where: "key = b") > 0 },
    ] {
      let error = #expect(throws: StoreError.self) { _ = try delete() }
      #expect(error?.message == "other rows refer to it" && error?.table == "Tag")
    }
    #expect(try store.count(Tag.self) == 2)
    // Rows that refer to each other are deleted together.
    let manager = Person(id: 1, name: "a", manager: Person(id: 2, name: "b"))
    try store.save(Person(id: 3, name: "c", manager: manager, friends: [Person(id: 4, name: "d")]))
    #expect(try store.delete(Person.self) == 4)
  }

  @Test func observersSeeChangesOfReferencedRows() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(Self.shops[0])
    var shops = store.updates(of: Shop.self).makeAsyncIterator()
    #expect(try await shops.next()?.first?.owner?.color == nil)
    try store.save(Tag(key: "a", color: "green"))
    #expect(try await shops.next()?.first?.owner?.color == "green")
  }

  @Test func unsuitableStorageFormsAreRefused() throws {
    struct Optional: MappedHashable {
      var word: String?
      static let properties = Properties(of: Optional.self) { Property(\.word, "word") }
      static let mapping = Mapping(Optional.init, properties)
    }
    struct Holder: Model {
      let id: Int
      var part: Optional
      static let properties = Properties(of: Holder.self) {
        Property(\.id, "id").identity()
        Property(\.part, "part").persisted(as: .columns)
      }
      static let mapping = Mapping(Holder.init, properties)
    }
    struct Referrer: Model {
      let id: Int
      var part: Optional
      static let properties = Properties(of: Referrer.self) {
        Property(\.id, "id").identity()
        Property(\.part, "part").persisted(as: .reference)
      }
      static let mapping = Mapping(Referrer.init, properties)
    }
    let store = try TemporaryStore().store
    let columns = #expect(throws: StoreError.self) { try store.save(Holder(id: 1, part: Optional())) }
    #expect(
      columns?.description
        == "table Holder, property part: a model in columns needs a required property with a string, a number or a Boolean"
    )
    let reference = #expect(throws: StoreError.self) { try store.save(Referrer(id: 1, part: Optional())) }
    #expect(reference?.message == "a reference needs one identity property in the model Optional")
  }
}
