import Foundation
import Testing

@testable import Mantle
@testable import MantleArchiving

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
  func propertyListsAreShownAsJSONValues(_ format: PropertyListSerialization.PropertyListFormat) throws {
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
  func editingKeepsTheOtherValues(_ format: PropertyListSerialization.PropertyListFormat) throws {
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

  struct Edit: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String
    let key: String
    let value: any Sendable & Equatable

    var testDescription: String { "\(from) → \(to)" }

    func isFound(in list: NSDictionary) -> Bool {
      func isEqual<Value: Equatable>(_ value: Value) -> Bool { list[key] as? Value == value }
      return isEqual(value)
    }
  }

  private static let edits = [
    Edit(
      from: #""2001-01-01T00:00:00Z""#, to: #""2001-01-01T00:00:01Z""#, key: "date",
      value: Date(timeIntervalSinceReferenceDate: 1)),
    Edit(from: #""AQID""#, to: #""AQI=""#, key: "data", value: Data([1, 2])),
    Edit(from: "0.5", to: "2", key: "ratio", value: 2.0),
    Edit(from: #""count":3"#, to: #""count":2.5"#, key: "count", value: 2.5),
    Edit(from: #""count":3"#, to: #""count":"3""#, key: "count", value: "3"),
    Edit(from: #""2001-01-01T00:00:00Z""#, to: "7", key: "date", value: 7),
  ]

  @Test(arguments: edits, [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func editedValuesKeepTheirTypes(
    _ edit: Edit, _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let before = try ArchivedDocument(reading: try Self.bytes(format), models: [])
    let edited = text(before).replacing(edit.from, with: edit.to)
    let written = try before.bytes(with: try JSONDocument(edited).root, as: before.format)
    #expect(edit.isFound(in: try Self.dictionary(written)))
  }

  @Test(arguments: [
    (#""2001-01-01T00:00:00Z""#, #""2001-13-01T00:00:00Z""#, "date: expected a date"),
    (#""AQID""#, #""A""#, "data: expected data in base64"),
    (#""count":3"#, #""count":null"#, "count: a property list cannot hold null"),
    (#"["a","b","a"]"#, #"["a",null]"#, "list[1]: a property list cannot hold null"),
  ])
  func mistypedEditsAreRejectedWithTheirPath(_ from: String, _ to: String, _ words: String) throws {
    let before = try ArchivedDocument(reading: try Self.bytes(.binary), models: [])
    let edited = try JSONDocument(text(before).replacing(from, with: to)).root
    let failure = #expect(throws: DecodingFailure.self) { try before.rewritten(edited) }
    let found = failure?.diagnostics.map { "\($0.path): \($0.message)" } ?? []
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test func jsonConvertsToPlainPropertyLists() throws {
    let json = #"{"a":[1,2.5,true,"x",{"$class":["NSDate"]}],"$objects":18446744073709551615,"e":{},"l":[]}"#
    let list = try ArchiveGraph(
      json: [try JSONDocument(#"{"b":\#(json)}"#).root], as: .propertyList)
    for format in ArchiveFormat.allCases {
      let again = try ArchivedDocument(reading: try list.bytes(format), models: [])
      #expect(again.graph.kind == .propertyList)
      #expect(text(again) == #"{"b":\#(json)}"#)
    }
    let nulls = try JSONDocument(#"{"a":null,"b":[1,{"c":null}]}"#).root
    let failure = #expect(throws: DecodingFailure.self) { try ArchiveGraph(json: [nulls], as: .propertyList) }
    #expect(failure?.diagnostics.map { "\($0.path)" } == ["a", "b[1].c"])
  }

  /// Dates and data that only the other list has are dates and data in the merged one.
  @Test func mergedValuesKeepTheirPropertyListTypes() throws {
    let base = try ArchivedDocument(reading: try Self.bytes(.xml, ["list": [Any]()]), models: [])
    let content: [String: Any] = [
      "date": Date(timeIntervalSinceReferenceDate: 0.25), "text": "2001-01-01T00:00:00Z",
      "list": [["data": Data([1, 2, 3]), "text": "AQID"]],
    ]
    let newer = try ArchivedDocument(reading: try Self.bytes(.binary, content), models: [])
    let root = try JSONDocument(text(newer)).root
    let written = try base.bytes(with: root, as: .binary, ArchivedDocument.Edits(source: newer))
    #expect(try Self.dictionary(written).isEqual(to: content))
    let keyed = try ArchiveGraph(
      json: [root], typesOf: newer)
    #expect(text(try ArchivedDocument(reading: try keyed.bytes(), models: [])) == text(newer))
    #expect(keyed.classes.contains { $0.name == "NSDate" })
  }

  private static func xml(_ members: String) -> [UInt8] {
    Array(#"<plist version="1.0"><dict>\#(members)</dict></plist>"#.utf8)
  }

  @Test func nonFiniteNumbersAreShownAndPreserved() throws {
    let list = Self.xml(
      "<key>a</key><real>nan</real><key>b</key><real>-infinity</real><key>c</key><integer>1</integer>")
    let before = try ArchivedDocument(reading: list, models: [])
    #expect(text(before) == #"{"a":"NaN","b":"-Infinity","c":1}"#)
    #expect(before.isReadable)
    #expect(before.diagnostics.map { "\($0.path)" } == ["a", "b"])
    let edited = try JSONDocument(#"{"a":"-Infinity","b":"2.5","c":2}"#).root
    let again = try ArchivedDocument(reading: try before.bytes(with: edited, as: .xml), models: [])
    #expect(text(again) == #"{"a":"-Infinity","b":2.5,"c":2}"#)
  }

  @Test func repeatedKeysAreReported() throws {
    let list = Self.xml("<key>d</key><integer>1</integer><key>d</key><integer>2</integer>")
    let document = try ArchivedDocument(reading: list, models: [])
    #expect(document.diagnostics.map(\.code) == [.duplicateKey])
    #expect(document.diagnostics.map { "\($0.path)" } == ["d"])
  }

  @Test func uidsOutsideOfArchivesArePreserved() throws {
    let uid = "<dict><key>CF$UID</key><integer>7</integer></dict>"
    let list = Self.xml("<key>a</key><string>x</string><key>u</key><array>\(uid)</array>")
    let before = try ArchivedDocument(reading: list, models: [])
    #expect(text(before) == #"{"a":"x","u":[{"CF$UID":7}]}"#)
    let edited = try JSONDocument(#"{"a":"y","u":[{"CF$UID":8}]}"#).root
    for format in ArchiveFormat.allCases {
      let written = try before.bytes(with: edited, as: format)
      let again = try ArchivedDocument(reading: written, models: [])
      #expect(text(again) == #"{"a":"y","u":[{"CF$UID":8}]}"#)
    }
    #expect(try before.bytes(with: edited, as: .binary).contains(0x80))
  }

  @Test func archiveDecodingRejectsPlainPropertyLists() throws {
    let bytes = try Self.bytes(.binary)
    let error = #expect(throws: ArchiveError.self) { try Archive.decode([Int].self, from: bytes) }
    #expect(error?.description.contains("not a keyed archive") == true)
  }
}
