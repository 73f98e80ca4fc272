import Mantle
@testable import MantleDefinitions
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
    (#"{"type": "Feature", "id": N, "properties": {"name": "PN"}}"#, "#{id} {properties.name}"),
    (
      #"{"at": "2026-01-02T10:00:0NZ", "request": {"method": "GET", "url": "https://a.b/N"}}"#,
      "{request.url}"
    ),
    (
      #"{"request": {"url": "https://a.b/N"}, "response": {"statusText": "sN"}}"#, "{request.url}"
    ),
    // Names inside of objects before identifiers, and codes of responses.
    (#"{"type": "Feature", "id": "aN", "properties": {"name": "PN"}}"#, "{properties.name}"),
    (
      #"{"status": 20N, "statusText": "OK", "content": {"mimeType": "text/N"}}"#,
      "{status} {content.mimeType}"
    ),
    // The first of the lines of a text.
    (#"{"cell_type": "tN", "id": "iN", "source": ["a\nN", "b"]}"#, "{cell_type} {source}"),
    (#"{"name": "nN", "lines": ["aN"]}"#, "{name}"), (#"{"id": "iN", "tags": ["aN"]}"#, "{id}"),
    (#"{"version": "1.0", "text": "tN"}"#, "{text}"),
    (#"{"number": N, "state": "sN", "title": "tN"}"#, "#{number} {title}"),
    (#"{"number": 7, "name": "nN"}"#, "{name}"), (#"{"id": N, "of": "x"}"#, "#{id}"),
    (#"{"size": N, "of": "x"}"#, nil), (#"{"name": "x"}"#, nil),
    (#"{"at": "2026-01-02T10:00:0NZ", "of": "x"}"#, "{at}"),
    // Names before dates and cases.
    (#"{"at": "2026-01-02T10:00:0NZ", "kind": "kN", "label": "lN", "id": N}"#, "{kind} {label}"),
    (#"{"day": "2026-01-1N", "subject": "sN", "note": "nN"}"#, "{subject}"),
    (#"{"note": "nN", "display_name": "dN"}"#, "{display_name}"),
    (#"{"Release Date": "Jun 1N 1998", "Title": "tN"}"#, "{Title}"),
    (
      #"{"placed": "2026-01-1N", "state": "sN", "id": N, "customer": {"name": "cN"}}"#,
      "#{id} {customer.name}"
    ),
    (#"{"day": "2026-01-1N", "id": N}"#, "#{id}"), (#"{"day": "2026-01-1N", "id": "iN"}"#, "{id}"),
    (#"{"id": N, "city": "cN"}"#, "#{id} {city}"), (#"{"cell_type": "tN", "id": "iN"}"#, "{cell_type} {id}"),
  ]

  @Test(arguments: rows) func summaryUsesFirstDistinctiveProperty(element: String, summary: String?) {
    let elements = (0..<5).map { element.replacing("N", with: "\($0)") }
    #expect(self.summary(elements) == summary)
  }

  /// The rows of a cluster begin with what tells its members apart.
  @Test func clusterSummaryBeginsWithTheDiscriminator() {
    let cells = (0..<20).map {
      $0 % 2 == 0
        ? #"{"cell_type": "code", "source": ["c\#($0)"], "outputs": [], "execution_count": \#($0)}"#
        : ##"{"cell_type": "markdown", "source": ["# m\##($0)"], "attachments": {}}"##
    }
    let bytes = JSONBytes("[\(cells.joined(separator: ","))]")
    var inference = Inference()
    inference.read(bytes)
    let definition = inference.models(rootName: "Root", elementName: "Item").documented([bytes])
    #expect(definition.models.compactMap(\.summary) == ["{cell_type} {source}", "{cell_type} {source}"])
  }

  @Test func repetitivePropertyIsSkippedInSummary() {
    let elements = (0..<20).map { #"{"kind": "k\#($0 % 3)", "group": "g\#($0 % 2)", "word": "w\#($0)"}"# }
    #expect(summary(elements) == "{kind} {word}")
  }

  /// A row has room for neither a list nor an object, whatever its key is: the definition could not be used.
  @Test(arguments: ["[1]", #"{"a": 1}"#, #""\ud800""#]) func mixedValuesAreSkippedInSummary(value: String)
    throws
  {
    let elements = (0..<20).map { #"{"name": \#($0 == 3 ? value : #""t\#($0)""#), "id": \#($0)}"# }
    let text = "[\(elements.joined(separator: ","))]"
    var inference = Inference()
    inference.read(JSONBytes(text))
    let definition = inference.models(rootName: "Root", elementName: "Item").summarised
    #expect(definition.model("Item")?.summary == "#{id}")
    _ = try Definition(JSONBytes(definition.fileText))
  }

  @Test func mixedStringsAndNumbersCanBeATitle() {
    let elements = (0..<20).map {
      #"{"date": "Jun 1\#($0 % 9) 1998", "title": \#($0 == 3 ? "1776" : #""t\#($0)""#)}"#
    }
    #expect(summary(elements) == "{title}")
  }

  @Test func summaryUsesLongTextLast() {
    func elements(_ members: String) -> [String] {
      (0..<5).map {
        #"{"body": "\#(String(repeating: "word ", count: 40))\#($0)", \#(members)}"#.replacing(
          "N", with: "\($0)")
      }
    }
    #expect(summary(elements(#""id": N"#)) == "#{id} {body}")
    #expect(summary(elements(#""id": N, "state": "sN""#)) == "#{id} {state}")
    #expect(summary(elements(#""day": "2026-01-1N""#)) == "{day}")
    #expect(summary(elements(#""city": "cN""#)) == "{city}")
    #expect(summary(elements(#""of": 1"#)) == "{body}")
  }

  /// A rare property would leave most rows without a summary.
  @Test func rareStringIsSkippedInSummary() {
    let elements = (0..<20).map { #"{"cpu": \#($0)\#($0 % 10 == 0 ? #", "err": "e\#($0)""# : "")}"# }
    #expect(summary(elements) == nil)
  }

  /// Neither the station nor the time of a measurement is its own.
  @Test func measurementsAreToldApartByPlaceAndTime() {
    let elements = (0..<20).map {
      #"{"station": "s\#($0 % 4)", "at": "2026-01-0\#($0 / 4 + 1)T10:00:00Z", "celsius": \#($0)}"#
    }
    #expect(summary(elements) == "{station} {at}")
  }

  /// Entries of a log say much the same again and again.
  @Test func logSummaryBeginsWithTheTime() {
    let elements = (0..<20).map {
      #"{"ts": "2026-01-02T10:00:\#($0 + 10)Z", "level": "l\#($0 % 3)", "msg": "m\#($0 % 2)", "pid": 1}"#
    }
    #expect(summary(elements) == "{ts} {level} {msg}")
  }

  @Test func recursiveModelHasASummary() throws {
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
