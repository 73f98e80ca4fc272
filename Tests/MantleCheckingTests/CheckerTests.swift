import Testing

@testable import Mantle
@testable import MantleChecking
@testable import MantleDocuments

/// What checking a text finds, with and without a model.
@Suite struct CheckerTests {
  struct Tag: Model {
    let name: String
    let count: Int?

    static let properties = Properties(of: Tag.self) {
      Property(\.name, "name")
      Property(\.count, "count")
    }
    static let mapping = Mapping(Tag.init, properties)
  }

  private static func lines(_ text: String, _ model: ModelDescription? = nil, at path: JSONKeyPath = "")
    -> [String]
  {
    Checker(JSONBytes(text), model: model, at: path, minimumSeverity: .warning).diagnostics().diagnostics.map
    {
      let place = $0.location.map { "\($0.line):\($0.column)" } ?? "-"
      return "\(place) \($0.severity) \($0.code.rawValue) \($0.path)"
    }
  }

  @Test(arguments: [
    (#"{"a":1,"a":2}"#, ["1:8 warning duplicate-key a"]),
    (
      #"{"a":1,"b":{"c":1,"\u0063":2,"c":3}}"#,
      [
        "1:19 warning duplicate-key b.c", "1:30 warning duplicate-key b.c",
      ]
    ),
    (
      #"{"a":[{"x":1,"x":1}],"a":{"y":1,"y":2}}"#,
      [
        "1:14 warning duplicate-key a[0].x", "1:22 warning duplicate-key a", "1:33 warning duplicate-key a.y",
      ]
    ),
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", []),
    ("{\"a\":1}\n{\"a\":1,\"a\":1}\n", ["2:8 warning duplicate-key [1].a"]),
    (#"[{"a":1},{"a":1}]"#, []),
    ("{}", []),
  ])
  func duplicateKeysAreWarnings(_ text: String, _ expected: [String]) {
    #expect(Self.lines(text) == expected)
  }

  @Test(arguments: ["", " \n", "\u{FEFF}", "\u{FEFF}\n"]) func emptyInputIsAnError(_ text: String) {
    for model in [nil, Tag.modelDescription] {
      #expect(Self.lines(text, model).contains { $0.contains(" error ") }, "\(Self.lines(text, model))")
    }
  }

  /// Every key of an object is looked at, however many there are.
  @Test(arguments: [2, 63, 64, 65, 300]) func findsDuplicateOfLastAmongManyKeys(_ count: Int) {
    let keys = (0..<count).map { "key \($0)" } + ["key 0"]
    let text = "{" + keys.map { "\"\($0)\":1" }.joined(separator: ",\n") + "}"
    #expect(Self.lines(text) == ["\(count + 1):1 warning duplicate-key key 0"])
  }

  /// Objects too large to be parsed whole are read member by member.
  @Test func findsDuplicateKeysInLargeObjects() {
    let filler = "[" + String(repeating: "1,", count: 1 << 19) + "1]"
    let text = "{\"a\":1,\n\"b\":\(filler),\n\"a\":2,\n\"b\":\(filler),\n\"c\":3}"
    #expect(
      Self.lines(text) == ["3:1 warning duplicate-key a", "4:1 warning duplicate-key b"])
  }

  /// A model is read as a whole, whatever its size and wherever it stands.
  @Test(arguments: [
    (#"{"name":1,"filler":F}"#, "", ["1:9 error type-mismatch name"]),
    (
      #"[{"name":"a"},{"name":1,"filler":F},{"name":2}]"#, "[]",
      ["1:23 error type-mismatch [1].name", "1:1048622 error type-mismatch [2].name"]
    ),
    (#"{"items":{"filler":F,"name":null}}"#, "items", ["1:1048606 error unexpected-null items.name"]),
  ])
  func largeModelIsCheckedAtAnyPlace(_ text: String, _ path: JSONKeyPath, _ expected: [String]) {
    let filler = "\"" + String(repeating: "x", count: 1 << 20) + "\""
    #expect(Self.lines(text.replacing("F", with: filler), Tag.modelDescription, at: path) == expected)
  }

  /// A model that is too large to be read is said to be, and what stands beside it is read.
  @Test func modelOverTheSizeLimitIsSkippedWithWarning() {
    let filler = "\"" + String(repeating: "x", count: 1 << 21) + "\""
    let text = #"[{"name":1,"filler":\#(filler)},{"name":2}]"#
    var checker = Checker(JSONBytes(text), model: Tag.modelDescription, at: "[]", minimumSeverity: .warning)
    checker.largestModel = 1 << 21
    let (found, summary) = checker.diagnostics()
    #expect(
      found.map { "\($0.severity) \($0.code.rawValue) \($0.path)" } == [
        "warning limit [0]", "error type-mismatch [1].name",
      ])
    #expect(summary.models == 1)
    checker.largestModel = 1 << 22
    #expect(checker.diagnostics().summary.models == 2)
  }

  /// A model reports its own keys, and what is around it is reported as without one.
  @Test func findsDuplicateKeysInsideAndOutsideModels() {
    let text = #"{"page":1,"page":2,"items":[{"name":"a","name":"b"}],"last":{"x":1,"x":1}}"#
    #expect(
      Self.lines(text, Tag.modelDescription, at: "items[]") == [
        "1:11 warning duplicate-key page", "1:41 warning duplicate-key items[0].name",
        "1:68 warning duplicate-key last.x",
      ])
  }

  /// So it is inside of what the model does not map.
  @Test func duplicateKeysInUnmappedValuesAreFound() {
    let text = #"{"name":"a","x":{"k":1,"k":2,"l":[{"m":1,"m":2}]},"name":"b"}"#
    #expect(
      Self.lines(text, Tag.modelDescription) == [
        "1:24 warning duplicate-key x.k", "1:42 warning duplicate-key x.l[0].m",
        "1:51 warning duplicate-key name",
      ])
  }

  /// Half a surrogate pair is a warning, and an error where a model decodes the string as text.
  @Test func loneSurrogateIsWarningOrErrorInAModel() {
    let text = #"{"name":"\ud83d","x":["\ud83d\ude00","\\ud83d","a\udE00"],"\ud83d":1}"#
    let others = ["1:48 warning invalid-value x[2]", "1:59 warning invalid-value \u{FFFD}"]
    for (model, severity) in [(nil, "warning"), (Tag.modelDescription, "error")] {
      #expect(Self.lines(text, model) == ["1:9 \(severity) invalid-value name"] + others)
    }
  }

  private static let trailing = "remove the comma: JSON allows none after the last value"
  private static let surplus = "a comma too many, or a value is missing"
  private static let noValue = "the key has no value; write null if it has none"

  private static func messages(_ text: String) -> [String] {
    Checker(JSONBytes(text), model: nil).diagnostics().diagnostics.map {
      "\($0.location?.column ?? 0) \($0.message)" + ($0.hint.map { "; \($0)" } ?? "")
    }
  }

  /// Every mistake of a text is reported, each with what stands behind it.
  @Test(arguments: [
    ("[1,]", ["3 expected a value, found a trailing comma; \(trailing)"]),
    (
      #"{"a":1,"b":[1,2,],}"#,
      [
        "16 expected a value, found a trailing comma; \(trailing)",
        "18 expected a string key, found a trailing comma; \(trailing)",
      ]
    ),
    (#"{"a":1,,"b":2}"#, ["8 expected a string key, found ','; \(surplus)"]),
    (#"{,"a":1}"#, ["2 expected a string key or '}', found ','; \(surplus)"]),
    ("[,1]", ["2 expected a value, found ','; \(surplus)"]),
    ("[1,,2]", ["4 expected a value, found ','; \(surplus)"]),
    (#"{"a":}"#, ["6 expected a value, found '}'; \(noValue)"]),
    (
      #"{"a":,"b":[1 2]}"#,
      [
        "6 expected a value, found ','; \(noValue)",
        "14 expected ',' or ']' after an element, found '2'; is a comma missing before this?",
      ]
    ),
    (
      #"{"a": ["x", "yy"#,
      [
        "16 expected ',' or ']', found end of input; the input is cut off: the array at 1:7 is not closed"
      ]
    ),
  ])
  func checkerReportsEverySyntaxError(_ text: String, _ expected: [String]) {
    #expect(Self.messages(text) == expected)
  }

  /// What a mistake near the beginning says does not depend on how much follows.
  @Test(arguments: [0, 100, 5_000]) func syntaxErrorsDoNotDependOnLaterText(_ count: Int) {
    let rest = String(repeating: #",{"a":[1,2]}"#, count: count)
    #expect(Self.messages("[{\"a\":[1,\"b\":2],,\"d\":3},{\"c\":tru}\(rest)]").count == 3)
    #expect(
      Self.messages("[{\"c\":tru}\(rest)]") == [
        "7 expected true, false or null, found 'tru'; JSON knows null, true and false, in small letters"
      ])
  }

  struct Person: Model {
    let login: String
    static let properties = Properties(of: Person.self) { Property(\.login, "login") }
    static let mapping = Mapping(Person.init, properties)
  }

  @Test(
    arguments: [
      (
        #"{"tag": {"name": "a"}, "by": {"login": 7}, "n": 1, "rest": [1, 2]}"#, ["tag", "by"], [1, 1],
        ["1:40 error type-mismatch by.login"], ["n": 1, "rest": 1]
      ),
      (
        #"[{"tag": {"name": "a"}, "x": 1}, {"tag": {"name": 1}, "by": {"login": "l"}, "x": 2}]"#,
        ["[].tag", "[].by"], [2, 1], ["1:51 error type-mismatch [1].tag.name"], ["[].x": 2]
      ),
      (#"{"a": {"name": "a"}, "b": {"name": "b"}}"#, ["[]", "by"], [2, 0], [], [:]),
      (
        #"[{"name": "a"}] [{"name": "b"}, {"name": "c"}]"#, ["[][]", "by"], [3, 0],
        ["1:17 warning syntax [1]"], [:]
      ),
      (#"{"tag": {"name": "a"}, "#, ["tag", "by"], [1, 0], ["1:24 error syntax tag.name"], [:]),
    ] as [(String, [String], [Int], [String], [String: Int])])
  func checkerDecodesEachPlaceAsItsModel(
    text: String, paths: [String], counts: [Int], lines: [String], unread: [String: Int]
  ) throws {
    let models = [Tag.modelDescription, Person.modelDescription]
    let places = try zip(models, paths).map { ModelPlace($0, at: try JSONKeyPath($1)) }
    let (diagnostics, summary) = Checker(JSONBytes(text), places: places, minimumSeverity: .warning)
      .diagnostics()
    #expect(
      diagnostics.map {
        "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.severity) \($0.code.rawValue) \($0.path)"
      } == lines)
    #expect(summary.places.map(\.count) == counts)
    #expect(summary.models == counts.reduce(0, +))
    #expect(
      Dictionary(uniqueKeysWithValues: summary.unread.map { ($0.path.description, $0.count) }) == unread)
  }
}

/// NDJSON whose values are laid out over several lines.
@Suite struct ValuesOverLinesTests {
  private func lines(_ text: String, _ name: String = "a.ndjson") -> [String] {
    let bytes = JSONBytes(Array(text.utf8), isNDJSON: name.isNDJSONName)
    return Checker(bytes, name: name, model: nil).diagnostics().diagnostics.map {
      "\($0.location.map { "\($0.line):\($0.column)" } ?? "") \($0.severity.rawValue) [\($0.path)]"
    }
  }

  /// Such a value is said to be none once, and a fault of it is one report, wherever it is among whole lines.
  @Test func multilineValueAmongLinesIsReportedOnce() {
    func value(_ last: String) -> String { "{\n  \"a\": 2,\n  \"b\": [\n    3\n  ]\(last)\n}\n" }
    let before = String(repeating: "{\"a\": 1}\n", count: 12)
    #expect(lines(before + value("") + value("")) == ["13:1 warning [[12]]"])
    #expect(lines(value("") + before) == ["1:1 warning [[0]]"])
    for text in [before + value(",") + before, before + value(",")] {
      #expect(lines(text) == ["13:1 warning [[12]]", "17:4 error [[12].b[0]]"])
    }
    #expect(lines(value(",") + before) == ["1:1 warning [[0]]", "5:4 error [[0].b[0]]"])
    #expect(
      lines(value("") + value("").dropLast(2) + value("")) == ["1:1 warning [[0]]", "12:1 error [[1].b[0]]"])
    #expect(lines(value("") + value(""), "a.json") == [])
  }

  /// A line that is cut off takes none of the others with it.
  @Test func malformedLineDoesNotAffectOtherLines() {
    #expect(
      lines("{\"a\": 1}\n{\"a\": 1,\n{\"a\": 2}\n{\"a\":\n{\"a\": 3}\n") == [
        "2:9 error [[1].a]", "4:6 error [[3]]",
      ])
    #expect(lines("{\"a\": 1}\n{\"a\": 2,,}\n{\"a\": 3}\n") == ["2:9 error [[1].a]"])
  }
}

/// The keys that a check counts as unmapped.
struct UnmappedCountsTests {
  struct Login: Model {
    let user: String
    let password: String

    static let properties = Properties(of: Login.self) {
      Property(\.user, "user")
      Property(\.password, "password", or: ["pwd"])
    }
    static let mapping = Mapping(Login.init, properties)
  }

  @Test(arguments: [
    (#"{"user":"a","password":"b","pwd":"c"}"#, ["pwd × 1"]), (#"{"user":"a","pwd":"c"}"#, []),
    (
      #"[{"user":"a","password":"b","pwd":"c","x":1},{"user":"a","password":"b","pwd":"c"}]"#,
      ["[].x × 1", "[].pwd × 2"]
    ),
  ])
  func ignoredAliasesAreUnmapped(_ text: String, _ expected: [String]) throws {
    let path: JSONKeyPath = text.hasPrefix("[") ? "[]" : ""
    let checker = Checker(JSONBytes(text), model: Login.modelDescription, at: path, minimumSeverity: .warning)
    #expect(checker.diagnostics().summary.unmapped.map { "\($0.path) × \($0.count)" } == expected)
    let root = try JSONDocument(text).root
    let object = root.kind == .array ? try #require(root[0]) : root
    let keys = MappedKeys(Login.modelDescription).unmapped(in: object)
    #expect(keys.contains { $0.path == "pwd" } == !expected.isEmpty)
    #expect(keys.allSatisfy { $0.key.displayText == $0.path.description })
  }
}
