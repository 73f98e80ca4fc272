import Mantle
import MantleDefinitions
import Testing

/// What tells the rows of an inferred model apart.
struct SummaryDecisionTests {
  /// - Returns: the summary of the elements of a list.
  private func summary(_ elements: [String]) -> String? {
    let bytes = JSONBytes("[\(elements.joined(separator: ","))]")
    var inference = Inference()
    inference.read(bytes)
    let definition = inference.models(rootName: "Root", elementName: "Item").documented([bytes])
    return definition.model("Item")?.summary
  }

  static let rows: [(element: String, summary: String?)] = [
    (#"{"type": "Feature", "id": N, "properties": {"name": "PN"}}"#, "{properties.name}"),
    (
      #"{"at": "2026-01-02T10:00:0NZ", "request": {"method": "GET", "url": "https://a.b/N"}}"#,
      "{request.url}"
    ),
    (#"{"version": "1.0", "text": "tN"}"#, "{text}"),
    (#"{"number": N, "state": "sN", "title": "tN"}"#, "#{number} {state} {title}"),
    (#"{"number": 7, "name": "nN"}"#, "{name}"), (#"{"id": N, "of": "x"}"#, "#{id}"),
    (#"{"size": N, "of": "x"}"#, nil), (#"{"name": "x"}"#, nil),
    (#"{"at": "2026-01-02T10:00:0NZ", "of": "x"}"#, "{at}"),
  ]

  @Test(arguments: rows) func theFirstThatDiffersTellsRowsApart(element: String, summary: String?) {
    let elements = (0..<5).map { element.replacing("N", with: "\($0)") }
    #expect(self.summary(elements) == summary)
  }

  @Test func aPropertyOfFewValuesIsNoTitle() {
    let elements = (0..<20).map { #"{"kind": "k\#($0 % 3)", "group": "g\#($0 % 2)", "word": "w\#($0)"}"# }
    #expect(summary(elements) == "{kind} {word}")
  }

  /// What few objects have would leave the rows of all others without a word.
  @Test func aRareTextIsNoTitle() {
    let elements = (0..<20).map { #"{"cpu": \#($0)\#($0 % 10 == 0 ? #", "err": "e\#($0)""# : "")}"# }
    #expect(summary(elements) == nil)
  }

  /// Entries of a log say much the same again and again.
  @Test func logsBeginWithTheirTime() {
    let elements = (0..<20).map {
      #"{"ts": "2026-01-02T10:00:\#($0 + 10)Z", "level": "l\#($0 % 3)", "msg": "m\#($0 % 2)", "pid": 1}"#
    }
    #expect(summary(elements) == "{ts} {level} {msg}")
  }

  @Test func aModelInsideItselfHasASummary() throws {
    let bytes = JSONBytes(#"[{"name": "a", "next": {"name": "b", "next": {"name": "c", "next": null}}}]"#)
    var inference = Inference()
    inference.read(bytes)
    let models = DefinedModels(inference.models(rootName: "Node").documented([bytes]))
    #expect(models.definition.model("Node")?.summary == "{name}")
    #expect(
      try models.decode("Node", from: JSONDocument(parsing: JSONBytes(#"{"name": "x"}"#)).root).model
        == "Node")
  }
}
