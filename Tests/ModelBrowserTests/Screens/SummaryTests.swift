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

  @Test func rootPaneSummarizesKnownModel() {
    let lines = pane(Samples.issues, models: Session.gitHub)
    for words in [
      "problems", "1  Issue.state: unknown case, expected \"open\" or \"closed\"", "unmapped keys",
      "3  [].node_id", "Issue: property coverage",
    ] { #expect(lines.contains(words), "\(words): \(lines)") }
    #expect(lines.contains { $0.hasPrefix("assignee ") && $0.contains("null in 3") }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("state ") || $0.contains("distinct") }, "\(lines)")
    #expect(!lines.contains { $0.contains("3 of 3") }, "\(lines)")
    #expect(!pane(Samples.issues, models: Session.gitHub, "j").contains("3  [].node_id"))
  }

  @Test func rootPaneSummarizesInferredNestedModels() {
    let json = #"{"of": 1, "all": [{"a": 1}, {"a": null, "b": "x"}, {"a": 3}]}"#
    let lines = pane(json, models: [])
    #expect(!lines.contains { $0.contains("1 of 1") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("a  ") && $0.hasSuffix("null in 1") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("b  ") && $0.contains("1 of 3, first at line 1") }, "\(lines)")
  }

  /// Of a class cluster each member is counted: what is in all of them is in no fewer than there are.
  @Test func rootPaneSummarizesClusterMembers() {
    let lines = pane(
      (0..<30).map {
        $0 % 3 == 0
          ? #"{"kind": "door", "ts": \#($0), "open": true, "who": "w\#($0)", "floor": 2}"#
          : #"{"kind": "heat", "ts": \#($0), "celsius": 21.5, "room": "r\#($0)", "unit": "C"}"#
      }.joined(separator: "\n"), models: [])
    #expect(lines.contains { $0.hasPrefix("models  ") && $0.hasSuffix("10 Doors, 20 Heats") }, "\(lines)")
    #expect(!lines.contains { $0.contains("property coverage") }, "\(lines)")
    #expect(!lines.contains { $0.contains(" of ") }, "\(lines)")
  }

  /// An object that each element has is not counted again, and a long remark is not cut.
  @Test func modelsOfElementsAreCountedAndRemarksContinue() {
    let lines = pane(
      #"{"points": [{"at": 1700000000, "size": {"w": 1}}, {"at": 1700000099, "size": {"w": 2}}]}"#,
      models: [])
    #expect(lines.contains("models       2 Points"), "\(lines)")
    #expect(lines.joined(separator: " ").contains("`unixSeconds`"), "\(lines)")
  }

  /// The size is that of the file, also of an archive or a CSV file.
  @Test func theSizeIsThatOfTheFile() throws {
    let folder = try Folder()
    let path = try folder.file("t.csv", "name,size\na,1\nb,2\n")
    let session = Session(
      try DocumentSource.file(path, models: [], inference: Inferring()), columns: 160, rows: 40)
    #expect(session.screen.contains("18 bytes, 2 elements"), "\(session.screen)")
    #expect(session.browser.message?.tone == .note)
  }

  /// The pane of the root begins with the size, the models and the keys to press next.
  @Test func rootPaneBeginsWithOverview() {
    let known = pane(Samples.issues, models: Session.gitHub)
    #expect(known.contains { $0.hasPrefix("size  ") && $0.hasSuffix(" bytes, 3 elements") }, "\(known)")
    #expect(known.contains("models       3 Issues"), "\(known)")
    #expect(
      known.contains("keys         T table · ge 1 problem · gu 1 unmapped key · :types"), "\(known)")
    let object = pane(#"{"a": 1, "b": [{"c": 1}, {"c": 2}]}"#, models: [])
    #expect(object.contains { $0.hasPrefix("size  ") && $0.hasSuffix(", 2 keys") }, "\(object)")
    #expect(!object.contains { $0.hasPrefix("JSON") }, "\(object)")
    #expect(pane("5", models: []).contains { $0.hasPrefix("kind ") })
  }

  /// Advice about a model without a Swift type is about its definition.
  @Test func openCaseAdviceRequiresSwiftType() {
    let json = #"[{"state": "open"}, {"state": "open"}]"#
    var session = Session(
      DocumentSource(JSONBytes(json), name: "t.json", inference: Inferring()), columns: 160, rows: 40)
    session.press(":goto [0].state<Enter>:type enum<Enter>cc\"closed\"<Enter>")
    #expect(!session.screen.contains("OpenCase"), "\(session.screen)")
    var known = Session(Samples.issues, columns: 160, rows: 40)
    known.press("]e")
    #expect(known.screen.contains("OpenCase"), "\(known.screen)")
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
