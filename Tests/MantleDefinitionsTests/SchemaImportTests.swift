import Mantle
import MantleDefinitions
import Testing

/// JSON Schemas become definitions.
@Suite struct SchemaImportTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let schema: String
    /// The models in one line, and what is lost with its place.
    let models: String
    var losses: [String] = []

    var testDescription: String { schema }
  }

  static let cases: [Case] = [
    Case(schema: "true", models: "json"),
    Case(schema: ##"{"type":"string","format":"date-time"}"##, models: "date"),
    Case(schema: ##"{"type":["integer","null"]}"##, models: "integer?"),
    Case(schema: ##"{"type":["integer","string"]}"##, models: "integer | string"),
    Case(schema: ##"{"type":"array","items":{"type":"string","format":"uuid"}}"##, models: "[uuid]"),
    Case(schema: ##"{"type":"object","additionalProperties":{"type":"number"}}"##, models: "{double}"),
    Case(schema: ##"{"type":"object"}"##, models: "{json}"),
    Case(schema: ##"{"enum":["a","b"]}"##, models: "enum"),
    Case(
      schema: ##"{"anyOf":[{"type":"string","enum":["a"]},{"type":"string"},{"type":"null"}]}"##,
      models: "enum?"),
    Case(
      schema:
        ##"{"title":"user","type":"object","required":["id"],"properties":{"id":{"type":"integer","minimum":0},"name":{"type":"string","default":"x"},"tags":{"type":"array"}}}"##,
      models: "User User{id:unsigned name:string tags:[json]?}"),
    Case(
      schema: ##"{"type":"object","required":["a"],"properties":{"a":{"type":["string","null"]}}}"##,
      models: "Root Root{a:string?!}"),
    Case(
      schema:
        ##"{"$ref":"#/$defs/Node","$defs":{"Node":{"type":"object","properties":{"next":{"$ref":"#/$defs/Node"}}}}}"##,
      models: "Node Node{next:Node?}"),
    Case(
      schema:
        ##"{"definitions":{"a":{"$ref":"#/definitions/b"},"b":{"$ref":"#/definitions/a"}},"$ref":"#/definitions/a"}"##,
      models: "json",
      losses: ["1:60 `#/definitions/a` is inside itself without an object between; it is read as any JSON"]),
    Case(
      schema:
        ##"{"allOf":[{"properties":{"a":{"type":"string"}}},{"$ref":"#/$defs/b"}],"$defs":{"b":{"properties":{"b":{"type":"boolean"}},"required":["b"]}}}"##,
      models: "Root Root{a:string? b:boolean} B{b:boolean}"),
    Case(
      schema:
        ##"{"type":"object","oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],"$defs":{"Cat":{"type":"object","required":["k"],"properties":{"k":{"const":"cat"}}},"Dog":{"type":"object","required":["k"],"properties":{"k":{"const":"dog"}}}}}"##,
      models: "Root Root by k{cat:Cat dog:Dog} Cat{k:enum} Dog{k:enum}"),
    Case(
      schema: ##"{"type":"string","not":{"const":"x"}}"##, models: "string",
      losses: ["1:18 `not` is validated by schemas and has no counterpart here"]),
    Case(
      schema: ##"{"$ref":"https://example.com/x.json"}"##, models: "json",
      losses: ["1:9 `https://example.com/x.json` is not in this file; it is read as any JSON"]),
    Case(
      schema: ##"{"type":"array","items":[{"type":"string"},{"type":"integer"}]}"##,
      models: "[string | integer]",
      losses: ["1:25 a list whose places have types of their own is read as one of all of them"]),
    Case(
      schema:
        ##"{"type":"object","properties":{"user_id":{"type":"integer"},"userId":{"type":"integer","readOnly":true}}}"##,
      models: "Root Root{userIdSnake:integer? userId:integer?}"),
  ]

  @Test(arguments: cases) func schemasAreImported(_ one: Case) throws {
    let (definition, losses) = try Definition.importing(schema: JSONBytes(one.schema))
    let models = definition.models.map { model in
      let cluster = model.cluster.map { cluster in
        " by \(cluster.discriminator){"
          + cluster.models.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")
          + "}"
      }
      let properties = model.properties.map { "\($0.name):\($0.type.text)\($0.isRequired ? "!" : "")" }
      return model.name + (cluster ?? "{" + properties.joined(separator: " ") + "}")
    }
    #expect(([definition.root.text] + models).joined(separator: " ") == one.models)
    #expect(
      losses.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.detail ?? "")" } == one.losses)
    // What was imported is exported and imported again without a change.
    let again = try Definition.importing(schema: JSONBytes(definition.jsonSchema(title: "Root")))
    #expect(again.definition == definition)
    #expect(again.losses.isEmpty)
  }

  @Test func whatIsNoSchemaIsRefused() {
    #expect(throws: DecodingFailure.self) { try Definition.importing(schema: JSONBytes("[1]")) }
    #expect(throws: DecodingFailure.self) { try Definition.importing(schema: JSONBytes("{")) }
    let deep =
      String(repeating: #"{"type":"array","items":"#, count: 200) + "{}" + String(repeating: "}", count: 200)
    #expect(throws: Never.self) { try Definition.importing(schema: JSONBytes(deep)) }
  }
}
