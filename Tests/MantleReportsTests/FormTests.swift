import Foundation
import Mantle
@testable import MantleReports
import Testing

@testable import MantleChecking

struct FormTests {
  private let file = Samples.check(Samples.labels, as: "Label")

  private func object(_ text: String?) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data((text ?? "").utf8)) as? [String: Any])
  }

  @Test func textReportGroupsEqualProblems() {
    #expect(
      Samples.lines(.text, file) == [
        "labels.json:1:17: error: Label.name: expected string, found number 7  [[0].name]  × 2, first at [0].name, last at [1].name",
        #"[{"id":1,"name":7,"color":"ff0000"},"#, "                ^",
        "help: put the number in quotes, or make the property a number", "labels.json: unmapped keys:",
        "  1  [].colour",
        "labels.json: 3 Labels at `[]`, 2 errors, 0 warnings, 1 unmapped key",
      ])
  }

  @Test(arguments: [
    (#"{"type": "FeatureCollection", "features": [{"properties": {"name": "Canada"}}]}"#, false),
    (#"[{"id": 1, "at": "2024-01-01"}]"#, false),
    (
      #"{"events": [{"id": 1, "name": "n", "description": null, "logo": null, "topicIds": [], "x": 1, "y": 2}]}"#,
      false
    ),
    (#"[{"id": 1, "name": "bug", "description": "d", "default": true}]"#, true),
  ])
  func reportSuggestsOnlySimilarModels(text: String, isNamed: Bool) {
    var file = Samples.check(text, file: "x.json")
    file.closest =
      ModelChoice(of: ["Label", "User", "Issue"].compactMap(Samples.model), in: JSONBytes(text)).closest
    #expect(file.closest != nil)
    #expect(Samples.lines(.text, file).contains { $0.contains("closest: ") } == isNamed)
  }

  @Test func textReportTotalsSeveralFiles() {
    let fine = Samples.check("[]", as: "Label", file: "none.json")
    #expect(
      Samples.lines(.text, file, fine).last == "1 of 2 files fine, 2 errors, 0 warnings, 1 unmapped key")
  }

  @Test func jsonReportHasEveryMember() throws {
    let report = try object(Samples.lines(.json, file).first)
    #expect(
      Set(report.keys) == [
        "version", "tool", "file", "kind", "format", "model", "at", "models", "places", "failed", "complete",
        "counts", "diagnostics", "omitted", "unmapped", "unread",
      ])
    #expect(report["kind"] as? String == "models")
    #expect(report["failed"] as? Bool == true)
    #expect((report["counts"] as? [String: Int])?["errors"] == 2)
    let diagnostics = try #require(report["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.count == 2)
    let second = try #require(diagnostics.last)
    #expect(
      Set(second.keys) == [
        "severity", "code", "model", "property", "path", "pointer", "line", "column", "start", "end",
        "message",
        "expected", "found", "detail", "hint", "object",
      ])
    #expect(second["pointer"] as? String == "/1/name")
    #expect(second["start"] as? [String: Int] == ["line": 2, "column": 17, "offset": 53])
    #expect(second["end"] as? [String: Int] == ["line": 2, "column": 18, "offset": 54])
    #expect(second["expected"] as? String == "string")
    #expect(second["found"] as? String == "number 7")
  }

  @Test func jsonReportsUnreadableFilesAndTotal() throws {
    let lines = Samples.lines(.json, Samples.unreadable, file)
    let report = try object(lines.first)
    #expect(report["kind"] as? String == "unreadable")
    #expect(
      (report["diagnostics"] as? [[String: Any]])?.first?["message"] as? String == "a.json: no such file")
    let total = try object(lines.last)
    #expect(total["kind"] as? String == "total")
    #expect(total["files"] as? Int == 2)
    #expect(total["unreadable"] as? Int == 1)
  }

  @Test func gitHubReportUsesWorkflowCommands() {
    let file = Samples.check(Samples.labels, as: "Label", file: "50%,a:b.json")
    #expect(
      Samples.lines(.github, file) == [
        "::error file=50%25%2Ca%3Ab.json,line=1,col=17,endLine=1,endColumn=18,title=type-mismatch"
          + "::Label.name: expected string, found number 7  [[0].name]"
          + "; help: put the number in quotes, or make the property a number",
        "::error file=50%25%2Ca%3Ab.json,line=2,col=17,endLine=2,endColumn=18,title=type-mismatch"
          + "::Label.name: expected string, found number 7  [[1].name]"
          + "; help: put the number in quotes, or make the property a number",
        "::notice file=50%25%2Ca%3Ab.json,title=unmapped-key::unmapped key `[].colour` (× 1)",
      ])
  }

  /// A cause that is there often is said once to people, and at each of its places to programs; nothing is left out unsaid.
  @Test func textGroupsOneCauseAndProgramsGetEachPlace() throws {
    let labels = (0..<20).map { number in
      "{\"id\":\"\(number)\",\"name\":\"a\",\"color\":\(number == 15 ? "7" : "\"f\"")}"
    }
    var policy = CheckPolicy()
    policy.maximumProblems = 10
    let file = Samples.check("[" + labels.joined(separator: ",\n") + "]", as: "Label", policy: policy)
    let text = Samples.lines(.text, file)
    #expect(text[0].hasSuffix(#"found "0"  [[0].id]  × 20, first at [0].id, last at [19].id"#), "\(text[0])")
    #expect(text.count { $0.contains(": error: ") } == 2 && text[4].contains("Label.color: "))
    let annotations = Samples.lines(.github, file)
    #expect(annotations.count { $0.hasPrefix("::error ") } == 11)
    #expect(annotations[1].contains("Label.color"))
    #expect(
      annotations.last
        == "::notice file=labels.json::labels.json: 10 more, not listed (--max-errors 0 lists all)")
    let run = try #require((try object(Samples.lines(.sarif, file).first)["runs"] as? [[String: Any]])?.first)
    #expect((run["results"] as? [Any])?.count == 11)
    let notes =
      (run["invocations"] as? [[String: Any]])?.first?["toolExecutionNotifications"] as? [[String: Any]]
    #expect(
      (notes?.first?["message"] as? [String: String])?["text"]
        == "labels.json: 10 more, not listed (--max-errors 0 lists all)")
    let report = try object(Samples.lines(.json, file).first)
    #expect((report["diagnostics"] as? [Any])?.count == 11 && report["omitted"] as? Int == 10)
    #expect((report["counts"] as? [String: Int])?["errors"] == 21)
  }

  /// What is to be done about it differs: these are two causes.
  @Test func problemsWithDifferentAdviceAreGroupedApart() {
    let text =
      #"[{"id":1,"name":7,"color":"a"},{"id":2,"name":null,"color":"a"},{"id":3,"name":8,"color":"a"}]"#
    #expect(Samples.check(text, as: "Label").groups.groups.map(\.count) == [2, 1])
  }

  @Test func junitReportHasATestForEachFile() throws {
    let fine = Samples.check("[]", as: "Label", file: "a<b>&\"c\".json")
    let lines = Samples.lines(.junit, file, fine)
    #expect(
      lines == [
        #"<?xml version="1.0" encoding="UTF-8"?>"#, #"<testsuites tests="2" failures="1" errors="0">"#,
        #"<testsuite name="mantle check" tests="2" failures="1" errors="0">"#,
        #"<testcase classname="mantle check" name="labels.json">"#,
        #"<failure type="mantle" message="2 errors, 0 warnings">"#,
        "labels.json:1:17: error: Label.name: expected string, found number 7  [[0].name]  × 2, first at [0].name, last at [1].name",
        "  help: put the number in quotes, or make the property a number", "</failure>",
        "</testcase>", #"<testcase classname="mantle check" name="a&lt;b&gt;&amp;&quot;c&quot;.json"/>"#,
        "</testsuite>", "</testsuites>",
      ])
  }

  /// The part of the published schema of SARIF 2.1.0 that reports use: objects by name, with their members, `?` behind those
  /// that may be absent, and no others. A member is an object, `[object]`, one of some words, or of a type of JSON.
  private static let sarif: [String: [String: String]] = [
    "report": ["$schema?": "string", "version": "2.1.0", "runs": "[run]"],
    "run": [
      "tool": "tool", "columnKind?": "utf16CodeUnits|unicodeCodePoints", "results?": "[result]",
      "invocations?": "[invocation]",
    ],
    "invocation": ["executionSuccessful": "flag", "toolExecutionNotifications?": "[notification]"],
    "notification": ["message": "text", "level?": "none|note|warning|error"],
    "tool": ["driver": "driver"],
    "driver": ["name": "string", "version?": "string", "rules?": "[rule]"],
    "rule": [
      "id": "string", "shortDescription?": "text", "fullDescription?": "text", "help?": "text",
    ],
    "text": ["text": "string"],
    "result": [
      "ruleId?": "string", "ruleIndex?": "index", "level?": "none|note|warning|error", "message": "text",
      "locations?": "[location]", "occurrenceCount?": "count",
    ],
    "location": ["physicalLocation?": "physicalLocation", "logicalLocations?": "[logicalLocation]"],
    "physicalLocation": ["artifactLocation": "artifactLocation", "region?": "region"],
    "artifactLocation": ["uri": "uri"],
    "region": ["startLine": "count", "startColumn?": "count", "endLine?": "count", "endColumn?": "count"],
    "logicalLocation": ["fullyQualifiedName?": "string"],
  ]

  /// What of a value is not as the schema says, each with its path.
  private func mistakes(_ value: Any, as type: String, at path: String) -> [String] {
    if let members = Self.sarif[type] {
      guard let object = value as? [String: Any] else { return ["\(path): no object"] }
      let known = Dictionary(
        uniqueKeysWithValues: members.map { ($0.key.replacing("?", with: ""), $0.value) })
      let missing = members.keys.filter { !$0.hasSuffix("?") && object[$0] == nil }
      return missing.map { "\(path): no \($0)" }
        + object.flatMap { key, value in
          known[key].map { mistakes(value, as: $0, at: "\(path).\(key)") } ?? ["\(path): \(key) is not known"]
        }
    }
    if type.hasPrefix("[") {
      guard let list = value as? [Any] else { return ["\(path): no array"] }
      return list.flatMap { mistakes($0, as: String(type.dropFirst().dropLast()), at: path + "[]") }
    }
    let isRight =
      switch type {
      case "string": value is String
      case "flag": value is Bool
      case "count": (value as? Int ?? 0) >= 1
      case "index": (value as? Int ?? -1) >= 0
      case "uri": (value as? String).flatMap { URL(string: $0, encodingInvalidCharacters: false) } != nil
      default: type.split(separator: "|").contains { $0 == value as? String ?? "" }
      }
    return isRight ? [] : ["\(path): no \(type)"]
  }

  /// Files of every kind: problems of values and of the text, unmapped keys, one that cannot be opened.
  private static let files = [
    Samples.check(Samples.labels, as: "Label", file: "./a b.json"),
    Samples.check("[1,,\u{1}]", file: "/tmp/é&<\"]]>.json"), Samples.check("", file: "-"),
    Samples.unreadable,
  ]

  @Test func sarifReportMatchesItsSchema() throws {
    for files in [Self.files, []] {
      let report = try object(Samples.lines(.sarif, files).first)
      #expect(mistakes(report, as: "report", at: "report") == [])
      let runs = try #require(report["runs"] as? [[String: Any]])
      #expect((runs[0]["results"] as? [Any])?.isEmpty == files.isEmpty)
    }
    #expect(mistakes(["version": "2.0", "x": 1], as: "report", at: "r").count == 3)
  }

  /// XML 1.0 has no surrogates, no U+FFFE and U+FFFF, and of the C0 controls the blanks only.
  @Test func junitReportHasOnlyValidXMLCharacters() {
    let scalars = (0...0x2_0000).compactMap(Unicode.Scalar.init).filter { $0 != "\"" && $0 != "\\" }
    for start in stride(from: 0, to: scalars.count, by: 256) {
      let text = String(String.UnicodeScalarView(scalars[start..<min(start + 256, scalars.count)]))
      let file = Samples.check(#"{"id":1,"name":"a","color":"\#(text)"} x"#, as: "Label", file: text)
      let xml = Samples.lines(.junit, file).joined(separator: "\n")
      let forbidden = xml.unicodeScalars.filter { scalar in
        scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)
          || [0xFFFE, 0xFFFF].contains(scalar.value)
      }
      #expect(forbidden.isEmpty)
    }
  }

  /// JUnit's schema, as Jenkins publishes it: the elements in each other, with their attributes, and nothing that XML does not
  /// allow in a text.
  @Test(arguments: [files, []]) func junitReportMatchesItsSchema(_ files: [FileResult]) throws {
    let attributes: [String: Set<String>] = [
      "testsuites": ["tests", "failures", "errors"], "testsuite": ["name", "tests", "failures", "errors"],
      "testcase": ["classname", "name"], "failure": ["type", "message"], "error": ["type", "message"],
    ]
    let parents = [
      "testsuites": "", "testsuite": "testsuites", "testcase": "testsuite", "failure": "testcase",
      "error": "testcase",
    ]
    let xml = Samples.lines(.junit, files).joined(separator: "\n")
    #expect(!xml.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect(xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"))
    var open: [String] = []
    var tests = 0
    for piece in xml.split(separator: "<").dropFirst() {
      let parts = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      let (tag, text) = (try #require(parts.first), try #require(parts.last))
      #expect(text.matches(of: /&(?!(amp|lt|gt|quot);)/).isEmpty && !text.contains("]]>"))
      if tag.hasPrefix("/") {
        #expect(open.popLast() == String(tag.dropFirst()))
        continue
      }
      let name = String(tag.prefix { $0.isLetter })
      #expect(parents[name] == open.last ?? "")
      let given = tag.matches(of: /([a-z]+)="([^"<]*)"/)
      #expect(Set(given.map { String($0.1) }) == attributes[name])
      for number in given where ["tests", "failures", "errors"].contains(number.1) {
        #expect(Int(number.2) != nil)
        if number.1 == "tests" { tests = Int(number.2) ?? -1 }
      }
      if name == "testcase" { tests -= 1 }
      if !tag.hasSuffix("/") { open.append(name) }
    }
    #expect(open.isEmpty && tests == 0)
  }
  /// The keys that the schema of SARIF 2.1.0 and GitHub's code scanning require.
  @Test func sarifReportHasRequiredKeys() throws {
    let file = Samples.check(Samples.labels, as: "Label", file: "./a b.json")
    let report = try object(Samples.lines(.sarif, file).first)
    #expect(report["version"] as? String == "2.1.0")
    #expect(report["$schema"] as? String == "https://json.schemastore.org/sarif-2.1.0.json")
    let run = try #require((report["runs"] as? [[String: Any]])?.first)
    #expect(Set(run.keys) == ["tool", "columnKind", "results", "invocations"])
    #expect(["utf16CodeUnits", "unicodeCodePoints"].contains(run["columnKind"] as? String ?? ""))
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "mantle")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(Set(rules.compactMap { $0["id"] as? String }).count == rules.count)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.map { $0["level"] as? String } == ["error", "error", "note"])
    #expect(results.map { $0["occurrenceCount"] as? Int } == [1, 1, 1])
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect((result["message"] as? [String: Any])?["text"] is String)
      let location = try #require((result["locations"] as? [[String: Any]])?.first)
      let place = try #require(location["physicalLocation"] as? [String: Any])
      #expect((place["artifactLocation"] as? [String: Any])?["uri"] as? String == "a%20b.json")
    }
    let place = try #require(
      (results[0]["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
    #expect(
      place["region"] as? [String: Int] == ["startLine": 1, "startColumn": 17, "endLine": 1, "endColumn": 18])
  }
}
