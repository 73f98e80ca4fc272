import GitHubModels
import Mantle
@testable import MantleDefinitions
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

  @Test func arrayModelSchemaDescribesEachElement() throws {
    let schema = try JSONDocument(Place.jsonSchema()).root
    let place = try #require(schema["$defs"]?["Place"])
    #expect(place["type"]?.displayText == "array")
    #expect(place["prefixItems"]?.count == 3)
    #expect(place["minItems"]?.displayText == "2")
  }
}

/// Models that are the value of their only property.
struct ValueModelSchemaTests {
  struct Tags: Model {
    let items: [String]

    static let properties = Properties(of: Tags.self) { Property(\.items, "") }
    static let mapping = Mapping(Tags.init, properties)
  }

  struct Tree: Model {
    let children: [Tree]?

    static let properties = Properties(of: Tree.self) { Property(\.children, "") }
    static let mapping = Mapping(Tree.init, properties)
  }

  struct Article: Model {
    let tags: Tags
    let tree: Tree
    let any: AnyValue

    static let properties = Properties(of: Article.self) {
      Property(\.tags, "tags")
      Property(\.tree, "tree")
      Property(\.any, "any")
    }
    static let mapping = Mapping(Article.init, properties)
  }

  struct AnyValue: Model {
    let json: JSONValue

    static let properties = Properties(of: AnyValue.self) { Property(\.json, "") }
    static let mapping = Mapping(AnyValue.init, properties)
  }

  static let text = #"{"tags":["a"],"tree":[[],null,[[]]],"any":7}"#

  @Test func valueModelSchemaDescribesItsProperty() throws {
    let schema = try JSONDocument(Article.jsonSchema(isClosed: true)).root
    let models = try #require(schema["$defs"])
    #expect(models["Tags"]?["type"]?.displayText == "array")
    #expect(models["Tags"]?["items"]?["type"]?.displayText == "string")
    #expect(models["Tree"]?["anyOf"]?[0]?["items"]?["$ref"]?.displayText == "#/$defs/Tree")
    #expect(models["AnyValue"]?["type"] == nil)
    let validator = try SchemaValidator(Article.jsonSchema(isClosed: true))
    #expect(try validator.mistakes(in: JSONDocument(Self.text).root) == [])
    #expect(try !validator.mistakes(in: JSONDocument(#"{"tags":{},"tree":[],"any":7}"#).root).isEmpty)
  }

  @Test func describedValueModelsRoundTrip() throws {
    let described = Definition(describing: Article.modelDescription)
    for definition in [described, try Definition(JSONBytes(described.fileText))] {
      let models = DefinedModels(definition)
      let record = try models.decode("Article", from: JSONDocument(Self.text).root)
      #expect(try String(decoding: models.encode(record), as: UTF8.self) == Self.text)
    }
    let list = DefinedModels(Definition(describing: Tags.modelDescription))
    #expect(throws: DecodingFailure.self) { try list.decode("Tags", from: JSONDocument("{}").root) }
  }
}

/// A property whose alias is the path of another property.
struct AliasSchemaTests {
  struct Renamed: Model {
    let count: Int?
    let title: String

    static let properties = Properties(of: Renamed.self) {
      Property(\.count, "count", or: ["title", "n"])
      Property(\.title, "title")
    }
    static let mapping = Mapping(Renamed.init, properties).encodeNil(as: .omitted)
  }

  @Test func aliasesDoNotChangeTheTypesOfOtherProperties() throws {
    let schema = try JSONDocument(Renamed.modelDescription.schema).root
    let properties = try #require(schema["$defs"]?["Renamed"]?["properties"])
    #expect(properties["title"]?["type"]?.displayText == "string")
    #expect(properties["n"]?["anyOf"]?[0]?["type"]?.displayText == "integer")
  }
}

extension ModelDescription {
  /// The schema of a model that `check()` may refuse.
  fileprivate var schema: String {
    get throws { try Definition(describing: self).jsonSchema(title: name) }
  }
}
