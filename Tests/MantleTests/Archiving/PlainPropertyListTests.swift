import Foundation
import Testing

@testable import Mantle

/// Property lists that are no archives, in both forms.
struct PlainPropertyListTests {
  private static var content: [String: Any] {
    [
      "name": "Ünïcode", "count": 3, "ratio": 0.5, "flag": true, "data": Data([1, 2, 3]),
      "date": Date(timeIntervalSinceReferenceDate: 0), "list": ["a", "b", "a"], "empty": [String: Any](),
    ]
  }

  private static func bytes(
    _ format: PropertyListSerialization.PropertyListFormat, _ content: [String: Any] = Self.content
  ) throws -> [UInt8] {
    [UInt8](try PropertyListSerialization.data(fromPropertyList: content, format: format, options: 0))
  }

  private func text(_ document: ArchivedDocument) -> String { document.json.text(0..<document.json.count) }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func areReadAsValues(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let document = try ArchivedDocument(reading: try Self.bytes(format), models: [])
    #expect(document.graph.kind == .propertyList)
    #expect(document.isReadable)
    let root = try JSONDocument(parsing: document.json).root
    #expect(root.find("name")?.rawText == "\"Ünïcode\"")
    #expect(root.find("count")?.rawText == "3")
    #expect(root.find("ratio")?.rawText == "0.5")
    #expect(root.find("flag")?.rawText == "true")
    #expect(root.find("data")?.rawText == "\"AQID\"")
    #expect(root.find("date")?.rawText == "\"2001-01-01T00:00:00Z\"")
    #expect(root.find("list")?.rawText == #"["a","b","a"]"#)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func anEditKeepsTheOtherValues(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let before = try ArchivedDocument(reading: try Self.bytes(format), models: [])
    let edited = text(before).replacing(#""count":3"#, with: #""count":4"#)
    let written = try before.rewritten(try JSONDocument(edited).root).bytes(before.format)
    var expected = Self.content
    expected["count"] = 4
    #expect(try Self.dictionary(written).isEqual(try Self.dictionary(Self.bytes(.binary, expected))))
  }

  private static func dictionary(_ bytes: [UInt8]) throws -> NSDictionary {
    let list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
    return NSDictionary(dictionary: try #require(list as? [String: Any]))
  }

  @Test func nullHasNoPlaceInOne() throws {
    let before = try ArchivedDocument(reading: try Self.bytes(.binary), models: [])
    let edited = text(before).replacing(#""count":3"#, with: #""count":null"#)
    let graph = try before.rewritten(try JSONDocument(edited).root)
    let error = #expect(throws: ArchiveError.self) { try graph.bytes() }
    #expect(error?.description == "not representable: null, in a property list")
  }

  @Test func areNoArchives() throws {
    let bytes = try Self.bytes(.binary)
    let error = #expect(throws: ArchiveError.self) { try Archive.decode([Int].self, from: bytes) }
    #expect(error?.description.contains("not a keyed archive") == true)
  }
}
