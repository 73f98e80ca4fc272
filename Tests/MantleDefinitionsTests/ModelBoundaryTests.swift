import Mantle
import Testing

@testable import MantleChecking
@testable import MantleDefinitions

/// Where one model ends and another begins: recursion, maps, and keys that are the same text.
@Suite struct ModelBoundaryTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let data: String
    let expected: String

    init(_ name: String, _ data: String, is expected: String) {
      (self.name, self.data, self.expected) = (name, data, expected)
    }

    var testDescription: String { name }
  }

  private static func times(_ count: Int, _ element: (Int) -> String) -> String {
    "[" + (0..<count).map(element).joined(separator: ",") + "]"
  }

  static let rows: [Row] = [
    // Pages of things inside pages of other things.
    Row(
      "pages of GraphQL",
      #"{"issues":{"totalCount":12,"nodes":"#
        + times(12) {
          #"{"title":"t\#($0)","state":"OPEN","labels":{"totalCount":1,"nodes":[{"name":"l\#($0)","color":"red"}]}}"#
        } + "}}",
      is:
        "Root Root{issues:Issues} Issues{totalCount:integer nodes:[Node]} Node{title:string state:string labels:Labels} "
        + "Labels{totalCount:integer nodes:[LabelsNode]} LabelsNode{name:string color:string}"),
    Row(
      "pages of which one holds texts",
      #"{"total":1,"data":[{"id":1,"tags":{"total":2,"data":["a","b"]}}]}"#,
      is: "Root Root{total:integer data:[DataItem]} DataItem{id:integer tags:Tags} "
        + "Tags{total:integer data:[string]}"),
    Row(
      "envelopes of other things",
      #"{"kind":"list","data":{"after":"x","children":[{"kind":"t3","data":{"title":"a","ups":1}}]}}"#,
      is:
        "Root Root{kind:string data:Data} Data{after:string children:[Child]} Child{kind:string data:ChildData} "
        + "ChildData{title:string ups:integer}"),
    Row(
      "a tree whose attributes are data",
      #"{"tag":"a","attributes":{"href":"x","id":"y"},"children":[{"tag":"b","attributes":{"class":"z","for":"q"},"children":["t"]},"u"]}"#,
      is: "Root Root{tag:string attributes:Attributes children:[string | Root]} "
        + "Attributes{class:string? href:string? for:string? id:string?}"),
    // Services, jobs and schemas are of one model each, however little their objects have in common.
    Row(
      "a composition",
      #"{"services":{"web":{"build":".","ports":["80"]},"db":{"image":"x"}},"volumes":{"data":null,"logs":{}}}"#,
      is: "Root Root{services:{Service} volumes:{json?}} Service{build:string? image:string? ports:[string]?}"
    ),
    Row(
      "a schema and a feature",
      #"{"properties":{"id":{"type":"int"},"at":{"type":"text","format":"date"}},"f":{"properties":{"at":{"y":1},"x":2}}}"#,
      is:
        "Root Root{properties:{Property} f:F} Property{type:string format:string?} F{properties:Properties} "
        + "Properties{at:At x:integer} At{y:integer}"),
    Row(
      "siblings of which one lacks a key",
      #"{"a":{"x":1,"y":2,"z":"s"},"b":{"x":1,"y":2,"z":"s"},"c":{"x":1,"y":2,"z":"s"},"d":{"x":1,"y":2,"z":"s"},"e":{"x":1,"y":2}}"#,
      is: "{Root} Root{x:integer y:integer z:string?}"),
    // Maps by their name.
    Row(
      "lists of pairs",
      #"[{"headers":[{"name":"Accept","value":"*/*"},{"name":"Host","value":"x"}]},{"headers":[{"name":"Host","value":"y"}]}]"#,
      is: "[Root] Root{headers:[Header]} Header{name:string value:string}"),
    Row(
      "a page under the name of a map", times(3) { #"{"labels":{"nodes":[{"name":"l\#($0)"}]}}"# },
      is: "[Root] Root{labels:Labels} Labels{nodes:[Node]} Node{name:string}"),
    Row(
      "headers with several values", #"{"headers":{"Accept":["*/*"],"Host":["x"]}}"#,
      is: "Root Root{headers:{[string]}}"),
    Row(
      "the same labels on all", times(3) { #"{"labels":{"app":"a\#($0)"}}"# },
      is: "[Root] Root{labels:{string}}"),
    // Three of one model and nothing else.
    Row(
      "servers by name",
      #"{"servers":{"alpha":{"cmd":"a","n":1},"beta":{"cmd":"b","n":2},"gamma":{"cmd":"c","n":3}}}"#,
      is: "Root Root{servers:{Server}} Server{cmd:string n:integer}"),
    Row(
      "the same three in every object",
      times(3) { #"{"min":{"x":1,"y":\#($0)},"max":{"x":2,"y":3},"mean":{"x":2,"y":3}}"# },
      is:
        "[Root] Root{min:Min max:Max mean:Mean} Min{x:integer y:integer} Max{x:integer y:integer} Mean{x:integer y:integer}"
    ),
    Row(
      "paths beside the empty key of their root",
      #"{"packages":{"":{"version":"1","dev":true},"node_modules/a":{"version":"2","dev":true},"b/c":{"version":"3","dev":false}}}"#,
      is: "Root Root{packages:{Package}} Package{version:string dev:boolean}"),
    Row(
      "rates by currency", #"{"rates":{"EUR":1.5,"USD":2,"GBP":0.5,"CHF":1}}"#,
      is: "Root Root{rates:{double}}"),
    Row(
      "counts of words",
      #"{"n":{"#
        + (0..<25).map { #""word\#(UnicodeScalar(UInt8(0x61 + $0)))":\#($0)"# }
        .joined(separator: ",") + "}}", is: "Root Root{n:{integer}}"),
    Row(
      "addresses of which each has a part",
      times(12) { number in
        let keys = ["street", "city", "zip", "state", "line", "unit", "country"].enumerated()
          .filter { ($0.offset + number) % 7 < 3 }
        let members = keys.map { #""\#($0.element)":"x""# }.joined(separator: ",")
        return #"{"a":{\#(members)}}"#
      },
      is:
        "[Root] Root{a:A} A{street:string? state:string? city:string? line:string? zip:string? unit:string? "
        + "country:string?}"),
    Row(
      "namespaces with a folder or several",
      #"[{"psr":{"A\\":"a","B\\":["b","c"]}},{"psr":{"C\\":"c"}},{"psr":{"D\\":"d"}},{"psr":{"E\\":"e"}}]"#,
      is: "[Root] Root{psr:{string | [string]}}"),
    Row(
      "texts by language and script",
      times(12) { #"{"t":{"zh-Hans":"a\#($0)"\#($0 % 2 == 0 ? #","pt-BR":"b""# : "")}}"# },
      is: "[Root] Root{t:{string}}"),
    Row(
      "channels of which each has a part",
      times(12) {
        $0 % 2 == 0
          ? #"{"e":{"x":{"f":1,"g":2},"y":{"f":1,"g":2}}}"# : #"{"e":{"x":{"f":1,"g":2},"z":{"f":1,"g":2}}}"#
      },
      is:
        "[Root] Root{e:E} E{x:X y:Y? z:Z?} X{f:integer g:integer} Y{f:integer g:integer} Z{f:integer g:integer}"
    ),
    // Keys that are the same text to Unicode.
    Row(
      "two keys of one text", "{\"\u{e9}tat\":1,\"e\u{301}tat\":\"x\"}",
      is: "Root Root{\u{e9}tat2:integer e\u{301}tat:string}"),
  ]

  @Test(arguments: rows) func modelBoundariesAreInferred(_ row: Row) {
    var inference = Inference()
    inference.read(JSONBytes(row.data))
    #expect(ClusterInferenceTests.brief(inference.definition(rootName: "Root")) == row.expected)
  }

  /// The definition is read again and takes what it was inferred from.
  @Test(arguments: rows) func inferredDefinitionAcceptsItsSource(_ row: Row) throws {
    let bytes = JSONBytes(row.data)
    var inference = Inference()
    inference.read(bytes)
    let definition = inference.definition(rootName: "Root")
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
    let place = try #require(DefinedModels(definition).place(isSequence: false))
    let (diagnostics, summary) = Checker(bytes, places: [place]).diagnostics()
    #expect(diagnostics.map { $0.line() } == [])
    #expect(summary.unmapped.isEmpty)
  }

  /// Which key stands first has an influence on the order of properties, and on nothing else.
  @Test(arguments: rows) func inferredModelsDoNotDependOnKeyOrder(_ row: Row) throws {
    func models(_ text: [UInt8]) -> [String: Set<String>] {
      var inference = Inference()
      inference.read(JSONBytes(text))
      let definition = inference.definition(rootName: "Root")
      return Dictionary(
        uniqueKeysWithValues: definition.models.map { model in
          (model.name, Set(model.properties.map { "\($0.name) \($0.keyPath) \($0.type.text)" }))
        })
    }
    let expected = models(Array(row.data.utf8))
    let document = try JSONDocument(row.data)
    for _ in 0..<5 { #expect(models(Self.shuffled(document.root)) == expected) }
  }

  /// A text with the members of each object in another order.
  private static func shuffled(_ node: JSONNode) -> [UInt8] {
    func list(_ elements: [[UInt8]], in brackets: String) -> [UInt8] {
      [brackets.utf8.first ?? 0] + elements.joined(separator: [0x2C]) + [brackets.utf8.last ?? 0]
    }
    return switch node.kind {
    case .array: list(node.elements.map(shuffled), in: "[]")
    case .object:
      list(
        node.members.map { Array($0.key.rawText.utf8) + [0x3A] + shuffled($0.value) }.shuffled(), in: "{}")
    default: Array(node.rawText.utf8)
    }
  }

  /// Which key was met first has no influence, nor which way a text is written.
  @Test func equivalentKeysAreNamedIndependentlyOfOrder() {
    func names(_ keys: [String]) -> String {
      var inference = Inference()
      for key in keys { inference.read(JSONBytes("{\"\(key)\":\"\(key)\"}")) }
      return inference.definition(rootName: "Root").fileText
    }
    #expect(Array(names(["\u{e9}", "e\u{301}"]).utf8) == Array(names(["e\u{301}", "\u{e9}"]).utf8))
  }
}
