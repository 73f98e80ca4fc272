import GitHubModels
import Mantle
import MantleDefinitions
import Testing

/// The JSON Schema of Swift models.
struct ModelSchemaTests {
  @Test func schemaContainsEveryModel() throws {
    let schema = try JSONDocument(Issue.jsonSchema(isClosed: true)).root
    #expect(schema["title"]?.displayText == "Issue")
    let models = try #require(schema["$defs"]).members.map(\.key.displayText)
    #expect(models.contains("Issue") && models.contains("User") && models.contains("Label"))
    #expect(schema["$defs"]?["Label"]?["properties"]?["name"]?["type"]?.displayText == "string")
  }
}
