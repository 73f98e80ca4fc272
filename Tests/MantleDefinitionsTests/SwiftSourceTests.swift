import Foundation
import Mantle
import MantleFiles
import Testing

@testable import MantleArchiving
@testable import MantleDefinitions

/// What a definition says, the Swift source made of it says too.
///
/// `ShipmentModels.swift` is that source of `Golden/definitions/Shipment.model.json`, in which every member of definition
/// files occurs; `MANTLE_UPDATE_GOLDEN=1 swift test --filter SwiftSourceTests` writes it anew.
@Suite struct SwiftSourceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let source = folder.appending(path: "ShipmentModels.swift")
  private static let head = """
    // swift-format-ignore-file
    // The Swift source of Golden/definitions/Shipment.model.json, compiled and compared by SwiftSourceTests.


    """

  private static func definition() throws -> Definition {
    try Definition(
      JSONBytes.map(path: folder.appending(path: "../Golden/definitions/Shipment.model.json").path))
  }

  @Test func swiftSourceMatchesTheRecordedFile() throws {
    let text = Self.head + (try Self.definition().swiftSource)
    if ProcessInfo.processInfo.environment["MANTLE_UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: Self.source)
    }
    #expect(try String(contentsOf: Self.source, encoding: .utf8) == text)
  }

  /// A definition keeps the keys as names; the source names its properties as Swift does.
  @Test(arguments: [
    (#"{"created_at":1}"#, [(#"\.createdAt, "created_at""#)]),
    (#"{"id":1,"Id":2}"#, [#"\.id, "id""#, #"\.idUpper, "Id""#]),
    (#"{"user_id":1,"userId":2}"#, [#"\.userIdSnake, "user_id""#, #"\.userId, "userId""#]),
    (#"{"self":1,"init":2,"class":3}"#, [#"\.self_, "self""#, #"\.init_, "init""#, #"\.`class`, "class""#]),
    (#"{"a1":1,"a_1":2,"A-1":3}"#, [#"\.a1, "a1""#, #"\.a1Snake, "a_1""#, #"\.a1Kebab, "A-1""#]),
    (#"{"3166-2":1,"a b":2}"#, [#"\._3166_2, "3166-2""#, #"\.aB, "a b""#]),
    (#"{"CLI_VERSION":"a b"}"#, [#"\.cliVersion, "CLI_VERSION""#]),
  ])
  func propertiesHaveSwiftNames(text: String, expected: [String]) throws {
    var inference = Inference()
    inference.read(JSONBytes(text))
    let definition = inference.definition(rootName: "Root")
    let source = definition.swiftSource
    for property in expected { #expect(source.contains("Property(\(property))"), "\(source)") }
    #expect(try Definition(JSONBytes(definition.fileText)).swiftSource == source)
  }

  /// Archives hold the names of the definition, and summaries name properties.
  @Test func renamedPropertiesKeepTheirArchiveKeysAndSummaries() throws {
    let source = try Definition(
      JSONBytes(
        #"""
        {"mantle":1,"root":"A","models":[{"name":"A","summary":"{{x} {full_name}","archive":{"class":"A"},
        "properties":[{"name":"full_name","type":"string"},{"name":"old_id","archiveKey":"oid","type":"string"}]}]}
        """#)
    ).swiftSource
    #expect(
      source.contains(#".archived(as: "full_name")"#) && source.contains(#".archived(as: "oid")"#),
      "\(source)")
    #expect(source.contains(#".summary("{{x} {fullName}")"#), "\(source)")
  }

  @Test func swiftLiteralEscapesInvisibleCharacters() {
    #expect(SwiftName.literal("a\u{202E}b\u{9B}\u{2028}é👍") == #""a\u{202e}b\u{9b}\u{2028}é👍""#)
  }

  private static let whole = #"""
    {"id":7,"name":"Tea set","status":"open","kind":"letter","weight":2.5,"pieces":3,"serial":18446744073709550000,
    "price":12.30,"size":"M","grade":"b","tags":["a","b"],"sent":"2024-05-01T10:00:00Z","due":1714557600,
    "days":["2024-05-01"],"label":"aGVsbG8=","link":"https://example.com/x","tracking":"8e0fd8a8-53bb-4e31-8a3e-cd4d20a66ce9",
    "revision":"12","extra":{"a":[1,null]},"limits":{"max":1},"address":{"city":"Oslo"},"mapping":4,
    "remark":"left","checked":"2024-05-01T10:00:00Z","stops":["2024-05-01"],"seals":["a"],"spares":[{"type":"cup"}],
    "origin":"shop",
    "parts":[{"type":"book","isbn":"x"},{"type":"toy","age":3},{"type":"cup"},{}]}
    """#

  /// Every member in turn is left out, or becomes another value.
  @Test func definedModelReportsDamageLikeCompiledModel() throws {
    let compiled = Shipment.modelDescription
    let defined = try #require(DefinedModels(try Self.definition()).descriptions.first)
    let whole = try JSONDocument(Self.whole).root
    let replacements = [
      "null", "7", "-1.5", "0.05", "1e400", "99999999999999999999", "\"\"", "\"open\"", "\"M\"", "\"c\"",
      "\"2024-02-30\"",
      "true", "[]", "[1]", "[\"a\",\"b\",\"c\",\"d\"]", "{}", "{\"a\":1}", "\"A name that is far too long\"",
      nil,
    ]
    var count = 0
    for (key, _) in whole.members {
      for replacement in replacements {
        let members = whole.members.filter { replacement != nil || $0.key.displayText != key.displayText }.map
        {
          let value = $0.key.displayText == key.displayText ? replacement ?? "" : $0.value.rawText
          return "\($0.key.rawText):\(value)"
        }
        try expectSame("{\(members.joined(separator: ","))}", compiled, defined)
        count += 1
      }
    }
    for text in ["{}", #"{"id":1,"meta":{"title":"Cup"},"size":"S","deadline":3}"#, "[]"] {
      try expectSame(text, compiled, defined)
    }
    #expect(count > 400)
  }

  private func expectSame(_ text: String, _ compiled: ModelDescription, _ defined: ModelDescription) throws {
    let node = try JSONDocument(text).root
    #expect(compiled.diagnose(node).map(words) == defined.diagnose(node).map(words), "\(text)")
    #expect(written(node, compiled) == written(node, defined), "\(text)")
  }

  /// A definition names the cases of an open enumeration where Swift's `OpenCase` says what it does with others.
  private func words(_ diagnostic: Diagnostic) -> String {
    guard ["kind", "grade"].contains(diagnostic.property) else { return diagnostic.line() }
    let place = diagnostic.location.map { "\($0.line):\($0.column)" } ?? ""
    return "\(place) \(diagnostic.severity == .error)"
  }

  private func written(_ node: JSONNode, _ model: ModelDescription) -> String? {
    var writer = JSONWriter()
    guard (try? model.export(node, to: &writer)) != nil else { return nil }
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  /// Archives of every version are read the same, and written the same.
  @Test func definedAndCompiledModelShareArchives() throws {
    let compiled = [Shipment.modelDescription]
    let defined = DefinedModels(try Self.definition()).descriptions
    let root = try JSONDocument(Self.whole).root
    let graphs = try [compiled, defined].map {
      try ArchiveGraph(json: [root], models: $0, model: $0[0], at: "")
    }
    let bytes = try graphs.map { try $0.bytes() }
    #expect(bytes[0] == bytes[1])
    let json = try [compiled, defined].map { models in
      let document = try ArchivedDocument(reading: bytes[0], models: models)
      #expect(document.diagnostics.map { $0.line() } == [])
      return document.json.text(0..<document.json.count)
    }
    #expect(json[0] == json[1])
  }

  /// `onNil: keep` makes fields of values that may be null, and rules of merging know them.
  @Test(arguments: [
    ("null", #""left""#, #""left""#), (#""left""#, "null", #""left""#), (#""left""#, nil, #""left""#),
    (nil, "null", "null"), ("null", nil, nil), (nil, nil, nil),
  ])
  func generatedFieldsFollowTheMergeRules(_ older: String?, _ newer: String?, _ merged: String?) throws {
    func shipment(_ remark: String?, _ stops: String?) throws -> Shipment {
      let members = [remark.map { "\"remark\":\($0)" }, stops.map { "\"stops\":\($0)" }].compactMap(\.self)
      let json = ([#""id":1,"name":"Cup","size":"S""#] + members).joined(separator: ",")
      return try Shipment.decode(json: "{\(json)}")
    }
    func list(_ remark: String?, _ day: Int) -> String? {
      remark == #""left""# ? "[\"2024-05-0\(day)\"]" : remark
    }
    let result = try shipment(older, list(older, 1)).merging(shipment(newer, list(newer, 2)))
    let written = try JSONDocument(result.json()).root
    #expect(written.find("remark")?.rawText == merged)
    let lists = [list(older, 1), list(newer, 2)].compactMap(\.self).filter { $0 != "null" }
    #expect(
      written.find("stops")?.rawText
        == (lists.isEmpty ? merged : lists.joined().replacing("][", with: ",")))
  }

  /// A model is not named like what the source itself uses.
  @Test(arguments: ["Cluster", "CaseIterable", "PolymorphicModel", "KeyPath"])
  func modelNamesAvoidLibraryNames(
    _ name: String
  ) throws {
    let definition = try Definition(
      JSONBytes(
        #"{"mantle": 1, "root": "\#(name)", "models": [{"name": "\#(name)", "properties": [{"name": "a", "type": "integer"}]}]}"#
      ))
    #expect(definition.swiftSource.contains("struct \(name)Model: Model"))
  }
}
