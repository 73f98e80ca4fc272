import Foundation
import Testing

@testable import Mantle
@testable import MantleChecking
@testable import MantleDocuments

/// What is damaged hides nothing else: every fault of the values around is found, and nothing false is said.
@Suite struct DamagedTextTests {
  struct Tag: Model {
    let name: String
    let count: Int
    let parts: [Part]

    static let properties = Properties(of: Tag.self) {
      Property(\.name, "name")
      Property(\.count, "count")
      Property(\.parts, "parts")
    }
    static let mapping = Mapping(Tag.init, properties)
  }

  struct Part: Model {
    let id: Int

    static let properties = Properties(of: Part.self) { Property(\.id, "id") }
    static let mapping = Mapping(Part.init, properties)
  }

  private static func tag(_ number: Int) -> String {
    #"{"name":"tag \#(number)","count":"wrong","parts":[{"id":1},{"id":2}]}"#
  }

  /// Eight tags with a wrong count each; the damage is done to the fourth.
  private static let compact = "[" + (0..<8).map(tag).joined(separator: ",") + "]"
  private static let pretty = """
    [
    \((0..<8).map { "  " + tag($0)
      .replacing(",\"", with: ",\n    \"").replacing("{\"name", with: "{\n    \"name")
      .replacing("]}", with: "]\n  }") }.joined(separator: ",\n"))
    ]
    """

  @Test func keysNestedTooDeepAreOneDiagnostic() throws {
    let failure = try #require(throws: DecodingFailure.self) {
      try Tag.decode(json: #"{"data":{"name":"a","count":1,"parts":[]}}"#)
    }
    #expect(
      failure.diagnostics.map { "\($0.path): \($0.hint.map(String.init(describing:)) ?? "")" } == [
        "name: `name`, `count` and `parts` are inside `data`, at 1:17; remove that level, or map their paths"
      ])
    let apart = try #require(throws: DecodingFailure.self) {
      try Tag.decode(json: #"{"a":{"name":"a"},"b":{"count":1},"parts":[]}"#)
    }
    #expect(apart.diagnostics.count == 2)
  }

  @Test func stringWithEscapedQuotesIsOneError() throws {
    let text = JSONBytes(#"{"a": \"x y\", "b": [\"\"], "c": 1}"#)
    let repair = JSONRepair(text)
    #expect(
      String(decoding: repair.text.slice(0..<repair.text.count), as: UTF8.self)
        == #"{"a": "x y", "b": [""], "c": 1}"#)
    #expect(repair.regions.indices.filter(repair.isReported).count == 2)
  }

  /// A key that is damaged is not missing, too; nor is a list whose bracket is missing of another type.
  @Test(arguments: [
    #"{"na\qme":"a","count":1,"parts":[]}"#, "{\"na\nme\":\"a\",\"count\":1,\"parts\":[]}",
    #"{"na"me":"a","count":1,"parts":[]}"#, #"{"name":"a","count":1,"parts":{"id":1}]}"#,
    "{\"name\":\"a\",\0\0\0\0\0\0\0rts\":[]}", "{\"name\":\"a\",\"x\":[1,{\0\0\0\0:2}]}",
  ]) func malformedKeyOrListIsReportedOnce(_ text: String) {
    let found = Checker(JSONBytes(text), model: Tag.modelDescription).diagnostics().diagnostics
    #expect(found.map(\.code) == [.syntax])
  }

  static let damages: [(String, String)] = [
    (#""name":"tag 3""#, #"name":"tag 3""#), (#""name":"tag 3""#, #""name:"tag 3""#),
    (#""name":"tag 3""#, #""name":tag 3""#), (#""name":"tag 3""#, #""name":"tag 3"#),
    (#""name":"tag 3""#, #""name""tag 3""#), (#""name":"tag 3""#, #""name"::"tag 3""#),
    (#""name":"tag 3""#, #""name"="tag 3""#), (#""name":"tag 3""#, #""name":"tag "3"""#),
    (#""name":"tag 3""#, #"'name':'tag 3'"#), (#""name":"tag 3""#, #"name:"tag 3""#),
    (#""name":"tag 3""#, #"“name”:“tag 3”"#), (#""name":"tag 3""#, #"/* c */"name":"tag 3""#),
    (#""name":"tag 3""#, #""name":"tag 3",,"x":1"#), (#""name":"tag 3""#, #""name":"tag 3" "x":1"#),
    (#""name":"tag 3""#, #""name":"tag 3","x":None"#), (#""name":"tag 3""#, #""name":"tag 3","x":NaN"#),
    (#""name":"tag 3""#, #""name":"tag 3","x":01"#), (#""name":"tag 3""#, #""name":"tag 3","x":"#),
    (#""name":"tag 3""#, #""name":"tag 3","x""#), (#""name":"tag 3""#, #""name":"tag 3","x":"a\q""#),
    (#""name":"tag 3""#, #""name":"tag 3","x":{"y":1"#), (#""name":"tag 3""#, #""name":"tag 3","x":[1"#),
    (#""name":"tag 3""#, #""name":"tag 3","x":[1}"#), (#""name":"tag 3""#, #""name":"tag 3","x":[1]]"#),
    (#""name":"tag 3""#, #""name":"tag 3","x":{"y":1}}"#), (#""name":"tag 3""#, #"{"name":"tag 3""#),
  ]

  @Test(arguments: [compact, pretty], damages) func errorsNextToMalformedTextAreFound(
    _ text: String, _ damage: (String, String)
  )
    throws
  {
    let damaged = text.replacing(damage.0, with: damage.1)
    try #require(damaged != text)
    for workers in [1, 2] {
      let checker = Checker(
        JSONBytes(damaged), model: Tag.modelDescription, at: "[]", minimumSeverity: .warning, workers: workers
      )
      let (diagnostics, summary) = checker.diagnostics()
      let errors = diagnostics.filter { $0.severity == .error }
      let values = errors.filter { $0.code != .syntax }.map { $0.path.description }
      let others = (0..<8).filter { $0 != 3 }.map { "[\($0)].count" }
      #expect(values.filter { $0 != "[3].count" } == others, "\(damaged)")
      #expect(errors.contains { $0.code == .syntax })
      #expect(summary.errors == errors.count)
    }
  }

  /// A text that is cut off anywhere is an error, and all that stands before is read.
  /// A line of NDJSON that is broken, or no JSON at all, is one mistake and hides no other line.
  @Test(arguments: [
    (#"{"name":"#, "2:9"), ("garbage", "2:1"), ("// a comment", "2:1"), ("]", "2:1"),
    (#"{"name":"a",}"#, "2:12"),
    (#"{"name":"a"},"#, "2:13"), ("[", "2:1"),
  ])
  func malformedNDJSONLineIsOneError(line: String, place: String) {
    let text = "\(Self.tag(0))\n\(line)\n\(Self.tag(1))\n\(Self.tag(2))\n"
    let checker = Checker(
      JSONBytes(Array(text.utf8), isNDJSON: true), name: "a.ndjson", model: Tag.modelDescription,
      at: JSONKeyPath([.each]))
    let (diagnostics, _) = checker.diagnostics()
    let errors = diagnostics.filter { $0.severity == .error && $0.code != .missing }
    #expect(
      errors.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.code.rawValue)" }
        == ["1:25 type-mismatch", "\(place) syntax", "3:25 type-mismatch", "4:25 type-mismatch"])
  }

  /// A key whose quote is missing is known: which other keys are missing is said, too.
  @Test(arguments: [#""name: "x""#, #"name": "x""#, #""name: 1"#, #"name": 1"#, #"*name": "x""#])
  func keyWithoutQuoteDoesNotHideMissingKeys(_ member: String) {
    for (start, end) in [("{", "}"), ("{\n  ", "\n}")] {
      let text = start + #""other": 1, "# + member + #", "parts": []"# + end
      let errors = Checker(JSONBytes(text), model: Tag.modelDescription).diagnostics().diagnostics
        .filter { $0.severity == .error }
      let missing = errors.filter { $0.code == .missing }.map { $0.path.description }
      #expect(missing == ["count"], "\(text): \(errors)")
      #expect(errors.count { $0.code == .syntax } == 1, "\(text): \(errors)")
    }
  }

  /// A string of a line that goes on over the next ones is one mistake: each line break should have been `\\n`.
  @Test(arguments: ["{\"name\":\"a\n  b\",\"x\":{\"y\":1}}", "{\"name\":\"a\n\n# b\n\nc\"}"])
  func lineBreaksInsideStringAreOneError(line: String) {
    let text = "\(Self.tag(0))\n\(line)\n\(Self.tag(1))\n"
    let checker = Checker(
      JSONBytes(Array(text.utf8), isNDJSON: true), name: "a.ndjson", model: Tag.modelDescription,
      at: JSONKeyPath([.each]))
    let (diagnostics, summary) = checker.diagnostics()
    let errors = diagnostics.filter { $0.severity == .error && $0.code != .missing }
    #expect(
      errors.map { "\($0.path) \($0.code.rawValue)" } == [
        "[0].count type-mismatch", "[1].name syntax", "[2].count type-mismatch",
      ])
    #expect(summary.models == 3)
  }

  struct Links: Model {
    let url: URL
    let number: Int

    static let properties = Properties(of: Links.self) {
      Property(\.url, "url")
      Property(\.number, "number")
    }
    static let mapping = Mapping(Links.init, properties)
  }

  /// Of a string that is damaged nothing is said but that; that it is no number is true anyway.
  @Test func malformedStringReportsOnlySyntaxAndKind() {
    let text = #"{"url":"https://x\p.org","number":"4\p"}"#
    let found = Checker(JSONBytes(text), model: Links.modelDescription).diagnostics().diagnostics
    #expect(
      found.filter { $0.severity == .error }.map { "\($0.path) \($0.code.rawValue)" }.sorted()
        == ["number syntax", "number type-mismatch", "url syntax"])
  }

  /// What stands around the JSON is named for what it is, once.
  @Test(arguments: [
    ("```json\n{\"a\":1}\n```\n", 1, "Markdown"), (")]}'\n{\"a\":1}", 1, "script inclusion"),
    ("HTTP/1.1 200 OK\n{\"a\":1}", 1, "curl"), ("data: {\"a\":1}", 1, "server-sent events"),
    ("callback({\"a\":1}", 1, "JSONP"), ("<!-- c -->\n{\"a\":1}", 1, "a comment"),
    ("name: x\nage: 3\n", 1, "yq"), ("fa", 1, "`false`"), (#"{"a":"it\'s"}"#, 1, "single quote"),
    (#"{"a":"\x41"}"#, 1, "\\u00"), (#"{"a":"\u12"}"#, 1, "four hexadecimal digits"),
    (#"{"a":1},"#, 1, "comma too many"), ("while(1);[1]", 1, "script inclusion"),
    (
      "* Connected to x\n> GET /a HTTP/2\n> Accept: */*\n{ [5 bytes data]\n< HTTP/2 200\n< etag: \"a\"\n{\"a\":1}",
      1, "curl -v"
    ),
    ("1:[\n2:  1,\n3:  2\n4:]\n", 1, "grep -n"), ("1:{\n2:\"a\":1,\n3:\"b\":[\n4:1]}\n", 1, "grep -n"),
    (#"{"a":[1,2,... (truncated)],"b":3}"#, 1, "left out"),
    (#"{"a":[1,2,... 97 more items],"b":3}"#, 1, "left out"),
    (#"{"a":[{"b":1}, [truncated]],"c":3}"#, 1, "left out"), (#"{"a":1, [truncated]}"#, 1, "left out"),
    (#"{"a":1, ... 3 more keys}"#, 1, "left out"), (#"{"a":1, "b": <2 KB omitted>, "c":2}"#, 1, "left out"),
  ])
  func textAroundJSONIsIdentified(text: String, count: Int, hint: String) {
    let found = Checker(JSONBytes(text), model: nil).diagnostics().diagnostics
    #expect(found.count == count, "\(found)")
    let said = found.first?.hint.map { "\($0)" } ?? ""
    #expect(said.contains(hint), "\(found)")
  }

  /// Decoration of a whole text is reported once, and every fault below it at its place.
  @Test(arguments: ["number", "mark", "color", "conflict", "python"])
  func decorationOfWholeTextIsReportedOnce(
    _ layer: String
  ) {
    var text = Self.pretty
    let lines = text.split(separator: "\n")
    switch layer {
    case "number": text = lines.enumerated().map { "   \($0 + 1)\t\($1)" }.joined(separator: "\n")
    case "mark": text = lines.map { "> " + $0 }.joined(separator: "\n")
    case "color": text = text.replacing("\"name\"", with: "\u{1B}[34;1m\"name\"\u{1B}[0m")
    case "conflict":
      text = text.replacing(
        "    \"count\":\"wrong\",\n", with: "<<<<<<< a\n    \"count\":\"wrong\",\n=======\n>>>>>>> b\n",
        maxReplacements: 1)
    default: text = text.replacing("\"", with: "'")
    }
    let checker = Checker(JSONBytes(text), model: Tag.modelDescription, at: "[]")
    let found = checker.diagnostics().diagnostics
    #expect(found.count { $0.code == .syntax } == 1, "\(found)")
    #expect(
      found.filter { $0.code != .syntax }.map(\.path.description) == (0..<8).map { "[\($0)].count" },
      "\(found)")
    for fault in found where fault.code == .typeMismatch {
      let line = JSONBytes(text).text((fault.location?.offset ?? 0)..<(fault.location?.offset ?? 0) + 7)
      #expect(line.dropFirst().hasPrefix("wrong"), "\(layer) \(line)")
    }
  }

  @Test func checkerHandlesTruncationAnywhere() {
    let text = Self.compact
    for length in stride(from: 1, to: text.utf8.count, by: 7) {
      let cut = String(text.prefix(length))
      let (diagnostics, summary) = Checker(JSONBytes(cut), model: Tag.modelDescription, at: "[]")
        .diagnostics()
      let whole = cut.ranges(of: "\"count\":\"").count
      #expect(summary.errors > 0)
      #expect(
        diagnostics.filter { $0.path.description.hasSuffix(".count") && $0.code == .typeMismatch }.count
          == whole)
      #expect(!diagnostics.contains { $0.code == .missing }, "\(cut)")
    }
  }

  @Test(arguments: [
    ("log.json", "[1][2]", 1, 0), ("log.ndjson", "[1][2]", 0, 0), ("log.json", "[1]\n[2]", 0, 0),
    ("log.json", "{} \"x\"", 1, 0), ("log.json", "1 2 x", 1, 0), ("log.json", "[1][2][3]", 1, 0),
    ("log.json", "1 null", 1, 0), ("log.json", "0 \"a b c\" true", 1, 0),
    ("log", "[1][2]", 0, 1), ("log", "{} \"x\"", 0, 1), ("log", "1 null", 0, 1),
    ("log.ndjson", "1e400 null\n", 0, 0),
    ("log.json", "404 not found", 1, 0), ("log.json", "1 null and more", 1, 0),
  ])
  func valuesOnOneLineAreAnErrorInJSONFiles(
    _ name: String, _ text: String, _ errors: Int, _ warnings: Int
  ) {
    let bytes = JSONBytes(Array(text.utf8), isNDJSON: name.isNDJSONName)
    let summary = Checker(bytes, name: name, model: nil).diagnostics().summary
    #expect(summary.errors == errors && summary.warnings == warnings)
  }

  /// A text that is broken is that, however deep it is, with a model and without; one that is only deep is too deep for models.
  @Test func excessiveDepthIsAnErrorOnlyForModels() {
    func codes(_ text: String, _ model: ModelDescription?) -> [Diagnostic.Code] {
      Checker(JSONBytes(text), model: model).diagnostics().diagnostics.map(\.code)
    }
    let broken = String(repeating: "[", count: 5000)
    #expect(codes(broken, nil) == [.syntax])
    #expect(codes(broken, Tag.modelDescription) == [.syntax])
    let deep = broken + String(repeating: "]", count: 5000)
    #expect(codes(deep, nil) == [])
    #expect(codes(deep, Tag.modelDescription) == [.limit])
  }

  /// The path of a place that is deep inside is shortened for a message.
  @Test func diagnosticShortensLongPath() throws {
    let broken = JSONBytes(String(repeating: "[", count: 5000))
    let diagnostic = try #require(Checker(broken, model: nil).diagnostics().diagnostics.first)
    #expect(diagnostic.path.components.count > 4000)
    #expect(diagnostic.line().count < 400)
  }

  /// A model that is too deep was not read, and it is said, where the damage is none to what is read.
  @Test(arguments: [" // c", " // c\n[1]\n"]) func excessiveDepthNextToCommentIsReported(_ end: String) {
    let text = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000) + end
    let checker = Checker(JSONBytes(text), model: Tag.modelDescription, at: "", minimumSeverity: .warning)
    let (diagnostics, summary) = checker.diagnostics()
    #expect(
      diagnostics.contains { $0.severity == .error && $0.found == "nested too deeply" }, "\(diagnostics)")
    #expect(diagnostics.contains { $0.severity == .error && $0.code == .syntax })
    #expect(summary.errors >= 2)
  }
}
