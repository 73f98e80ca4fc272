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

  /// A model that is an array.
  struct Place: Model {
    let longitude: Double
    let latitude: Double
    let height: Double?

    static let properties = Properties(of: Place.self) {
      Property(\.longitude, "[0]")
      Property(\.latitude, "[1]")
      Property(\.height, "[2]")
    }
    static let mapping = Mapping(Place.init, properties)
  }

  @Test func arraysHaveASchemaForEachElement() throws {
    let schema = try JSONDocument(Place.jsonSchema()).root
    let place = try #require(schema["$defs"]?["Place"])
    #expect(place["type"]?.displayText == "array")
    #expect(place["prefixItems"]?.count == 3)
    #expect(place["minItems"]?.displayText == "2")
  }
}
