import Mantle
import Testing

@testable import MantleDefinitions

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
      losses: [
        "1:60 `#/definitions/a` refers to itself (#/definitions/a → #/definitions/b → #/definitions/a) without an object in between; it is read as any JSON"
      ]),
    Case(
      schema:
        ##"{"allOf":[{"properties":{"a":{"type":"string"}}},{"$ref":"#/$defs/b"}],"$defs":{"b":{"properties":{"b":{"type":"boolean"}},"required":["b"]}}}"##,
      models: "Root Root{a:string? b:boolean} B{b:boolean}"),
    Case(
      schema:
        ##"{"type":"object","oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}],"$defs":{"Cat":{"type":"object","required":["k"],"properties":{"k":{"const":"cat"}}},"Dog":{"type":"object","required":["k"],"properties":{"k":{"const":"dog"}}}}}"##,
      models: "Root Root by k{cat:Cat dog:Dog} Cat{k:enum} Dog{k:enum}"),
    // Objects are told apart without `type`, by parts of `allOf`, and by what OpenAPI says.
    Case(
      schema:
        ##"{"$ref":"#/$defs/n","$defs":{"n":{"oneOf":[{"$ref":"#/$defs/branch"},{"$ref":"#/$defs/leaf"}]},"leaf":{"allOf":[{"properties":{"t":{"const":"l"}}},{"properties":{"v":{"type":"integer"}}}]},"branch":{"properties":{"t":{"const":"b"},"k":{"$ref":"#/$defs/n"}}}}}"##,
      models: "N N by t{b:Branch l:Leaf} Branch{t:enum? k:N?} Leaf{t:enum? v:integer?}"),
    Case(
      schema:
        ##"{"type":"object","discriminator":{"propertyName":"k","mapping":{"c":"#/$defs/Cat"}},"oneOf":[{"$ref":"#/$defs/Dog"},{"$ref":"#/$defs/Cat"}],"$defs":{"Cat":{"type":"object","properties":{"k":{"type":"string"}}},"Dog":{"type":"object","properties":{"k":{"type":"string"}}}}}"##,
      models: "Root Root by k{Dog:Dog c:Cat} Dog{k:string?} Cat{k:string?}"),
    // Nothing is left out without a word.
    Case(
      schema:
        ##"{"allOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"a":{"type":"integer"}}}]}"##,
      models: "Root Root{a:integer?}",
      losses: ["1:69 `a` is string in one part of `allOf` and integer in another; the latter is used"]),
    Case(
      schema: ##"{"properties":{"a":{"enum":[1,2]},"b":{"const":true}},"required":["z"]}"##,
      models: "Root Root{a:integer? b:boolean? z:json}"),
    Case(
      schema: ##"{"type":"object","properties":[1]}"##, models: "{json}",
      losses: ["1:31 `properties` is array, not an object; it is left out"]),
    Case(
      schema: ##"{"type":"string","not":{"const":"x"}}"##, models: "string",
      losses: ["1:18 `not` has no counterpart in a definition and is not checked"]),
    Case(
      schema: ##"{"$ref":"https://example.com/x.json"}"##, models: "json",
      losses: ["1:9 `https://example.com/x.json` is not in this file; it is read as any JSON"]),
    Case(
      schema: ##"{"type":"array","items":[{"type":"string"},{"type":"integer"}]}"##,
      models: "[string | integer]",
      losses: ["1:25 a list with a type for each position is read as a list of all these types"]),
    // Of several types that the kind of a value does not tell apart, one is made.
    Case(
      schema:
        ##"{"type":"object","patternProperties":{"^x":{"type":"array","items":{"type":"object"}}},"additionalProperties":{"type":"array","items":{"type":"string"}}}"##,
      models: "{[{json} | string]}",
      losses: ["1:39 keys with a pattern are read as any keys, with values of one type"]),
    Case(
      schema: ##"{"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":true}"##,
      models: "{json}",
      losses: ["1:23 keys with a pattern are read as any keys"]),
    Case(
      schema: ##"{"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false}"##,
      models: "{integer}", losses: ["1:23 keys with a pattern are read as any keys"]),
    Case(
      schema: ##"{"anyOf":[{"type":"string","format":"date-time"},{"type":"string","format":"uri"}]}"##,
      models: "string"),
    Case(
      schema:
        ##"{"type":"object","additionalProperties":false,"required":["a","b","c"],"properties":{"a":{"type":"integer","multipleOf":5},"b":{"type":"string","format":"email"},"c":{"type":"array","minItems":1,"items":{"type":"string","minLength":2}}}}"##,
      models: "Root Root{a:integer b:string c:[string]}",
      losses: [
        "1:41 the definition accepts additional keys as unmapped",
        "1:108 `multipleOf` has no counterpart in a definition and is not checked",
        "1:154 the format `email` is not checked by the definition",
        "1:233 `minLength` has no counterpart for this type",
      ]),
    Case(
      schema: ##"{"allOf":[{"properties":{"a":{}}},{"additionalProperties":false,"not":{}}]}"##,
      models: "Root Root{a:json?}",
      losses: [
        "1:59 the definition accepts additional keys as unmapped",
        "1:65 `not` has no counterpart in a definition and is not checked",
      ]),
    Case(
      schema: ##"{"type":"array","items":{"enum":[1,2]}}"##, models: "[integer]",
      losses: ["1:33 `enum` has no counterpart for this type"]),
    Case(
      schema: ##"{"type":"object","properties":{"a":true},"patternProperties":{"^x":{}}}"##,
      models: "Root Root{a:json?}",
      losses: ["1:63 additional keys have no type in the definition; they are unmapped"]),
    // What no value can be is said.
    Case(
      schema: ##"{"allOf":[{"type":"string"},{"type":"integer"}]}"##, models: "json",
      losses: ["1:10 no value is `string` and `integer` simultaneously; it is read as any JSON"]),
    Case(
      schema: ##"{"allOf":[{"type":"string"},{"minLength":1}]}"##, models: "string",
      losses: ["1:42 `minLength` has no counterpart for this type"]),
    // What stands beside a reference counts.
    Case(
      schema:
        ##"{"title":"Doc","type":"object","properties":{"name":{"type":"string"}},"required":["name"],"$ref":"#/$defs/ext","$defs":{"ext":{"type":"object","properties":{"id":{"type":"integer"}}}}}"##,
      models: "Doc Doc{id:integer? name:string} Ext{id:integer?}"),
    // As in the schema of schemas.
    Case(
      schema:
        ##"{"title":"Doc","type":"object","properties":{"n":{"allOf":[{"$ref":"#/$defs/N"},{"default":0}]},"f":{"type":["object","boolean"],"properties":{"a":{"type":"string"}}}},"$defs":{"N":{"type":"integer","minimum":0}}}"##,
      models: "Doc Doc{n:unsigned? f:(F | boolean)?} F{a:string?}"),
    Case(
      schema:
        ##"{"title":"Tree","type":["object","boolean"],"properties":{"not":{"$ref":"#"}}}"##,
      models: "Tree | boolean Tree{not:(Tree | boolean)?}"),
    Case(
      schema: ##"{"properties":{"a":{"type":"string","const":1}}}"##, models: "Root Root{a:string?}",
      losses: ["1:45 the value does not match the type `string`; it is left out"]),
    Case(
      schema: ##"{"type":"string","enum":[]}"##, models: "string",
      losses: ["1:25 an empty `enum` allows no value; it is left out"]),
    Case(
      schema: ##"{"properties":{"a":{"type":"integer","minimum":5,"maximum":1}}}"##,
      models: "Root Root{a:integer?}",
      losses: ["1:60 the minimum exceeds the maximum; both are left out"]),
    Case(
      schema: ##"{"properties":{"a":{"type":"string","pattern":"("}}}"##, models: "Root Root{a:string?}",
      losses: ["1:47 this kind of pattern is not supported"]),
    Case(
      schema:
        ##"{"title":"JSON schema for Renovate 44.18 config files (https://renovatebot.com/)","properties":{}}"##,
      models: "Renovate4418Config Renovate4418Config{}"),
    Case(
      schema: ##"{"title":"All that one can say of a thing in a sentence","properties":{}}"##,
      models: "Root Root{}"),
    // A part that several refer to is complained of once.
    Case(
      schema:
        ##"{"properties":{"a":{"$ref":"#/$defs/l"},"b":{"$ref":"#/$defs/l"}},"$defs":{"l":{"type":"array","uniqueItems":true}}}"##,
      models: "Root Root{a:[json]? b:[json]?}",
      losses: ["1:96 `uniqueItems` has no counterpart in a definition and is not checked"]),
    Case(
      schema:
        ##"{"type":"object","properties":{"user_id":{"type":"integer"},"userId":{"type":"integer","readOnly":true}}}"##,
      models: "Root Root{user_id:integer? userId:integer?}"),
    // Several values of a key tell one object from others, and they may be numbers or booleans.
    Case(
      schema:
        ##"{"type":"array","items":{"oneOf":[{"type":"object","required":["op","value"],"properties":{"op":{"enum":["add"]},"value":{}}},{"type":"object","required":["op","from"],"properties":{"op":{"enum":["move","copy"]},"from":{"type":"string"}}}]}}"##,
      models:
        "[RootItem] RootItem by op{add:Add copy:Move move:Move} Add{op:enum value:json} Move{op:enum from:string}"
    ),
    Case(
      schema:
        ##"{"oneOf":[{"type":"object","required":["k"],"properties":{"k":{"const":2}}},{"type":"object","required":["k"],"properties":{"k":{"const":true},"a":{"type":"string"}}}]}"##,
      models: "Root Root by k{2:Root2 true:True} Root2{k:integer} True{k:boolean a:string?}"),
    // Objects that only their values tell apart.
    Case(
      schema:
        ##"{"oneOf":[{"type":"object","properties":{"v":{"type":"string"}},"required":["v"]},{"type":"object","properties":{"v":{"type":"integer"}},"required":["v"]}]}"##,
      models: "Root | Root2 Root{v:string} Root2{v:integer}"),
    // `properties` says nothing about values other than objects.
    Case(
      schema:
        ##"{"type":"object","required":["a"],"properties":{"a":{"anyOf":[{"type":"string"},{"type":"object"}],"properties":{"n":{"type":"string"}}}}}"##,
      models: "Root Root{a:A | string} A{n:string?}"),
    Case(
      schema:
        ##"{"properties":{"a":{"allOf":[{"$ref":"#/$defs/so"}],"properties":{"n":{"type":"string"}},"required":["n"]}},"required":["a"],"$defs":{"so":{"type":["string","object"]}}}"##,
      models: "Root Root{a:A | string} A{n:string}"),
    Case(
      schema:
        ##"{"type":"array","items":{"$ref":"#/$defs/R","type":["number","object"]},"$defs":{"R":{"properties":{"min":{"type":"number"}}}}}"##,
      models: "[R | double] R{min:double?}"),
    // The key with different constants, rather than the one that all choices share.
    Case(
      schema:
        ##"{"type":"object","oneOf":[{"properties":{"v":{"enum":["1","2"]},"kind":{"const":"a"}}},{"properties":{"v":{"enum":["1","2"]},"kind":{"const":"b"}}}]}"##,
      models: "Root Root by kind{a:A b:B} A{v:enum? kind:enum?} B{v:enum? kind:enum?}"),
    Case(
      schema: ##"{"type":["string","null"],"properties":{"n":{"type":"string"}}}"##, models: "string?"),
    // A default that its own schema refuses.
    Case(
      schema:
        ##"{"type":"object","properties":{"a":{"type":"string","pattern":"^x","default":""},"b":{"type":"integer","minimum":1,"default":0},"c":{"enum":["y"],"default":"n"},"d":{"type":"object","required":["k"],"properties":{"k":{"type":"string"}},"default":{}}},"required":["b"]}"##,
      models: "Root Root{a:string? b:integer c:enum? d:D?} D{k:string}",
      losses: [
        "1:78 the default does not match its own schema; it is left out",
        "1:126 the default does not match its own schema; it is left out",
        "1:157 the default does not match its own schema; it is left out",
        "1:247 the default does not match its own schema; it is left out",
      ]),
    Case(
      schema:
        ##"{"openapi":"3.0.0","info":{"title":"x","version":"1"},"paths":{},"components":{"schemas":{"Pet":{"type":"object","required":["id","tag"],"properties":{"id":{"type":"integer"},"tag":{"type":"string","nullable":true}}}}}}"##,
      models: "json Pet{id:integer tag:string?!}"),
    Case(
      schema: ##"{"info": {"title": "x"}}"##, models: "json",
      losses: ["1:1 the schema does not describe any value; the definition accepts any JSON"]),
    Case(
      schema: ##"{"type":["string","boolean"],"enum":["a",true]}"##, models: "string | boolean",
      losses: ["1:37 `enum` has no counterpart for this type"]),
    Case(
      schema:
        ##"{"$id":"https://a.b/root.json","type":"array","items":{"$ref":"int.json"},"$defs":{"i":{"$id":"int.json","type":"integer"}}}"##,
      models: "[integer]"),
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
    // That is said of almost every schema.
    let others = losses.filter { $0.detail != SchemaReader.nullLoss }
    #expect(
      others.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0) \($0.detail ?? "")" } == one.losses)
    // What was imported is exported and imported again without a change.
    let again = try Definition.importing(schema: JSONBytes(definition.jsonSchema(title: "Root")))
    #expect(again.definition == definition)
    #expect(again.losses.isEmpty)
  }

  /// The rules of parts and of what is referred to count.
  @Test func importKeepsRulesOfReferencedSchemas() throws {
    let schema = ##"""
      {"properties":{"a":{"allOf":[{"type":"string"},{"minLength":2}]},"b":{"$ref":"#/$defs/B"}},
       "$defs":{"B":{"type":"integer","maximum":9}}}
      """##
    let properties = try Definition.importing(schema: JSONBytes(schema)).definition.models[0].properties
    #expect(properties.map(\.rules.minLength) == [2, nil] && properties.map(\.rules.maximum) == [nil, 9])
  }

  /// An optional property is absent or null; that the schema allows only the one is said.
  @Test func importReportsNullOfOptionalProperties() throws {
    let schema =
      #"{"properties":{"a":{"enum":["x"]},"b":{"type":["string","null"]},"c":{},"d":{"type":"string"}},"required":["d"]}"#
    let losses = try Definition.importing(schema: JSONBytes(schema)).losses
    #expect(losses.map(\.detail) == [SchemaReader.nullLoss])
    #expect(losses.first?.location?.column == 20)
  }

  @Test func fileNameReplacesMissingTitle() throws {
    let schema = JSONBytes(##"{"properties":{}}"##)
    #expect(
      try Definition.importing(schema: schema, name: "a/drone-ci.schema.json").definition.root.text
        == "DroneCi")
    #expect(try Definition.importing(schema: schema, name: "<stdin>").definition.root.text == "Root")
  }

  /// What schemas have no words for stands beside what they say, and comes back.
  @Test(arguments: [
    "UUID", "uuid", "unixSeconds", "unixMillisecondsString", "integerString", "boolString", "hex", "base64",
    "iso8601Day",
    "date(dd.MM.yyyy)", "date", "json",
  ]) func exportedSchemasImportTheSameTypes(_ text: String) throws {
    let type = try DefinedType(text)
    let properties = [type, type.asOptional, .array(type), .dictionary(type.asOptional)].enumerated().map {
      DefinedProperty(name: "p\($0)", path: JSONKeyPath(key: "p\($0)"), type: $1)
    }
    let definition = Definition(
      root: .array(.model("_1Model")), models: [DefinedModel(name: "_1Model", properties: properties)])
    let schema = try definition.jsonSchema(title: "Root")
    let (back, losses) = try Definition.importing(schema: JSONBytes(schema))
    #expect(back == definition)
    #expect(losses.isEmpty)
  }

  /// A keyword that contradicts the schema, or says no type, says nothing.
  @Test(arguments: ["unixSeconds", "User", "[UUID]", "??"]) func importIgnoresInvalidKeyword(_ text: String)
    throws
  {
    let schema = #"{"type":"string","x-mantle-type":"\#(text)"}"#
    #expect(try Definition.importing(schema: JSONBytes(schema)).definition.root == .string)
  }

  @Test func importRejectsInvalidSchemas() {
    #expect(throws: DecodingFailure.self) { try Definition.importing(schema: JSONBytes("[1]")) }
    #expect(throws: DecodingFailure.self) { try Definition.importing(schema: JSONBytes("{")) }
    let deep =
      String(repeating: #"{"type":"array","items":"#, count: 200) + "{}" + String(repeating: "}", count: 200)
    #expect(throws: Never.self) { try Definition.importing(schema: JSONBytes(deep)) }
  }
}
