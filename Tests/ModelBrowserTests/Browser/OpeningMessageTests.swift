import Mantle
import Testing

@testable import ModelBrowser

/// The message with which a file opens.
struct OpeningMessageTests {
  private func session(_ bytes: JSONBytes, _ models: [ModelDescription] = [], pick: ModelPick? = nil)
    -> Session
  {
    Session(
      DocumentSource(
        bytes, name: "t.json", models: models,
        inference: Inferring(discovered: ["Issue": "data/t.model.json"]), pick: pick), columns: 120)
  }

  @Test func discoveredDefinitionsAreAnnounced() {
    let message = "Models from data/t.model.json  (:model none shows the file as it is)"
    var session = session(JSONBytes(Samples.issues), Session.gitHub)
    #expect(session.message == message)
    session.press(":model none<Enter>")
    #expect(session.browser.document.model == nil)
    let issues = ModelPick.named("Issue", of: Session.gitHub, for: JSONBytes(Samples.issues))
    #expect(self.session(JSONBytes(Samples.issues), Session.gitHub, pick: issues).message != message)
    #expect(self.session(JSONBytes(#"[{"a": 1}]"#)).message != message)
  }

  /// A text without a model says so, unless raw JSON was asked for.
  @Test func rawJSONIsAnnounced() {
    let text = JSONBytes(#"[{"a": 1}, {"a": 2}]"#)
    #expect(
      session(JSONBytes("[1, 2]")).message == "No model fits: shown as raw JSON  (:model lists the models)")
    #expect(session(text, pick: ModelPick.none).message == "Raw JSON  (:model lists the models)")
    #expect(session(text).message.isEmpty)
  }

  @Test(arguments: [
    ("<!DOCTYPE html>\n<html><body>hi</body></html>\n", "an HTML page", "error or login page"),
    ("<?xml version=\"1.0\"?>\n<a><b>1</b></a>\n", "XML", "ask the service for JSON"),
    ("2024-01-01 10:00:00 INFO started\n2024-01-01 10:00:01 WARN slow\n", "plain text", "wrong file?"),
    ("id,name\n1,a\n2,b\n", "a table, such as CSV", ".csv or .tsv"),
    ("a: 1\nb:\n  - c\n", "YAML", "yq -o json"),
    ("\u{0}{\u{0}\"\u{0}a\u{0}\"\u{0}:\u{0}1\u{0}}", "UTF-16", "iconv -f UTF-16 -t UTF-8"),
    ("{\u{0}\"\u{0}a\u{0}\"\u{0}:\u{0}1\u{0}}\u{0}", "UTF-16", "iconv -f UTF-16 -t UTF-8"),
  ])
  func foreignFormatsAreReportedWithAdvice(text: String, kind: String, advice: String) {
    let message = session(JSONBytes(text)).message
    #expect(message.hasPrefix("expected JSON in UTF-8, found \(kind)"), "\(message)")
    #expect(message.contains(advice), "\(message)")
  }

  @Test(arguments: ["{\"a\": 1,}", "[1, 2", "{\"a\": 1}\nnoise\n{\"a\": 2}\n", "", "1", "{a: 1}"])
  func damagedJSONDiffersFromForeignFormats(text: String) {
    #expect(JSONBytes(text).foreignDiagnostic == nil)
  }
}
