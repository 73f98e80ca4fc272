import Mantle
@testable import MantleDefinitions
import Testing

@Suite struct DefinitionFileTests {
  private static let sample = """
    [{"id": 1, "html_url": "https://example.com/1", "made": "2024-05-01T10:00:00Z", "tags": ["a"], "parent": null},
     {"id": 2, "html_url": "https://example.com/2", "made": "2024-05-02T10:00:00Z", "tags": [],
      "parent": {"id": 1, "html_url": "https://example.com/1", "made": "2024-05-01T10:00:00Z", "tags": []}}]
    """

  private func definition(_ text: String) -> Definition {
    var inference = Inference()
    inference.read(JSONBytes(text))
    return inference.definition(rootName: "Page")
  }

  @Test func definitionRoundTripsThroughItsFile() throws {
    let definition = definition(Self.sample)
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
    #expect(
      definition.fileText == """
        {
          "mantle": 1,
          "root": "[Page]",
          "models": [
            {
              "name": "Page",
              "onNil": "keep",
              "properties": [
                { "name": "id", "type": "integer" },
                { "name": "html_url", "type": "url" },
                { "name": "made", "type": "date" },
                { "name": "tags", "type": "[string]" },
                { "name": "parent", "type": "Page?" }
              ]
            }
          ]
        }

        """)
  }

  @Test(arguments: [
    (#"{"mantle":1,"root":"Issue","models":[]}"#, "1:20"),
    (#"{"mantle":2,"root":"json","models":[]}"#, "1:11"),
    (#"{"mantle":1,"root":"[json","models":[]}"#, "1:20"),
    (#"{"mantle":1,"root":"json"}"#, "1:1"),
    (#"{"mantle":1,"root":"A","models":[{"name":"A","properties":[{"name":"","type":"json"}]}]}"#, "1:68"),
    (#"{"mantle":1,"root":"json","models":[{"name":"","properties":[]}]}"#, "1:45"),
    (
      #"{"mantle":1,"root":"A","models":[{"name":"A","properties":[{"name":"a","type":"enum"}]}]}"#, "1:79"
    ),
    (
      #"{"mantle":1,"root":"A","models":[{"name":"A","properties":[]},{"name":"A","properties":[]}]}"#, "1:71"
    ),
  ]) func definitionErrorsHaveLocations(_ text: String, _ place: String) throws {
    let failure = #expect(throws: DecodingFailure.self) { try Definition(JSONBytes(text)) }
    let location = failure?.diagnostics.first?.location
    #expect(location.map { "\($0.line):\($0.column)" } == place)
  }

  /// Neither the order of the samples nor how they are divided has an influence.
  @Test func inferenceIsIndependentOfOrderAndPartition() {
    let records = (0..<60).map { number in
      let extra = number % 7 == 0 ? #","note":"n\#(number)""# : ""
      let state = ["open", "closed", "merged"][number % 3]
      return #"{"id":\#(number),"state":"\#(state)","size":{"w":\#(number),"h":1.5}\#(extra)}"#
    }
    func file(_ parts: [[String]]) -> String {
      var inference = Inference(workers: parts.count)
      for part in parts { inference.read(JSONBytes(part.joined(separator: "\n"))) }
      return inference.definition(rootName: "Record").fileText
    }
    let whole = file([records])
    #expect(whole.contains(#""cases": ["closed", "merged", "open"]"#))
    var generator = SystemRandomNumberGenerator()
    for parts in 1...5 {
      let shuffled = records.shuffled(using: &generator)
      let size = (records.count + parts - 1) / parts
      let divided = stride(from: 0, to: records.count, by: size).map {
        Array(shuffled[$0..<min($0 + size, 60)])
      }
      #expect(file(divided) == whole)
    }
  }

  @Test func jsonSchemaDescribesTheDefinition() throws {
    let schema = try JSONDocument(try definition(Self.sample).jsonSchema(title: "pages")).root
    #expect(schema.find("items.$ref")?.rawText == "\"#/$defs/Page\"")
    #expect(schema.find("$defs.Page.properties.html_url.format")?.rawText == "\"uri\"")
    let required = schema.find("$defs.Page.required").map { $0.elements.map(\.rawText) }
    #expect(required == [#""id""#, #""html_url""#, #""made""#, #""tags""#])
    #expect(schema.find("$defs.Page.properties.parent.anyOf[1].type")?.rawText == "\"null\"")
  }

  /// A model that holds itself cannot be a value.
  @Test func swiftSourceDeclaresTheDefinition() {
    let source = definition(Self.sample).swiftSource
    #expect(source.contains("public final class Page: Model, Sendable {"))
    #expect(source.contains("  public let parent: Field<Page>\n"))
    #expect(source.contains(#"    Property(\.made, "made", .iso8601)"#))
    #expect(source.contains(#"    Property(\.htmlUrl, "html_url")"#))
    #expect(definition(#"{"class":1}"#).swiftSource.contains("  public var `class`: Int\n"))
  }
}
