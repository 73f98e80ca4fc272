import Mantle
import Testing

@testable import ModelBrowser

/// Values that stand where a model belongs, and are no objects.
struct MisfitTests {
  private static let label = Label.modelDescription

  struct Label: Model {
    let name: String
    static let properties = Properties(of: Label.self) { Property(\.name, "name") }
    static let mapping = Mapping(Label.init, properties)
  }

  @Test(arguments: [
    (#"[{"name": "a"}, null]"#, "[1] null"), (#"[{"name": "a"}, [2]]"#, "▸ [1] [1] 2"),
    (#"[{"name": "a"}, 3]"#, "[1] 3"),
  ])
  func elementOfWrongKindIsMarkedInItsRow(text: String, row: String) {
    let pick = ModelPick(Self.label, at: JSONKeyPath([.each]))
    var session = Session(
      DocumentSource(JSONBytes(text), name: "t", models: [Self.label], pick: pick), columns: 120)
    #expect(session.rows.contains { $0.hasPrefix(" ✗") && $0.contains(row) }, "\(session.rows)")
    session.press("jj")
    #expect(session.screen.contains("expected object"))
    #expect(session.status.contains("1 error"))
  }

  /// The file from which a model was inferred has no mistakes.
  @Test func inferredModelAcceptsValuesOfOtherKinds() {
    let model = Self.label.besideOtherValues
    for text in ["null", "[1]", "3"] {
      let node = try? JSONDocument(text).root
      #expect(node.map { model.diagnose($0).isEmpty } == true)
      #expect(node.map { Self.label.diagnose($0).isEmpty } == false)
    }
    #expect((try? JSONDocument("{}").root).map { model.diagnose($0).isEmpty } == false)
  }
}
