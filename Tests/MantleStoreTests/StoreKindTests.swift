import Foundation
import Mantle
import Testing

@testable import MantleStore

private struct User: MappedHashable, Sendable {
  let id: Int
  var mail: String?
  var name: String
  static let properties = Properties(of: User.self) {
    Property(\.id, "id").identity()
    Property(\.mail, "mail").unique()
    Property(\.name, "name")
  }
  static let mapping = Mapping(User.init, properties)
}

private struct Post: MappedHashable, Sendable {
  let id: UUID
  var title: String
  var author: User?
  var tags: [String: Int]
  static let properties = Properties(of: Post.self) {
    Property(\.id, "id").identity()
    Property(\.title, "title", or: ["name"])
    Property(\.author, "author").persisted(as: .reference)
    Property(\.tags, "tags").default([:])
  }
  static let mapping = Mapping(Post.init, properties)
}

/// Stores that are only read or temporary, unique values, and JSON with some of the keys.
@Suite struct StoreKindTests {
  @Test func savingRejectsDuplicateUniqueValues() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(contentsOf: [
      User(id: 1, mail: "a", name: "A"), User(id: 2, mail: nil, name: "B"), User(id: 3, mail: nil, name: "C"),
    ])
    try store.save(User(id: 1, mail: "a", name: "B"))
    let error = #expect(throws: StoreError.self) { try store.save(User(id: 2, mail: "a", name: "B")) }
    #expect(error?.reason == .constraint && error?.row == "2", "\(error as Any)")
    #expect(try store.fetchAll(User.self, where: "mail = a").map(\.id) == [1])
    #expect(
      try temporary.shell("SELECT name FROM pragma_index_list('User') WHERE \"unique\"") == ["User_mail"])
  }

  @Test func newUniquePropertyGetsItsIndex() throws {
    struct Old: MappedHashable, Sendable {
      let id: Int
      var mail: String?
      static let properties = Properties(of: Old.self) {
        Property(\.id, "id").identity()
        Property(\.mail, "mail").indexed()
      }
      static let mapping = Mapping(Old.init, properties).named("User")
    }
    struct New: MappedHashable, Sendable {
      let id: Int
      var mail: String?
      static let properties = Properties(of: New.self) {
        Property(\.id, "id").identity()
        Property(\.mail, "mail").unique()
      }
      static let mapping = Mapping(New.init, properties).named("User")
    }
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: [Old(id: 1, mail: "a"), Old(id: 2, mail: "a")])
    let error = #expect(throws: StoreError.self) { try temporary.reopened().fetchAll(New.self) }
    #expect(error?.reason == .constraint, "\(error as Any)")
    try temporary.store.save(Old(id: 2, mail: "b"))
    #expect(try temporary.reopened().fetchAll(New.self).map(\.mail) == ["a", "b"])
    #expect(
      try temporary.shell("SELECT name FROM pragma_index_list('User') WHERE \"unique\"") == ["User_mail"])
  }

  // MO-08
  @Test func partialJSONIsMergedIntoItsRow() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let id = UUID()
    let ada = User(id: 1, mail: "a", name: "Ada")
    try store.save(User(id: 2, mail: "b", name: "Bo"))
    try store.save(Post(id: id, title: "t", author: ada, tags: ["k": 1, "l": 2]))
    func merged(_ json: String) throws -> Post { try store.merge(Post.self, json: json) }
    var post = try merged("{\"id\":\"\(id)\",\"tags\":{\"k\":null,\"m\":3}}")
    #expect(post == Post(id: id, title: "t", author: ada, tags: ["l": 2, "m": 3]))
    post = try merged("{\"id\":\"\(id.uuidString.lowercased())\",\"name\":\"u\"}")
    #expect(post.title == "u" && post.tags.count == 2)
    // A reference to another row does not take over the values of the former row.
    post = try merged("{\"id\":\"\(id)\",\"author\":{\"id\":2,\"name\":\"Bob\"}}")
    #expect(try store.fetchOne(id: 2) == User(id: 2, mail: "b", name: "Bob"))
    #expect(try store.fetchOne(id: 1) == ada)
    post = try merged("{\"id\":\"\(id)\",\"author\":null}")
    #expect(try store.fetchAll() == [post] && post.author == nil)
    let failure = #expect(throws: DecodingFailure.self) { try merged("{\"id\":\"\(UUID())\",\"tags\":{}}") }
    #expect(failure?.diagnostics.first?.property == "title")
    #expect(throws: DecodingFailure.self) { try merged("{\"id\":\"\(id)\",\"title\":null}") }
    _ = try merged("{\"id\":\"\(UUID())\",\"title\":\"new\"}")
    #expect(try store.count(Post.self) == 2)
  }

  @Test func readOnlyStoreRejectsWrites() throws {
    let temporary = try TemporaryStore()
    #expect(throws: StoreError.self) { try Store(reading: temporary.folder.path + "/none.sqlite") }
    try temporary.store.save(User(id: 1, mail: "a", name: "A"))
    let store = try Store(reading: temporary.path)
    #expect(try store.fetchAll(User.self).map(\.name) == ["A"])
    #expect(try store.count(User.self, where: "mail = a") == 1)
    for use in [
      { try store.save(User(id: 2, mail: "b", name: "B")) }, { try store.delete(User.self) },
      { _ = try store.fetchAll(Post.self) },
    ] as [() throws -> Void] {
      let error = #expect(throws: StoreError.self, performing: use)
      #expect(error?.message.hasPrefix("the store was opened for reading") == true, "\(error as Any)")
    }
    try temporary.store.save(User(id: 2, mail: "b", name: "B"))
    #expect(try store.fetchAll(User.self).count == 2)
  }

  /// Conversion records tables of models that the program does not know.
  @Test func convertedFileCanBeOpenedReadOnly() throws {
    let temporary = try TemporaryStore()
    try Store.export(
      to: temporary.path, isDraft: false, of: User.modelDescription, merging: false, replacing: false
    ) { save in try save(Array(#"{"id":1,"mail":null,"name":"A"}"#.utf8)[...]) }
    #expect(try Store(reading: temporary.path).fetchAll() == [User(id: 1, mail: nil, name: "A")])
    try temporary.run("UPDATE User SET name = NULL")
    let error = #expect(throws: StoreError.self) { try Store(reading: temporary.path).fetchAll(User.self) }
    #expect(error?.property == "name", "\(error as Any)")
  }

  @Test func temporaryStoreLeavesNoFile() throws {
    let folder = FileManager.default.temporaryDirectory.path
    func files() throws -> Set<String> {
      Set(
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("mantle-store-") })
    }
    let before = try files()
    do {
      let store = try Store.temporary()
      try store.save(User(id: 1, mail: "a", name: "A"))
      try store.transaction { transaction in
        try transaction.save(User(id: 2, mail: "b", name: "B"))
        #expect(try store.fetchAll(User.self).count == 1)
      }
      #expect(try store.fetchAll(User.self).count == 2)
      #expect(try files() != before)
    }
    #expect(try files() == before)
  }
}
