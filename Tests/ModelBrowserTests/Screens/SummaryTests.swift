import Foundation
import Mantle
import Testing

@testable import ModelBrowser

/// What a row says of a model whose mapping has a summary.
struct SummaryTests {
  private func row(_ summary: String, _ json: String) -> String {
    let models = [Departure.mapping.summary(summary).description]
    return Session("[\(json)]", models: models, columns: 100).rows.first { $0.contains("[0]") } ?? ""
  }

  static let whole = #"{"line": "S1", "to": "Spandau", "delay": -2, "at": "2024-05-01T10:00:00Z"}"#

  @Test(arguments: [
    ("{line} to {direction}", whole, "S1 to Spandau"), ("{{{line}} {delay} min", whole, "{S1} -2 min"),
    ("{at}", whole, "2024-05-01T10:00:00Z"), ("{delay}", #"{"line": "S1", "to": "a", "delay": "x"}"#, "x"),
    ("{line}", #"{"line": "a\u001bb", "to": "x", "delay": 1}"#, "a\\eb"),
  ])
  func rowShowsItsSummary(summary: String, json: String, words: String) {
    #expect(row(summary, json).contains(words), "\(row(summary, json))")
  }
}

/// What the pane says of the whole file at its outermost row.
struct FileSummaryTests {
  private func pane(_ json: String, models: [ModelDescription], inferring: Bool = true, _ keys: String = "")
    -> [String]
  {
    let source = DocumentSource(
      JSONBytes(json), name: "t.json", models: models, inference: inferring ? Inferring() : nil)
    var session = Session(source, columns: 160, rows: 40)
    session.press(keys)
    return session.lines.compactMap { line in
      line.firstIndex(of: "│").map { String(line[$0...].dropFirst()).trimmedEnd }
    }
  }

  @Test func aFileOfAKnownModelIsSummedUp() {
    let lines = pane(Samples.issues, models: Session.gitHub)
    for words in [
      "problems", "1  Issue.state: unknown case, expected \"open\" or \"closed\"", "unmapped keys",
      "3  [].node_id", "Issue: property coverage",
    ] { #expect(lines.contains(words), "\(words): \(lines)") }
    #expect(lines.contains { $0.hasPrefix("assignee ") && $0.contains("3 of 3, null in 3") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("state ") && $0.contains("3 of 3, 3 distinct") }, "\(lines)")
    #expect(!pane(Samples.issues, models: Session.gitHub, "j").contains("3  [].node_id"))
  }

  @Test func aFileOfAnInferredModelIsSummedUpWithTheModelsInside() {
    let json = #"{"of": 1, "all": [{"a": 1}, {"a": null, "b": "x"}, {"a": 3}]}"#
    let lines = pane(json, models: [])
    #expect(!lines.contains { $0.contains("1 of 1") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("a  ") && $0.contains("3 of 3, null in 1") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("b  ") && $0.contains("1 of 3, 1 distinct") }, "\(lines)")
  }

  /// Of a class cluster each member is counted: what is in all of them is in no fewer than there are.
  @Test func theMembersOfAClusterAreSummedUp() {
    let lines = pane(
      (0..<30).map {
        $0 % 3 == 0
          ? #"{"kind": "door", "ts": \#($0), "open": true, "who": "w\#($0)", "floor": 2}"#
          : #"{"kind": "heat", "ts": \#($0), "celsius": 21.5, "room": "r\#($0)", "unit": "C"}"#
      }.joined(separator: "\n"), models: [])
    let counts = lines.filter { $0.hasPrefix("ts ") }
    #expect(counts.count == 2, "\(lines)")
    #expect(
      counts.contains { $0.contains("10 of 10") } && counts.contains { $0.contains("20 of 20") }, "\(lines)")
    #expect(lines.count { $0.contains("property coverage") } == 2, "\(lines)")
  }

  @Test func summaryCountsAddedKeys() {
    let lines = pane(
      Samples.issues, models: Session.gitHub, inferring: false, ":goto [1].title<Enter>o\"x\": 1<Enter>gg")
    #expect(lines.contains("1  [].x"), "\(lines)")
  }
}

private struct Departure: Model {
  let line: String
  let direction: String
  let delay: Int
  let at: Date?

  static let properties = Properties(of: Departure.self) {
    Property(\.line, "line")
    Property(\.direction, "to")
    Property(\.delay, "delay")
    Property(\.at, "at", .iso8601)
  }
  static let mapping = Mapping(Departure.init, properties)
}
