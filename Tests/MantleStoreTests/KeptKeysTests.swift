import Mantle
import Testing

@testable import MantleStore

/// Members of saved JSON that no property maps.
@Suite struct KeptKeysTests {
  private struct Person: MappedHashable {
    let id: Int
    var name: String?
    var city: String?
    static let properties = Properties(of: Person.self) {
      Property(\.id, "id").identity()
      Property(\.name, "name")
      Property(\.city, "address.city")
    }
    static let mapping = Mapping(Person.init, properties)
  }

  /// Saves lines as `convert` does.
  private static func save(
    _ lines: [String], in temporary: TemporaryStore, merging: Bool = false, keepsKeys: Bool = true
  ) throws {
    try temporary.reopened().saveLines(of: Person.modelDescription, merging: merging, keepsKeys: keepsKeys) {
      save in
      for line in lines {
        let person = try Person.decode(json: line).json()
        try save(Array("\(merging || keepsKeys ? "[\(person),\(line)]" : person)\n".utf8)[...])
      }
    }
  }

  private static func lines(_ temporary: TemporaryStore) throws -> [String] {
    var bytes: [UInt8] = []
    try DatabaseFile(temporary.path).writeLines(of: "Person") {
      bytes += $0
      return true
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  static let people = [
    #"{"id":1,"name":"a","address":{"city":"B"}}"#,
    #"{"id":2,"name":"b","address":{"city":"B","zip":"1e2","x":{"y":[1.0]}},"tags":["t"],"n":null}"#,
    #"{"id":4,"name":"d","address":{"city":null,"zip":5}}"#,
  ]

  @Test func storeKeepsUnmappedMembers() throws {
    let temporary = try TemporaryStore()
    try Self.save(Self.people, in: temporary)
    let found = try Self.lines(temporary).map { try JSONValue(json: $0) }
    let expected = try Self.people.map { try JSONValue(json: $0) }
    #expect(found == expected)
    // The models do not see them, and saving a model keeps them.
    let store = try temporary.reopened()
    #expect(try store.fetchOne(Person.self, id: 2) == Person(id: 2, name: "b", city: "B"))
    try store.save(Person(id: 2, name: "new", city: "C"))
    #expect(
      try Self.lines(temporary)[1]
        == #"{"id":2,"name":"new","address":{"city":"C","zip":"1e2","x":{"y":[1.0]}},"tags":["t"],"n":null}"#)
  }

  @Test func storeKeepsUnmappedMembersOfNestedModels() throws {
    struct Group: MappedHashable {
      let id: Int
      var owner: Person?
      var members: [Person]
      var byName: [String: Person]
      var rows: [Person]
      static let properties = Properties(of: Group.self) {
        Property(\.id, "id").identity()
        Property(\.owner, "info.owner", or: ["owner"])
        Property(\.members, "members").default([])
        Property(\.byName, "byName").default([:])
        Property(\.rows, "rows").default([]).persisted(as: .table)
      }
      static let mapping = Mapping(Group.init, properties)
    }
    let person = #"{"id":2,"name":"n","address":{"city":"c","zip":1},"x":[{}]}"#
    let lines = [
      "{\"id\":1,\"info\":{\"owner\":\(person),\"y\":null},\"members\":[\(person)],\"byName\":{\"k\":\(person)},\"rows\":[\(person)],\"z\":{\"a\":1}}",
      #"{"id":2,"info":{"owner":null},"members":[],"byName":{},"rows":[]}"#,
    ]
    let temporary = try TemporaryStore()
    try temporary.store.saveLines(of: Group.modelDescription, keepsKeys: true) { save in
      for line in lines { try save(Array("[\(try Group.decode(json: line).json()),\(line)]\n".utf8)[...]) }
    }
    let found = try DatabaseFileTests.lines(temporary.path, of: "Group").map { try JSONDocument($0).root }
    for (found, line) in zip(found, lines) {
      #expect(try found.isEquivalent(to: JSONDocument(line).root), "\(found.rawText)")
    }
  }

  @Test func storeDropsUnmappedMembersOnRequest() throws {
    let temporary = try TemporaryStore()
    try Self.save(Array(Self.people[0...1]), in: temporary, keepsKeys: false)
    #expect(
      try Self.lines(temporary) == [
        Self.people[0], #"{"id":2,"name":"b","address":{"city":"B"}}"#,
      ])
    #expect(try temporary.shell("SELECT name FROM pragma_table_info('Person')") == ["id", "name", "city"])
  }

  @Test func mergingKeepsMembersThatTheInputLacks() throws {
    let temporary = try TemporaryStore()
    try Self.save([Self.people[1]], in: temporary)
    try Self.save([#"{"id":2,"tags":["u"],"more":1}"#], in: temporary, merging: true)
    #expect(
      try Self.lines(temporary) == [
        #"{"id":2,"name":"b","address":{"city":"B","zip":"1e2","x":{"y":[1.0]}},"n":null,"tags":["u"],"more":1}"#
      ])
  }
}

/// Members next to deep paths, and of models at the empty path.
@Suite struct DeepKeptKeyTests {
  private struct Contact: Model, Equatable {
    let id: Int
    var login: String?
    var first: Int?
    var others: [String: JSONValue]
    static let properties = Properties(of: Contact.self) {
      Property(\.id, "id").identity()
      Property(\.login, "user.login")
      Property(\.first, "list[0].x")
      Property(\.others, "")
    }
    static let mapping = Mapping(Contact.init, properties)
  }

  @Test(arguments: [
    #"{"id":1,"user":{"login":"a","age":7},"list":[{"x":1,"y":2},3],"z":{"a":null}}"#,
    #"{"id":1,"user":{"age":7},"list":[{"y":2}]}"#, #"{"id":1,"user":{"login":null},"list":[],"z":1}"#,
    #"{"id":1,"user":{"age":{"b":[1]}},"list":null}"#,
  ]) func unmappedContentsNextToDeepPathsAreStored(json: String) throws {
    let store = try Store.temporary()
    let contact = try Contact.decode(json: json)
    try store.save(contact)
    #expect(try store.fetchOne(Contact.self, id: 1) == contact)
  }

  private struct Part: Model, Equatable {
    let a: Int
    let inner: Inner?
    static let properties = Properties(of: Part.self) {
      Property(\.a, "a", or: ["former"])
      Property(\.inner, "inner")
    }
    static let mapping = Mapping(Part.init, properties)
  }

  private struct Inner: Model, Equatable {
    let b: Int
    static let properties = Properties(of: Inner.self) { Property(\.b, "b") }
    static let mapping = Mapping(Inner.init, properties)
  }

  private struct Whole: Model, Equatable {
    let id: Int
    let part: Part
    static let properties = Properties(of: Whole.self) {
      Property(\.id, "id").identity()
      Property(\.part, "")
    }
    static let mapping = Mapping(Whole.init, properties)
  }

  @Test func unmappedMembersOfFlattenedModelAreKept() throws {
    let line = #"{"id":1,"former":2,"inner":{"b":3,"c":4},"z":5}"#
    let object = try JSONDocument(line).root
    #expect(MappedKeys(Whole.modelDescription).unmapped(in: object).map(\.path) == ["z"])
    var kept = KeptKeys()
    let whole = try JSONDocument(Whole.decode(json: line).json()).root
    let json = kept.json(of: whole, from: object, as: Whole.modelDescription)
    #expect(json?.root.rawText == #"{"id":1,"a":2,"inner":{"b":3,"c":4},"z":5}"#)
  }
}
