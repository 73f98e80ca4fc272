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

  private static func save(
    _ lines: [String], in temporary: TemporaryStore, merging: Bool = false, mappedOnly: Bool = false
  ) throws {
    try temporary.reopened().saveLines(
      of: Person.modelDescription, merging: merging, mappedOnly: mappedOnly
    ) { save in
      for line in lines { try save(Array("\(line)\n".utf8)[...]) }
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
    #"{"id":3,"name":null,"address":"none"}"#, #"{"id":4,"name":"d","address":{"city":null,"zip":5}}"#,
  ]

  @Test func unmappedMembersAreKept() throws {
    let temporary = try TemporaryStore()
    try Self.save(Self.people, in: temporary)
    let found = try Self.lines(temporary).map { try JSONValue(json: $0) }
    let expected = try Self.people.map { try JSONValue(json: $0) }
    #expect(found == expected)
    // The models do not see them, and saving a model keeps them.
    let store = try temporary.reopened()
    #expect(try store.fetch(Person.self, id: 2) == Person(id: 2, name: "b", city: "B"))
    try store.save(Person(id: 2, name: "new", city: "C"))
    #expect(
      try Self.lines(temporary)[1]
        == #"{"id":2,"name":"new","address":{"city":"C","zip":"1e2","x":{"y":[1.0]}},"tags":["t"],"n":null}"#)
  }

  @Test func onlyMappedMembersAreKeptOnRequest() throws {
    let temporary = try TemporaryStore()
    try Self.save(Array(Self.people[0...1]), in: temporary, mappedOnly: true)
    #expect(
      try Self.lines(temporary) == [
        Self.people[0], #"{"id":2,"name":"b","address":{"city":"B"}}"#,
      ])
    #expect(try temporary.shell("SELECT name FROM pragma_table_info('Person')") == ["id", "name", "city"])
  }

  @Test func mergingKeepsMembersThatTheInputLacks() throws {
    let temporary = try TemporaryStore()
    try Self.save([Self.people[1]], in: temporary)
    let change = #"{"id":2,"tags":["u"],"more":1}"#
    try Self.save(["[\(change),\(change)]"], in: temporary, merging: true)
    #expect(
      try Self.lines(temporary) == [
        #"{"id":2,"name":"b","address":{"city":"B","zip":"1e2","x":{"y":[1.0]}},"n":null,"tags":["u"],"more":1}"#
      ])
  }
}
