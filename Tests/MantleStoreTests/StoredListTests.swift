import Foundation
import Mantle
import Testing

@testable import MantleStore

private struct Tag: MappedHashable, Sendable {
  let id: Int
  var word: String?
  var tags: [Tag] = []
  static let properties = Properties(of: Tag.self) {
    Property(\.id, "id").identity()
    Property(\.word, "word").indexed()
    Property(\.tags, "tags").default([]).persisted(as: .table)
  }
  static let mapping = Mapping(Tag.init, properties)
}

private struct Page: MappedHashable, Sendable {
  let id: String
  let number: Int
  var tags: [Tag]
  var links: [Tag]? = nil
  static let properties = Properties(of: Page.self) {
    Property(\.id, "id").identity()
    Property(\.number, "meta.number").identity()
    Property(\.tags, "tags").persisted(as: .table).merged { old, new in
      old.filter { tag in !new.contains { $0.id == tag.id } } + new
    }
    Property(\.links, "meta.links").persisted(as: .table)
  }
  static let mapping = Mapping(Page.init, properties)
}

/// Lists of models with tables of their own.
@Suite struct StoredListTests {
  private static func tags(_ ids: Range<Int>) -> [Tag] {
    ids.map { Tag(id: $0, word: $0 % 2 == 0 ? nil : "w\($0)", tags: [Tag(id: -$0)]) }
  }

  private static let pages = [
    Page(id: "a", number: 1, tags: tags(0..<3).reversed(), links: []),
    Page(id: "a", number: 2, tags: [], links: tags(5..<6)),
    Page(id: "b", number: 1, tags: [Tag(id: 7), Tag(id: 7)]),
  ]

  // MO-05, MO-06
  @Test func storedListsKeepTheirOrder() throws {
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: Self.pages)
    #expect(try temporary.reopened().fetchAll() == Self.pages)
    #expect(try temporary.store.fetchOne(key: ["id": "a", "number": 2]) == Self.pages[1])
    #expect(
      try temporary.shell("SELECT Page_id, Page_number, position, id, word, tags FROM Page_tags") == [
        "a|1|0|2||[{\"id\":-2,\"word\":null,\"tags\":[]}]",
        "a|1|1|1|w1|[{\"id\":-1,\"word\":null,\"tags\":[]}]",
        "a|1|2|0||[{\"id\":0,\"word\":null,\"tags\":[]}]",
        "b|1|0|7||[]", "b|1|1|7||[]",
      ])
    #expect(try temporary.shell("SELECT tags, links FROM Page") == ["3|0", "0|1", "2|"])
    #expect(try temporary.store.count(Page.self, where: "tags.word = w1") == 1)
    var lines: [UInt8] = []
    try DatabaseFile(temporary.path).writeLines(of: "Page") {
      lines += $0
      return true
    }
    let texts = String(decoding: lines, as: UTF8.self).split(separator: "\n")
    #expect(try texts.map { try Page.decode(json: String($0)) } == Self.pages)
  }

  // MO-12
  @Test func savingDeletesRemovedElementsAndNilLists() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(contentsOf: Self.pages)
    try store.save(Page(id: "a", number: 1, tags: Self.tags(1..<2)))
    try store.save(Page(id: "a", number: 2, tags: Self.tags(8..<10)), merging: .presentOnly(["tags"]))
    #expect(
      try store.fetchAll() == [
        Page(id: "a", number: 1, tags: Self.tags(1..<2)),
        Page(id: "a", number: 2, tags: Self.tags(8..<10), links: Self.tags(5..<6)), Self.pages[2],
      ])
    // A merge rule decides about the elements.
    try store.save(Page(id: "a", number: 2, tags: [Tag(id: 9, word: "new")]), merging: .presentOnly(["tags"]))
    #expect(
      try store.fetchOne(Page.self, key: ["id": "a", "number": 2])?.tags == Self.tags(8..<9) + [
        Tag(id: 9, word: "new")
      ])
    #expect(try store.delete(Page.self, where: "id = a") == 2)
    #expect(
      try temporary.shell("SELECT count(*) FROM Page_tags UNION ALL SELECT count(*) FROM Page_links") == [
        "2", "0",
      ])
    #expect(try store.check() == [])
  }

  @Test func savingManyModelsKeepsForeignKeysValid() throws {
    let temporary = try TemporaryStore()
    for pages in [Self.pages, Self.pages.map { Page(id: $0.id, number: $0.number, tags: Self.tags(1..<2)) }] {
      try temporary.store.save(contentsOf: pages)
      #expect(try temporary.shell("PRAGMA foreign_key_check") == [])
    }
    // The keys are checked again after it.
    try temporary.store.delete(Page.self)
    #expect(try temporary.shell("SELECT count(*) FROM Page_tags") == ["0"])
  }

  // MO-15
  @Test func failedSaveChangesNoElement() throws {
    struct Stop: Error {}
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: Self.pages)
    #expect(throws: Stop.self) {
      try temporary.store.save(contentsOf: [Page(id: "a", number: 1, tags: [])]) { _ in throw Stop() }
    }
    try temporary.run(
      "CREATE TRIGGER refused BEFORE INSERT ON Page_tags WHEN new.id = 13 BEGIN SELECT RAISE(ABORT, 'unlucky'); END"
    )
    let error = #expect(throws: StoreError.self) {
      try temporary.store.save(Page(id: "a", number: 1, tags: Self.tags(12..<14)))
    }
    #expect(error?.description.hasSuffix(": table Page_tags, row a, 1: unlucky") == true)
    #expect(error?.message == "unlucky")
    #expect(try temporary.store.fetchAll() == Self.pages)
  }

  @Test func savingLinesReplacesStoredLists() throws {
    let temporary = try TemporaryStore()
    func save(_ page: Page) throws {
      try temporary.store.saveLines(of: Page.modelDescription, replacing: true) { save in
        try save(Array((try page.json() + "\n").utf8)[...])
      }
      #expect(try temporary.store.fetchAll() == [page])
    }
    for page in Self.pages { try save(page) }
    #expect(try temporary.shell("SELECT count(*) FROM Page_tags") == ["2"])
  }

  @Test func onlyListsOfIdentifiedModelsHaveTables() throws {
    struct Plain: Model {
      var numbers: [Int]
      static let properties = Properties(of: Plain.self) {
        Property(\.numbers, "numbers").persisted(as: .table)
      }
      static let mapping = Mapping(Plain.init, properties)
    }
    struct Nameless: Model {
      var tags: [Tag]
      static let properties = Properties(of: Nameless.self) { Property(\.tags, "tags").persisted(as: .table) }
      static let mapping = Mapping(Nameless.init, properties)
    }
    let store = try TemporaryStore().store
    let plain = #expect(throws: StoreError.self) { try store.save(Plain(numbers: [])) }
    #expect(
      plain?.description == "table Plain, property numbers: only a list of models can be stored as `table`")
    let nameless = #expect(throws: StoreError.self) { try store.save(Nameless(tags: [])) }
    #expect(nameless?.property == "tags")
    #expect(nameless?.reason == .definition)
  }

  @Test func savingConvertsAListToATable() throws {
    struct Before: Model {
      let id: Int
      var tags: [Tag]
      static let properties = Properties(of: Before.self) {
        Property(\.id, "id").identity()
        Property(\.tags, "tags")
      }
      static let mapping = Mapping(Before.init, properties).named("Tag")
    }
    let temporary = try TemporaryStore()
    try temporary.store.save(Before(id: 1, tags: Self.tags(2..<4)))
    let store = try temporary.reopened()
    #expect(try store.fetchAll(Tag.self).map(\.tags) == [Self.tags(2..<4)])
    try store.save(Tag(id: 1, tags: Self.tags(3..<4)))
    #expect(try store.fetchAll(Tag.self).map(\.tags) == [Self.tags(3..<4)])
    #expect(try temporary.shell("SELECT id FROM Tag_tags") == ["3"])
  }

  @Test func observersSeeEveryChangeOfLists() async throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    var counts = store.updates(of: Page.self, where: "number = 1", order: "id desc").makeAsyncIterator()
    #expect(try await counts.next()?.map(\.id) == [])
    try store.save(contentsOf: Self.pages)
    try store.save(Tag(id: 1))
    #expect(try await counts.next()?.map(\.id) == ["b", "a"])
    try store.delete(Page.self, where: "id = a")
    #expect(try await counts.next()?.map(\.id) == ["b"])
    var ids: [Int] = []
    for try await tag in try store.models(Tag.self) { ids.append(try tag.get().id) }
    #expect(ids == [1])
  }
}
