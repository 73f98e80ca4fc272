import Mantle
@testable import MantleDefinitions
import Testing

@testable import MantleCommand

/// The names of models that are inferred from a file.
struct FileModelNameTests {
  private func name(_ file: String, _ text: String) -> String? {
    var inference = Inference()
    inference.read(JSONBytes(text))
    return inference.models(ofFile: file).definition.models.first?.name
  }

  @Test(arguments: [
    ("issues.json", "Issue"), ("feeds/k8s-pods.json", "K8sPod"), ("2024-events.json", "Event"),
    ("\u{e9}t\u{e9}.json", "\u{c9}t\u{e9}"), ("d.json", "Element"), ("flat2.json", "Element"),
    ("x.json", "Element"), ("a3f9c0d1.json", "Element"), ("tmp.json", "Element"), ("1.json", "Element"),
    (".json", "Element"), ("<stdin>", "Element"), ("x.sqlite/p.ndjson", "P"), ("x.db/t1.ndjson", "T1"),
  ])
  func elementNameIsDerivedFromFileName(file: String, name: String) {
    #expect(self.name(file, #"[{"a": 1}, {"a": 2}]"#) == name)
  }

  @Test func defaultModelNameDependsOnLayout() {
    #expect(name("d.ndjson", "{\"a\": 1}\n{\"a\": 2}\n") == "Row")
    #expect(name("d.json", #"{"a": 1}"#) == "Root")
  }
}
