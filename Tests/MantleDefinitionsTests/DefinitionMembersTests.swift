import Foundation
import Mantle
import Testing

@testable import MantleDefinitions

/// Every member of definition files: what it may be, what it does, and what is said of a wrong one.
@Suite struct DefinitionMembersTests {
  struct Member: CustomTestStringConvertible, Sendable {
    let model: String
    let key: String
    /// The member with others that it needs.
    let good: String
    /// The same with a wrong value, and the text that the mistake is placed at; nil where any value will do.
    let wrong: (text: String, at: String)?
    /// Whether a definition with it is another one than without it.
    var isKept = true

    var testDescription: String { "\(model).\(key)" }
  }

  static func property(_ key: String, _ good: String, wrong: String, at: String) -> Member {
    Member(model: "Property", key: key, good: good, wrong: (wrong, at))
  }

  static let members: [Member] = [
    Member(
      model: "Definition", key: "$schema", good: #""$schema":"x""#, wrong: (#""$schema":1"#, "1,\"mantle"),
      isKept: false),
    Member(model: "Definition", key: "mantle", good: "", wrong: (#""mantle":2"#, "2"), isKept: false),
    Member(model: "Definition", key: "root", good: "", wrong: (#""root":"[json""#, "\"[json"), isKept: false),
    Member(
      model: "Definition", key: "cases", good: #""root":"enum","cases":["a"]"#,
      wrong: (#""root":"string","cases":["a"]"#, "[\"a\"]")),
    Member(
      model: "Definition", key: "unknown", good: #""root":"enum","cases":["a"],"unknown":"refuse""#,
      wrong: (#""root":"json","unknown":"refuse""#, "\"refuse\"")),
    Member(model: "Definition", key: "models", good: "", wrong: (#""models":{}"#, "{}"), isKept: false),
    Member(model: "Model", key: "name", good: #""name":"C""#, wrong: (#""name":1"#, "1")),
    Member(
      model: "Model", key: "documentation", good: #""documentation":"d""#,
      wrong: (#""documentation":[]"#, "[]")),
    Member(model: "Model", key: "properties", good: #""properties":[]"#, wrong: (#""properties":{}"#, "{}")),
    Member(
      model: "Model", key: "cluster", good: #""cluster":{"by":"a","models":{"x":"B"}}"#,
      wrong: (#""cluster":{"by":"a","models":{"x":"C"}}"#, "\"C\"")),
    Member(
      model: "Model", key: "summary", good: ##""summary":"a","properties":[]"##,
      wrong: (#""summary":"{b}""#, "\"{b}\"")),
    Member(
      model: "Model", key: "profiles", good: #""profiles":{"old":{"a":"b.c"}}"#,
      wrong: (#""profiles":{"old":{"b":"c"}}"#, "\"c\"")),
    Member(
      model: "Model", key: "archive", good: #""archive":{"class":"K"}"#,
      wrong: (#""archive":{"class":1}"#, "1}")),
    Member(model: "Archive", key: "class", good: #""class":"L""#, wrong: (#""class":1"#, "1")),
    Member(
      model: "Archive", key: "superclasses", good: #""superclasses":["S"]"#,
      wrong: (#""superclasses":"S""#, "\"S\"")),
    Member(model: "Archive", key: "aliases", good: #""aliases":["S"]"#, wrong: (#""aliases":1"#, "1")),
    Member(model: "Archive", key: "version", good: #""version":2"#, wrong: (#""version":-1"#, "-1")),
    Member(
      model: "Archive", key: "migrations", good: #""version":1,"migrations":[{"from":0}]"#,
      wrong: (#""version":1,"migrations":[{"from":1}]"#, "1}")),
    Member(model: "Migration", key: "from", good: #""from":1"#, wrong: (#""from":4"#, "4")),
    Member(model: "Migration", key: "note", good: #""note":"n""#, wrong: (#""note":1"#, "1")),
    Member(
      model: "Migration", key: "rename", good: #""rename":{"a":"b"}"#, wrong: (#""rename":{"a":1}"#, "1}")),
    Member(
      model: "Migration", key: "split", good: #""split":{"a":{"by":" ","into":["b","c"]}}"#,
      wrong: (#""split":{"a":{"by":"","into":["b"]}}"#, #"{"by""#)),
    Member(
      model: "Migration", key: "join", good: #""join":{"a":{"of":["b","c"],"with":" "}}"#,
      wrong: (#""join":{"a":["b"]}"#, "[\"b\"]")),
    Member(model: "Split", key: "by", good: #""by":", ""#, wrong: (#""by":1"#, "1")),
    Member(model: "Split", key: "into", good: #""into":["b"]"#, wrong: (#""into":"b""#, "\"b\"")),
    Member(model: "Join", key: "of", good: #""of":["b"]"#, wrong: (#""of":"b""#, "\"b\"")),
    Member(model: "Join", key: "with", good: #""with":", ""#, wrong: (#""with":1"#, "1")),
    Member(
      model: "Migration", key: "values", good: #""values":{"a":{"0":"open"}}"#,
      wrong: (#""values":{"a":{"0":[]}}"#, "[]")),
    Member(
      model: "Migration", key: "defaults", good: #""defaults":{"a":1.5}"#,
      wrong: (#""defaults":{"a":{}}"#, "{}}")),
    Member(model: "Migration", key: "remove", good: #""remove":["a"]"#, wrong: (#""remove":"a""#, "\"a\"")),
    Member(model: "Model", key: "onNil", good: #""onNil":"omit""#, wrong: (#""onNil":"omitt""#, "\"omitt\"")),
    Member(
      model: "Cluster", key: "by", good: #""by":"b.c","models":{"x":"B"}"#,
      wrong: (#""by":"b..c","models":{}"#, "\"b..c\"")),
    Member(
      model: "Cluster", key: "models", good: #""by":"a","models":{"y":"B"}"#,
      wrong: (#""by":"a","models":{"x":1}"#, "1}")),
    Member(
      model: "Cluster", key: "otherwise", good: #""by":"a","models":{},"otherwise":"B""#,
      wrong: (#""by":"a","models":{},"otherwise":"A""#, "\"A\"}")),
    property("name", #""name":"b","type":"string""#, wrong: #""name":1,"type":"string""#, at: "1,"),
    property("path", #""path":"b.c","type":"string""#, wrong: #""path":"b.","type":"string""#, at: "\"b."),
    property(
      "aliases", #""aliases":["b"],"type":"string""#, wrong: #""aliases":"b","type":"string""#, at: "\"b\""),
    property("type", #""type":"[A]?""#, wrong: #""type":"strng""#, at: "\"strng"),
    property(
      "cases", #""cases":["a"],"type":"enum""#, wrong: #""cases":["a"],"type":"string""#, at: "[\"a\"]"),
    property(
      "unknown", #""unknown":"refuse","cases":["a"],"type":"enum""#,
      wrong: #""unknown":"drop","cases":["a"],"type":"enum""#, at: "\"drop\""),
    property(
      "default", #""default":7,"type":"integer""#, wrong: #""default":"x","type":"integer""#, at: "\"x\""),
    property(
      "required", #""required":true,"type":"string?""#, wrong: #""required":"yes","type":"string""#,
      at: "\"yes\""),
    property(
      "onNull", #""onNull":"absent","type":"string?""#, wrong: #""onNull":"absnt","type":"string""#,
      at: "\"absnt\""),
    property(
      "onNil", #""onNil":"omit","type":"string?""#, wrong: #""onNil":"no","type":"string?""#, at: "\"no\""),
    property("mutable", #""mutable":false,"type":"string""#, wrong: #""mutable":0,"type":"string""#, at: "0"),
    property(
      "direction", #""direction":"read","type":"string""#, wrong: #""direction":"write","type":"string""#,
      at: "\"write\""),
    property("minimum", #""minimum":1,"type":"integer""#, wrong: #""minimum":1,"type":"string""#, at: "1"),
    property(
      "maximum", #""maximum":1,"type":"double?""#, wrong: #""maximum":1,"minimum":2,"type":"double""#, at: "1"
    ),
    property(
      "minLength", #""minLength":1,"type":"[string]""#, wrong: #""minLength":1,"type":"integer""#, at: "1"),
    property(
      "maxLength", #""maxLength":1,"type":"string""#, wrong: #""maxLength":1,"minLength":2,"type":"string""#,
      at: "1"),
    property(
      "pattern", #""pattern":"^a","type":"string""#, wrong: #""pattern":"(","type":"string""#, at: "\"("),
    property(
      "oneOf", #""oneOf":[1,2],"type":"integer""#, wrong: #""oneOf":[1,"x"],"type":"integer""#, at: "\"x\""),
    property(
      "identity", #""identity":true,"type":"integer""#, wrong: #""identity":1,"type":"integer""#, at: "1"),
    property(
      "merge", #""merge":"older","type":"integer""#, wrong: #""merge":"union","type":"integer""#,
      at: "\"union\""),
    property(
      "archived", #""archived":false,"type":"integer""#, wrong: #""archived":"no","type":"integer""#,
      at: "\"no\""),
    property(
      "archiveKey", #""archiveKey":"K","type":"<integer>""#, wrong: #""archiveKey":1,"type":"integer""#,
      at: "1"),
    property(
      "column", #""column":"c","type":"integer""#, wrong: #""column":1,"type":"integer""#, at: "1"),
    property(
      "indexed", #""indexed":true,"type":"integer""#, wrong: #""indexed":1,"type":"integer""#, at: "1"),
    property(
      "stored", #""stored":"table","type":"[A]?""#, wrong: #""stored":"table","type":"[string]""#,
      at: "\"table\""),
    property(
      "documentation", #""documentation":"d","type":"string""#, wrong: #""documentation":1,"type":"string""#,
      at: "1"),
    property(
      "notes", #""notes":["n"],"type":"string""#, wrong: #""notes":"n","type":"string""#, at: "\"n\","),
  ]

  /// A definition file with some members in one of its parts in place of the usual ones.
  static func file(_ model: String, _ text: String) -> String {
    func members(_ usual: [(String, String)], _ name: String) -> String {
      let others = usual.filter { !(model == name && text.contains("\"\($0.0)\":")) }.map {
        "\"\($0.0)\":\($0.1)"
      }
      return "{" + ((model == name && !text.isEmpty ? [text] : []) + others).joined(separator: ",") + "}"
    }
    let property = members([("name", "\"a\""), ("type", "\"json?\"")], "Property")
    let inMigration: [(String, String)] =
      switch model {
      case "Split": [("split", "{\"a\":\(members([("by", "\" \""), ("into", "[\"c\"]")], "Split"))}")]
      case "Join": [("join", "{\"a\":\(members([("of", "[\"c\"]"), ("with", "\" \"")], "Join"))}")]
      default: []
      }
    let migration = members([("from", "0")] + inMigration, "Migration")
    let archive = members(
      [("class", "\"K\""), ("version", "3"), ("migrations", "[\(migration)]")], "Archive")
    let inModel: [(String, String)] =
      switch model {
      case "Cluster": [("cluster", members([], "Cluster"))]
      case "Archive", "Migration", "Split", "Join": [("archive", archive), ("properties", "[]")]
      case "Model" where text.contains("\"cluster"): []
      default: [("properties", "[\(property)]")]
      }
    let first = members([("name", "\"A\"")] + inModel, "Model")
    let models = "[\(first),{\"name\":\"B\",\"properties\":[]},{\"name\":\"A\",\"properties\":[]}]"
    let needsA = !first.contains("\"name\":\"A\"")
    let usual = needsA ? models : "[\(first),{\"name\":\"B\",\"properties\":[]}]"
    return members([("mantle", "1"), ("root", "\"A\""), ("models", usual)], "Definition")
  }

  @Test func testsCoverEveryMemberOfTheSchema() throws {
    let models = try #require(try JSONDocument(try Definition.fileSchema()).root["$defs"])
    let inSchema = models.members.flatMap { model, schema in
      (schema["properties"].map { Array($0.members) } ?? []).map {
        "\(model.displayText).\($0.key.displayText)"
      }
    }
    #expect(Set(inSchema) == Set(Self.members.map(\.testDescription)))
    for (name, schema) in models.members {
      for (key, property) in schema["properties"].map({ Array($0.members) }) ?? [] {
        #expect(property["description"] != nil, "\(name.displayText).\(key.displayText)")
      }
    }
  }

  @Test(arguments: members) func memberRoundTripsThroughTheFile(_ member: Member) throws {
    let text = Self.file(member.model, member.good)
    let definition = try Definition(JSONBytes(text))
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
    #expect(try SchemaValidator(try Definition.fileSchema()).mistakes(in: JSONDocument(text).root) == [])
    if member.isKept {
      #expect(definition.fileText.contains("\"\(member.key)\": "))
    }
  }

  @Test(arguments: members) func invalidMemberValueIsReportedAtItsLocation(_ member: Member) throws {
    let wrong = try #require(member.wrong)
    let text = Self.file(member.model, wrong.text)
    let failure = try #require(throws: DecodingFailure.self) { try Definition(JSONBytes(text)) }
    #expect(failure.diagnostics.count == 1, "\(failure.diagnostics.map { $0.line() })")
    let range = try #require(text.range(of: wrong.text)).lowerBound
    let place = try #require(text.range(of: wrong.at, range: range..<text.endIndex)).lowerBound
    let column = text.distance(from: text.startIndex, to: place) + 1
    let found = failure.diagnostics[0].location.map { "\($0.line):\($0.column)" }
    #expect(found == "1:\(column)", "\(failure.diagnostics[0].line())")
  }

  /// A slip in a member's name is found, not passed over.
  @Test(arguments: members) func misspeltMemberSuggestsTheRightName(_ member: Member) throws {
    let text = Self.file(member.model, "\"\(member.key)_\":1")
    let failure = try #require(throws: DecodingFailure.self) { try Definition(JSONBytes(text)) }
    #expect(failure.diagnostics.contains { $0.hint.map { "\($0)" }?.contains("`\(member.key)`") == true })
  }

  @Test(arguments: ["transit/Departures.model.json", "archives/GHIssue.model.json"])
  func shippedDefinitionsAreValid(_ name: String) throws {
    let document = try JSONDocument(parsing: try sample(name))
    #expect(try SchemaValidator(try Definition.fileSchema()).mistakes(in: document.root) == [])
  }

  @Test func shippedSchemaMatchesTheProgram() throws {
    let shipped = try sample("definition.schema.json")
    #expect(shipped.text(0..<shipped.count) == (try Definition.fileSchema()) + "\n")
  }

  private func sample(_ name: String) throws -> JSONBytes {
    try JSONBytes.map(
      path: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../SampleData/\(name)").path)
  }
}
