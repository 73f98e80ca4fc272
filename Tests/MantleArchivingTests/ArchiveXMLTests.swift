import Testing

@testable import Mantle
@testable import MantleArchiving

/// Archives as XML, which has no references: what is one object there is written as often as it is held.
@Suite struct ArchiveXMLTests {
  @Test(arguments: [0, 1, 5_000]) func repeatedValuesRoundTripThroughXML(_ count: Int) throws {
    let values = [Int](repeating: 7, count: count)
    #expect(try Archive.decode([Int].self, from: try Archive.bytes(of: values, as: .xml)) == values)
    let texts = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", "the same") })
    #expect(try Archive.decode([String: String].self, from: try Archive.bytes(of: texts, as: .xml)) == texts)
  }

  @Test func equalModelsRoundTripThroughXML() throws {
    let users = Array(repeating: Original.User(login: "a", id: 1, avatarURL: nil), count: 2_000)
    #expect(try Archive.decode([Original.User].self, from: try Archive.bytes(of: users, as: .xml)) == users)
  }

  /// Keys are repeated for every object: a long one is the way to say much in a small file.
  @Test func xmlWriterLimitsRepeatedLongKeys() throws {
    var builder = ArchiveBuilder()
    let key = builder.key(String(repeating: "k", count: 1_000))
    let things = (0..<100).map { _ in
      builder.append(.object([ArchiveField(key, .null)]), class: ArchiveClass("XYThing", chain: ["NSObject"]))
    }
    builder.setTop(builder.array(things))
    let list = try KeyedArchiveWriter.propertyList(of: builder.graph)
    let error = #expect(throws: ArchiveError.self) {
      try XMLPropertyListWriter.write(
        list, budget: ArchiveBudget(50_000, exceeded: .limit("what is repeated")))
    }
    #expect(error?.description.contains("repeat") == true)
    #expect(try builder.graph.bytes(.xml).count > 100_000)
  }
}
