import Mantle
@testable import MantleDefinitions
import Testing

@testable import MantleChecking

/// What samples are inferred to be, in one line: `Root{id:integer name:string?}`.
private func inferred(_ samples: [String], workers: Int = 1) -> String {
  var inference = Inference(workers: workers)
  for sample in samples { inference.read(JSONBytes(sample)) }
  return brief(inference.definition(rootName: "Root"))
}

private func brief(_ definition: Definition) -> String {
  let models = definition.models.map { model in
    "\(model.name){" + model.properties.map { "\($0.name):\($0.type.text)" }.joined(separator: " ") + "}"
  }
  let root = definition.root == .model("Root") ? [] : [definition.root.text]
  return (root + models).joined(separator: " ")
}

private struct Row: CustomTestStringConvertible, Sendable {
  let number: Int
  let samples: [String]
  let expected: String

  init(_ number: Int, _ samples: String..., is expected: String) {
    self.number = number
    self.samples = samples
    self.expected = expected
  }

  var testDescription: String { "row \(number)" }
}

private func times(_ count: Int, _ text: (Int) -> String) -> String {
  "[" + (0..<count).map(text).joined(separator: ",") + "]"
}

/// An object of so many members whose keys are words.
private func members(_ count: Int, _ key: String, _ value: (Int) -> String) -> String {
  "{" + (0..<count).map { "\"\(key)\(letters($0))\":\(value($0))" }.joined(separator: ",") + "}"
}

private func letters(_ number: Int) -> String { String(UnicodeScalar(UInt8(0x41 + number))) }

/// The expectations of `inference-tables-store.md` §5, by row number.
@Suite struct InferenceTests {
  private static let rows: [Row] = [
    Row(1, #"{"id":1,"name":"a"}"#, is: "Root{id:integer name:string}"),
    Row(2, #"[{"a":1,"b":2},{"a":1},{"a":1,"b":3}]"#, is: "[Root] Root{a:integer b:integer?}"),
    Row(3, #"[{"a":1},{"a":null},{"a":2}]"#, is: "[Root] Root{a:integer?}"),
    Row(4, #"[{"a":null},{"a":null}]"#, is: "[Root] Root{a:json?}"),
    Row(5, #"[{"a":null,"b":1},{"b":1}]"#, is: "[Root] Root{a:json? b:integer}"),
    Row(6, #"{"a":{}}"#, is: "Root{a:json}"),
    Row(7, #"[{"o":{}},{"o":{"a":1}}]"#, is: "[Root] Root{o:O} O{a:integer?}"),
    Row(8, #"{"a":[]}"#, is: "Root{a:[json]}"),
    Row(9, #"[{"a":[]},{"a":[1,2]}]"#, is: "[Root] Root{a:[integer]}"),
    Row(10, "[1,2.5]", is: "[double]"),
    Row(11, #"[1,"a"]"#, is: "[integer | string]"),
    Row(12, "[1,null]", is: "[integer?]"),
    Row(13, "[[1,2],[3]]", is: "[[integer]]"),
    Row(14, #"[{"bbox":[10.1,59.9]},{"bbox":[9.5,60.0]}]"#, is: "[Root] Root{bbox:[double]}"),
    Row(15, #"[["a",1],["b",2]]"#, is: "[[integer | string]]"),
    // Beside other kinds, objects without a key are no longer all that there is.
    Row(15, #"{"a":[[{"x":1}],{}]}"#, is: "Root{a:[[AItem] | {json}]} AItem{x:integer}"),
    Row(15, "[1e400]", is: "[json]"), Row(15, "[1e-400]", is: "[json]"), Row(15, "[1e100]", is: "[double]"),
    Row(16, #"{"m":{"1":{"a":1},"2":{"a":2}}}"#, is: "Root{m:{MItem}} MItem{a:integer}"),
    Row(17, #"{"m":{"u_8f3a":{"a":1},"u_91bc":{"a":2}}}"#, is: "Root{m:{MItem}} MItem{a:integer}"),
    Row(
      18,
      #"{"m":{"8e0fd8a8-53bb-4e31-8a3e-cd4d20a66ce9":{"a":1},"11111111-53bb-4e31-8a3e-cd4d20a66ce9":{"a":2}}}"#,
      is: "Root{m:{MItem}} MItem{a:integer}"),
    Row(19, #"{"m":{"2024-01-01":1,"2024-01-02":2}}"#, is: "Root{m:{integer}}"),
    Row(20, #"{"dependencies":{"left-pad":"^1.0","right-pad":"^2.0"}}"#, is: "Root{dependencies:{string}}"),
    Row(
      21, #"[{"title":{"en":"Hi","de":"Hallo"}},{"title":{"en":"Yes","de":"Ja"}}]"#,
      is: "[Root] Root{title:{string}}"),
    Row(21, #"{"title":{"en":"Hi","de":"Hallo"}}"#, is: "Root{title:Title} Title{en:string de:string}"),
    Row(22, #"{"size":{"width":1,"height":2}}"#, is: "Root{size:Size} Size{width:integer height:integer}"),
    Row(
      23, #"{"m":{"1d":{"a":1},"7d":{"a":2},"30d":{"a":3}}}"#, is: "Root{m:{MItem}} MItem{a:integer}"),
    Row(
      23, members(20, "one") { #"{"type":"t","size":\#($0)}"# }, is: "{Root} Root{type:string size:integer}"),
    Row(23, members(20, "one") { $0 < 10 ? "[]" : #"["x"]"# }, is: "{[string]}"),
    Row(
      23, members(24, "one") { #"{"key\#($0)":1}"# },
      is: "Root{" + (0..<24).map { "one\(letters($0)):One\(letters($0))" }.joined(separator: " ") + "} "
        + (0..<24).map { "One\(letters($0)){key\($0):integer}" }.joined(separator: " ")),
    Row(
      27, #"{"name":"a","children":[{"name":"b","children":[{"name":"c","children":[]}]}]}"#,
      is: "Root{name:string children:[Root]}"),
    Row(
      29, #"[{"type":"a","x":1},{"type":"b","y":2}]"#,
      is: "[Root] Root{type:string x:integer? y:integer?}"),
    Row(30, #"["2024-05-01T10:00:00Z","2011-04-22T13:33:48Z"]"#, is: "[date]"),
    Row(31, #"["2024-05-01T10:00:00.123Z","2024-05-01T10:00:00Z"]"#, is: "[date]"),
    Row(31, #"["2024-05-01T10:00:00.120Z"]"#, is: "[date]"),
    Row(31, #"["2024-05-01T10:00:00.12Z","2024-05-01T10:00:00Z"]"#, is: "[string]"),
    Row(32, #"["2024-05-01T10:00:00"]"#, is: "[string]"),
    Row(33, #"["2024-05-01T10:00:00Z","2024-05-01T10:00:00+02:00"]"#, is: "[string]"),
    Row(31, times(12) { _ in #""2026-05-06T08:31:02.714477427Z""# }, is: "[string]"),
    Row(31, times(12) { _ in #""2026-05-06T08:31:02.714477Z""# }, is: "[date]"),
    Row(34, #"["2024-05-01"]"#, is: "[string]"),
    Row(35, #"["2018-02-29"]"#, is: "[string]"),
    Row(36, #"["01/02/2024"]"#, is: "[string]"),
    Row(37, #"{"created_at":1714557600}"#, is: "Root{created_at:integer}"),
    Row(38, #"{"created_at":1714557600123}"#, is: "Root{created_at:integer}"),
    Row(39, #"{"at":"1714557600"}"#, is: "Root{at:string}"),
    Row(40, #"["00501","10013"]"#, is: "[string]"),
    Row(41, #"{"zip":"10013"}"#, is: "Root{zip:string}"),
    Row(42, #"["+49 30 1234"]"#, is: "[string]"),
    Row(43, #"["12.50"]"#, is: "[string]"),
    Row(44, "[12.5,12.50]", is: "[double]"),
    Row(45, "[0.1,0.10000000000000001]", is: "[decimal]"),
    // What programs print for a `Double` is one, whatever its digits.
    Row(45, "[0.24285714285714285,-1.1714285714285715e-05,0.30000000000000004]", is: "[double]"),
    Row(45, "[0.3000000000000001,0.30000000000000003]", is: "[decimal]"),
    Row(45, "[1.5,65.613616999999977]", is: "[decimal]"),
    Row(46, #"["1,234.56","EUR 5"]"#, is: "[string]"),
    Row(47, #"["true","false"]"#, is: "[string]"),
    Row(48, #"["0","1"]"#, is: "[string]"),
    Row(48, "[0,1]", is: "[integer]"),
    Row(49, "[9007199254740993]", is: "[integer]"),
    Row(49, "[9007199254740993,1.5]", is: "[decimal]"),
    Row(49, "[9007199254740992,1.5]", is: "[double]"),
    Row(50, "[18446744073709551615]", is: "[unsigned]"),
    Row(51, "[123456789012345678901234567890]", is: "[decimal]"),
    Row(52, "[-1,18446744073709551615]", is: "[decimal]"),
    Row(53, "[1e3]", is: "[double]"),
    // Better than a decimal, which cannot read it.
    Row(53, "[1E400]", is: "[json]"),
    Row(54, #"[5,"5"]"#, is: "[integer | string]"),
    Row(55, "[1,true]", is: "[boolean | integer]"),
    Row(56, #"[{"a":{"x":1}},{"a":[{"x":1}]}]"#, is: "[Root] Root{a:[A] | A} A{x:integer}"),
    Row(57, #"[{"a":{"x":1}},{"a":false}]"#, is: "[Root] Root{a:boolean | A} A{x:integer}"),
    Row(58, #"{"id":1,"Id":2}"#, is: "Root{id:integer Id:integer}"),
    Row(59, #"{"a":1,"a":2}"#, is: "Root{a:integer}"),
    Row(60, #"{"user_id":1,"userId":2}"#, is: "Root{user_id:integer userId:integer}"),
    Row(
      61, #"{"class":1,"self":2,"init":3,"1st":4,"":5,"a.b":6,"x/y":7,"😀":8,"中文":9}"#,
      is: "Root{class:integer self:integer init:integer _1st:integer key:integer aB:integer xY:integer "
        + "key2:integer 中文:integer}"),
    Row(62, #"{"a.b":1,"a":{"b":"x"}}"#, is: "Root{aB:integer a:A} A{b:string}"),
    Row(63, #"["8e0fd8a8-53bb-4e31-8a3e-cd4d20a66ce9"]"#, is: "[uuid]"),
    Row(63, #"["8E0FD8A8-53BB-4E31-8A3E-CD4D20A66CE9"]"#, is: "[UUID]"),
    Row(
      63, #"["8E0FD8A8-53BB-4E31-8A3E-CD4D20A66CE9","8e0fd8a8-53bb-4e31-8a3e-cd4d20a66ce9"]"#, is: "[string]"),
    // A model is not called as a type is.
    Row(
      63, #"{"shapes":{"UUID":{"min":36},"Name":{"max":1}}}"#,
      is: "Root{shapes:Shapes} Shapes{UUID:UUIDModel Name:Name} UUIDModel{min:integer} Name{max:integer}"),
    Row(64, #"["https://example.com/a?b=c#d"]"#, is: "[url]"),
    Row(64, #"["/a/b"]"#, is: "[string]"),
    Row(64, #"["https://example.com/a b"]"#, is: "[string]"),
    Row(64, #"["https://example.com/{id}"]"#, is: "[string]"),
    Row(65, #"["aGVsbG8gd29ybGQgaGVsbG8gd29ybGQ="]"#, is: "[string]"),
    Row(66, #"["{\"a\":1}"]"#, is: "[string]"),
    Row(67, times(100) { #""\#(["open", "closed", "merged"][$0 % 3])""# }, is: "[enum]"),
    // An item of `item` is an item.
    Row(68, #"{"item":[{"name":"a"},{"name":"b"}]}"#, is: "Root{item:[Item]} Item{name:string}"),
    Row(68, #"["open","closed","merged"]"#, is: "[string]"),
    Row(69, times(100) { _ in #""open""# }, is: "[string]"),
    Row(71, #"[{"a":1},{"a":{"x":1}}]"#, is: "[Root] Root{a:integer | A} A{x:integer}"),
    Row(72, "\u{FEFF}{\"a\":1}\r\n\r\n{\"a\":2}\r\n", is: "Root{a:integer}"),
    Row(73, "12", is: "integer"),
    Row(73, #"{"a":1}"#, #"{"a":"x"}"#, is: "Root{a:integer | string}"),
    Row(77, #"{"headers":{"accept":"*"}}"#, is: "Root{headers:{string}}"),
    Row(77, #"{"extras":{"accept":"*"}}"#, is: "Root{extras:Extras} Extras{accept:string}"),
    Row(78, #"{"lat":"52.5"}"#, #"{"lat":52.5}"#, is: "Root{lat:double | string}"),
  ]

  @Test(arguments: rows) private func shapesAreInferred(_ row: Row) {
    #expect(inferred(row.samples) == row.expected)
    #expect(inferred(row.samples.reversed()) == row.expected)
  }

  /// Definitions of everything are read again, a value of any JSON among them.
  /// What was absent stays absent when it is written through the models, and what was null stays null.
  @Test(arguments: [
    (#"[{"a":1,"b":2},{"a":1}]"#, DefinedNilPolicy?.some(.omit), [DefinedNilPolicy?.none, nil]),
    (#"[{"a":1,"b":2,"c":null},{"a":1,"c":3}]"#, nil, [nil, .omit, nil]),
    (#"[{"a":1,"b":null},{"a":1,"b":2}]"#, nil, [nil, nil]),
    (#"[{"a":1,"b":null},{"a":1,"b":2},{"a":2}]"#, .keep, [nil, nil]),
    (#"[{"a":1,"b":null,"c":3},{"a":1,"b":{"x":1}},{"a":2}]"#, nil, [nil, .keep, .omit]),
    (#"[{"a":1,"b":null},{"a":1},{"a":1}]"#, .keep, [nil, nil]),
  ])
  func absentValuesStayAbsentOnEncoding(
    _ json: String, _ ofModel: DefinedNilPolicy?, _ ofProperties: [DefinedNilPolicy?]
  ) throws {
    var inference = Inference(workers: 1)
    inference.read(JSONBytes(json))
    let definition = inference.definition(rootName: "Root")
    let model = try #require(definition.models.first)
    #expect(model.onNil == ofModel)
    #expect(model.properties.map(\.onNil) == ofProperties)
    let description = try #require(DefinedModels(definition).descriptions.first)
    for element in try JSONDocument(json).root.elements {
      var writer = JSONWriter()
      try description.export(element, to: &writer)
      #expect(
        try JSONValue(json: String(decoding: writer.finish(), as: UTF8.self))
          == JSONValue(json: element.rawText))
    }
  }

  @Test(arguments: rows) private func inferredDefinitionsRoundTrip(_ row: Row) throws {
    var inference = Inference(workers: 1)
    for sample in row.samples { inference.read(JSONBytes(sample)) }
    let definition = inference.definition(rootName: "Root")
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
  }

  /// Objects that only together have so different keys that they are maps, in a model that is inside itself.
  @Test func recursiveModelsMayContainMaps() throws {
    let schema = #"""
      {"definitions":{"operation":{"type":"object","required":[],"additionalProperties":false,"patternProperties":{},
      "properties":{"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true}}},"response":{"type":"object",
      "required":[],"properties":{"headers":{"$ref":"#/definitions/headers"}},"additionalProperties":false,
      "patternProperties":{}},"header":{"type":"object","additionalProperties":false,"required":[],"properties":{"items":
      {"$ref":"#/definitions/primitivesItems"},"enum":{"$ref":"#/definitions/enum"},"multipleOf":{"$ref":
      "#/definitions/multipleOf"},"description":{"type":"string"}},"patternProperties":{"^x-":{"$ref":
      "#/definitions/vendorExtension"}}},"mediaTypeList":{"type":"array","items":{"$ref":"#/definitions/mimeType"},
      "uniqueItems":true}}}
      """#
    var inference = Inference(workers: 1)
    inference.read(JSONBytes(schema))
    let models = DefinedModels(inference.definition(rootName: "Root"))
    _ = try models.decode("Root", from: try JSONDocument(schema).root)
  }

  /// The cases stand beside the type, so that one property has one list of them.
  @Test func enumerationsOfOnePropertyShareTheirCases() {
    let values = times(40) {
      $0 % 2 == 0 ? "{\"a\":\"\(["x", "y"][$0 / 2 % 2])\"}" : "{\"a\":[\"\(["z", "x"][$0 / 2 % 2])\"]}"
    }
    var inference = Inference(workers: 1)
    inference.read(JSONBytes(values))
    let cases = DefinedType.enumeration(["x", "y", "z"])
    #expect(
      inference.definition(rootName: "Root").models[0].properties[0].type == .oneOf([cases, .array(cases)]))
  }

  /// A model inside itself that stands at several places is joined once.
  @Test func recursiveModelAtSeveralPlacesIsMergedOnce() {
    func tree(_ name: String) -> String {
      #"{"name":"\#(name)","size":1,"parts":[{"name":"x","size":2,"parts":[{"name":"y","size":3,"parts":[]}]}]}"#
    }
    let text =
      "{\"a\":{\"k\":1,\"left\":\(tree("l"))},\"b\":{\"z\":true,\"right\":\(tree("r")),\"left\":\(tree("m"))}}"
    #expect(
      inferred([text])
        == "Root{a:A b:B} A{k:integer left:Left} Left{name:string size:integer parts:[Left]} B{z:boolean right:Left left:Left}"
    )
  }

  @Test(arguments: [
    (#"{"+1":1,"-1":2}"#, "Root{plus1:integer minus1:integer}"),
    (#"{"1.2.3":{"a":1}}"#, "{Root}"), (#"{"48x48":"a","16x16":"b"}"#, "{string}"),
    (#"{"Q42":{"a":1},"Q449":{"a":2}}"#, "{Root}"), (#"{"-N6f760244":{"a":1}}"#, "{Root}"),
    (#"{"a1":1,"a_1":2,"A-1":3}"#, "Root{a1:integer a_1:integer a1Kebab:integer}"),
    (#"{"h264":1,"x2y":2,"v1.2":3,"2fa":4}"#, "Root{h264:integer x2y:integer v1_2:integer _2fa:integer}"),
  ])
  func inferredNamesAreReadable(sample: String, expected: String) {
    #expect(inferred([sample]).hasPrefix(expected), "\(inferred([sample]))")
  }

  /// Words are cases; names, addresses, amounts, versions, paths and sentences are not, nor is anything under a key that
  /// says so.
  @Test(arguments: [
    ("state", "open", "closed", true), ("state", "In Progress", "Done", true), ("op", "<", "<=", true),
    ("event", "invoice.paid", "customer.created", true), ("state", "", "ok", true),
    ("author", "Ada Lovelace", "Grace Hopper", false), ("display_name", "ada", "grace", false),
    ("fileName", "a", "b", false), ("tags", "a", "b", false),
    ("who", "ada@example.com", "b@example.com", false),
    ("address", "10.0.0.1", "10.0.0.2", false), ("x", "1.2.3", "1.10.0", false), ("x", "v1.2", "v1.3", false),
    ("x", "/usr/bin/env", "/bin/sh", false), ("x", "arn:aws:s3:::a", "arn:aws:s3:::b", false),
    ("x", "The door was open.", "All is well, thank you.", false), ("x", "$5", "$10", false),
    ("x", "^1.0", ">=2", false), ("x", "10:30", "9:15", false), ("x", "a.png", "b.jpg", false),
    ("x", "\u{e9}", "e\u{301}", false), ("first", "Ann", "Bob", false), ("type", "User", "Bot", true),
  ]) func onlyWordsAreInferredAsCases(key: String, one: String, other: String, isEnumeration: Bool) {
    let type = inferred([times(40) { "{\"\(key)\":\"\($0 % 2 == 0 ? one : other)\"}" }])
    #expect(type.hasSuffix(":enum}") == isEnumeration, "\(type)")
  }

  /// Decisions close to their threshold are noted.
  @Test(arguments: [
    (
      #"[{"a":{"b":{"x":1,"y":1},"c":{"x":1,"y":1},"d":{"x":1,"y":1}}},{"a":{"b":{"x":1,"y":1},"c":{"x":1,"y":1},"d":{"x":1,"y":1}}}]"#,
      "could be a `map`: 3 keys of one model"
    ),
    (
      #"{"a":[{"type":"x","b":1},{"type":"y","c":1},{"type":"x","b":1},{"type":"y","c":1}]}"#,
      "could be a `cluster`, distinguished by `type`"
    ),
    (
      #"{"a":[{"type":"x"},{"type":"y"},{"type":"x"},{"type":"y"}]}"#, ""
    ),
  ]) func decisionsNearTheThresholdAreNoted(_ data: String, _ note: String) {
    var inference = Inference()
    inference.read(JSONBytes(data))
    #expect(inference.definition(rootName: "Root").models[0].properties[0].notes.joined() == note)
  }

  @Test(arguments: [
    (6, "2 different strings in 6: could be an `enum`"),
    (12, "2 different strings in 12: could be a `string`"),
    (60, ""),
  ])
  func enumerationsNearTheThresholdAreNoted(count: Int, note: String) {
    var inference = Inference()
    inference.read(JSONBytes(times(count) { #"{"state":"\#($0 % 2 == 0 ? "open" : "shut")"}"# }))
    #expect(inference.definition(rootName: "Root").models[0].properties[0].notes.joined() == note)
  }

  @Test(arguments: [
    ("sizes", "Size"), ("prizes", "Prize"), ("niches", "Niche"), ("headaches", "Headache"),
    ("quizzes", "Quiz"),
    ("bonuses", "Bonus"), ("campuses", "Campus"), ("heroes", "Hero"), ("lenses", "Lens"), ("leaves", "Leaf"),
    ("crises", "Crisis"), ("analytics", "Analytics"), ("physics", "Physics"), ("thanks", "Thanks"),
    ("ids", "Id"),
    ("menus", "Menu"), ("boxes", "Box"), ("searches", "Search"), ("branches", "Branch"), ("waltzes", "Waltz"),
    ("buzzes", "Buzz"), ("user_ids", "UserId"),
  ])
  func elementsAreNamedInTheSingular(list: String, name: String) {
    #expect(Definition.modelName(forElementsOf: list) == name)
  }

  /// What a number may be besides is said where its key speaks of time.
  @Test(arguments: [("planned", 1), ("dueAt", 1), ("placed", 1), ("count", 0)]) func timeKeysGetDateNotes(
    key: String, count: Int
  ) {
    var inference = Inference()
    inference.read(JSONBytes(#"[{"\#(key)":1714557600},{"\#(key)":1714557900}]"#))
    #expect(inference.definition(rootName: "Root").models[0].properties[0].notes.count == count)
  }

  @Test(arguments: [
    ("0001-gh_pull-list", "GhPullList"), ("search_metadata", "SearchMetadata"), ("42", "_42Model"),
  ])
  func modelsAreNamedAfterFiles(file: String, name: String) {
    #expect(Definition.modelName(for: file) == name)
  }

  @Test(arguments: [
    (
      #"{"NODE_ENV":"x y","CLI_VERSION":"a b","FOO":1}"#,
      "Root{NODE_ENV:string CLI_VERSION:string FOO:integer}"
    ),
    (#"{"2fa":{"2fa":true}}"#, "Root{_2fa:_2faModel} _2faModel{_2fa:boolean}"),
    (#"{"設定":{"設定":1}}"#, "Root{設定:設定Model} 設定Model{設定:integer}"),
    (#"["http://a.b:65536/"]"#, "[string]"), (#"["http://a.b:65535/"]"#, "[url]"),
    ("[1e-200,3.14159265358979323846]", "[json]"), ("[1.7e308,9223372036854775808]", "[json]"),
    ("[1e-200,2.5]", "[double]"), ("[2.5,3.14159265358979323846]", "[decimal]"),
    (#"[{"t":1},1e400]"#, "[json]"),
    (#"{"2024-01-01":1,"2024-01-02":"x y"}"#, "{integer | string}"),
    (
      #"{"b09258ce-27fc-a832-436c-6d2a9c4792da":{"r":1},"852380c4-deb1-35fa-75dd-67de6072c48f":{"h":true}}"#,
      "{Root} Root{h:boolean? r:integer?}"
    ),
  ]) func inferredModelsDecodeTheirSource(_ text: String, _ expected: String) throws {
    var inference = Inference()
    inference.read(JSONBytes(text))
    let definition = inference.definition(rootName: "Root")
    #expect(brief(definition) == expected)
    guard !definition.models.isEmpty else { return }
    let choice = ModelChoice(of: DefinedModels(definition).descriptions, in: JSONBytes(text))
    let found = Checker(JSONBytes(text), places: choice.places).diagnostics()
    #expect(!choice.places.isEmpty && found.diagnostics.isEmpty, "\(choice.places) \(found.diagnostics)")
  }

  @Test(arguments: [
    (
      #"["Sun Aug 31 00:29:15 +0000 2014","Mon Sep 01 00:29:15 +0000 2014"]"#,
      #"every value is a date: could be read with `date(EEE MMM dd HH:mm:ss Z yyyy)`"#
    ),
    (
      #"["Fri, 06 Sep 2013 09:11:57 GMT"]"#,
      #"every value is a date: could be read with `date(EEE, dd MMM yyyy HH:mm:ss zzz)`"#
    ),
    (
      #"["01/02/2014","31/12/2014"]"#, #"every value is a date: could be read with `date(dd/MM/yyyy)`"#
    ),
    (#"["01/02/2014","12/31/2014","31/12/2014"]"#, ""),
    (#"["Sun Aug 31 00:29:15 +0000 2014","no date"]"#, ""), (#"["Mon, the day: after a long week"]"#, ""),
  ]) func inferenceNotesUnsupportedDateFormats(_ texts: String, _ note: String) throws {
    var inference = Inference()
    let objects = try JSONDocument(texts).root.elements.map { #"{"a":\#($0.rawText)}"# }
    for object in objects { inference.read(JSONBytes(object)) }
    let models = inference.definition(rootName: "Root").models
    #expect(models.first?.properties.first?.notes.joined() == note)
  }
}
