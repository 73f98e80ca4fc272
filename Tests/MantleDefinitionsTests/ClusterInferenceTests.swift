import Mantle
import Testing

@testable import MantleChecking
@testable import MantleDefinitions

/// Which data is taken for several models told apart by a text, and which is not.
@Suite struct ClusterInferenceTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    let elements: [String]
    let expected: String

    init(_ name: String, _ count: Int, _ element: (Int) -> String, is expected: String) {
      self.name = name
      elements = (0..<count).map(element)
      self.expected = expected
    }

    var testDescription: String { name }
  }

  static func brief(_ definition: Definition) -> String {
    let models = definition.models.map { model in
      let cluster = model.cluster.map { cluster in
        "by \(cluster.discriminator) "
          + cluster.models.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      }
      return "\(model.name){"
        + (cluster ?? model.properties.map { "\($0.name):\($0.type.text)" }.joined(separator: " ")) + "}"
    }
    return ([definition.root.text] + models).joined(separator: " ")
  }

  static let rows: [Row] = [
    Row(
      "the text decides the keys", 12,
      { $0 % 2 == 0 ? #"{"type":"bus","doors":1,"low":true}"# : #"{"type":"train","cars":3}"# },
      is:
        "[Root] Root{by type bus=Bus train=Train} Bus{type:string doors:integer low:boolean} Train{type:string cars:integer}"
    ),
    Row(
      "the text stands last", 12,
      { $0 % 2 == 0 ? #"{"doors":1,"kind":"bus"}"# : #"{"cars":3,"kind":"train"}"# },
      is:
        "[Root] Root{by kind bus=Bus train=Train} Bus{doors:integer kind:string} Train{cars:integer kind:string}"
    ),
    Row(
      "too few", 4, { $0 % 2 == 0 ? #"{"type":"bus","doors":1,"low":true}"# : #"{"type":"train","cars":3}"# },
      is: "[Root] Root{type:string cars:integer? doors:integer? low:boolean?}"),
    Row(
      "the same keys everywhere", 12, { #"{"type":"\#($0 % 2 == 0 ? "User" : "Bot")","login":"a","id":1}"# },
      is: "[Root] Root{type:enum login:string id:integer}"),
    Row(
      "keys that come and go under every text", 24,
      {
        #"{"type":"\#($0 % 2 == 0 ? "string" : "number")"\#($0 % 3 == 0 ? #","format":"x","low":1"# : "")\#($0 % 4 < 2 ? #","title":"t""# : "")}"#
      },
      is: "[Root] Root{type:enum format:string? title:string? low:integer?}"),
    Row(
      "one key that might be missing by chance", 12,
      { #"{"type":"\#($0 == 0 ? "x" : "y")","a":1,"b":2\#($0 == 0 ? "" : #","c":3"#)}"# },
      is: "[Root] Root{type:enum a:integer b:integer c:integer?}"),
    Row(
      "an object without the text", 12,
      {
        $0 == 5
          ? #"{"cars":3}"#
          : $0 % 2 == 0 ? #"{"type":"bus","doors":1,"low":true}"# : #"{"type":"train","cars":3}"#
      },
      is: "[Root] Root{type:enum? cars:integer? doors:integer? low:boolean?}"),
    Row(
      "as many texts as objects", 12, { #"{"type":"t\#($0)","k\#($0 % 6)":1,"z":1}"# },
      is:
        "[Root] Root{type:string k0:integer? k1:integer? k2:integer? k3:integer? k4:integer? k5:integer? z:integer}"
    ),
    Row(
      "more texts than are kept", 120,
      { #"{"type":"t\#($0 % 40)","a":1\#($0 % 2 == 0 ? #","b":1"# : #","c":1,"d":1"#)}"# },
      is: "[Root] Root{type:string a:integer b:integer? c:integer? d:integer?}"),
    Row(
      "one key whose type the text decides, as in GeoJSON", 12,
      {
        $0 % 2 == 0
          ? #"{"type":"Point","coordinates":[1.5,2.5]}"# : #"{"type":"LineString","coordinates":[[1.5,2.5]]}"#
      },
      is:
        "[Root] Root{by type LineString=LineString Point=Point} LineString{type:string coordinates:[[double]]} "
        + "Point{type:string coordinates:[double]}"),
    Row(
      "trees of files and folders", 12,
      { _ in
        #"{"type":"dir","name":"a","children":[{"type":"file","name":"b","size":1,"mode":2},{"type":"dir","name":"c","children":[{"type":"file","name":"d","size":1,"mode":2}]}]}"#
      },
      is: "[Root] Root{type:string name:string children:[Child]} Child{by type dir=Root file=File} "
        + "File{type:string name:string size:integer mode:integer}"),
    Row(
      "a document whose nodes are clusters on one level and single models on the next", 12,
      {
        let content =
          $0 % 3 == 0
          ? #"{"type":"list","content":[{"type":"item","content":[{"type":"text","text":"a"}]}]}"#
          : $0 % 3 == 1 ? #"{"type":"rule"}"# : #"{"type":"heading","level":1,"text":"b"}"#
        return #"{"type":"doc","content":[\#(content)]}"#
      },
      is: "[Root] Root{type:string content:[ContentItem]} "
        + "ContentItem{type:string content:[ContentItem]? level:integer? text:string?}"),
    Row(
      "operations of a patch", 12,
      {
        $0 % 2 == 0 ? #"{"op":"add","path":"/a","value":1}"# : #"{"op":"move","path":"/a","from":"/b"}"#
      },
      is: "[Root] Root{by op add=Add move=Move} Add{op:string path:string value:integer} "
        + "Move{op:string path:string from:string}"),
    Row(
      "the text stands beside what it tells apart", 12,
      {
        $0 % 2 == 0
          ? #"{"id":1,"by":"a","type":"push","payload":{"ref":"a","size":1}}"#
          : #"{"id":1,"by":"b","type":"star","payload":{"stars":1,"at":"x"}}"#
      },
      is: "[Root] Root{by type push=Push star=Star} Push{id:integer by:string type:string payload:Payload} "
        + "Payload{ref:string size:integer} Star{id:integer by:string type:string payload:StarPayload} "
        + "StarPayload{stars:integer at:string}"),
    Row(
      "the same at two places", 6,
      {
        let both = #"{"type":"post","text":"a\#($0)","size":1},{"type":"person","name":"b\#($0)","age":1}"#
        return #"{"data":[\#(both)],"included":[\#(both)]}"#
      },
      is: "[Root] Root{data:[DataItem] included:[DataItem]} DataItem{by type person=Person post=Post} "
        + "Person{type:string name:string age:integer} Post{type:string text:string size:integer}"),
    Row(
      "a reference to one of them is none", 12,
      {
        $0 % 2 == 0
          ? #"{"type":"post","id":1,"text":"a","size":1,"by":{"type":"person","id":2}}"#
          : #"{"type":"person","id":1,"name":"a","age":1,"at":"x"}"#
      },
      is:
        "[Root] Root{by type person=Person post=Post} Person{type:string id:integer name:string age:integer at:string} "
        + "Post{type:string id:integer text:string size:integer by:By} By{type:string id:integer}"),
    Row(
      "of which some have a text under a likelier key too", 12,
      {
        $0 % 3 == 0
          ? #"{"kind":"Secret","type":"Opaque","data":1}"#
          : $0 % 3 == 1 ? #"{"kind":"Job","image":"a","status":1}"# : #"{"kind":"Service","port":1}"#
      },
      is:
        "[Root] Root{by kind Job=Job Secret=Secret Service=Service} Job{kind:string image:string status:integer} "
        + "Secret{kind:string type:string data:integer} Service{kind:string port:integer}"),
    Row(
      "a key that one model has now and then", 24,
      {
        $0 % 2 == 0
          ? #"{"type":"text","text":"a"\#($0 % 4 == 0 ? #","marks":1"# : "")}"#
          : #"{"type":"list","items":[1],"open":true}"#
      },
      is: "[Root] Root{by type list=List text=Text} List{type:string items:[integer] open:boolean} "
        + "Text{type:string text:string marks:integer?}"),
    Row(
      "a number is no such text", 12,
      { $0 % 2 == 0 ? #"{"type":1,"a":1,"b":2}"# : #"{"type":2,"c":3,"d":4}"# },
      is: "[Root] Root{type:integer a:integer? c:integer? b:integer? d:integer?}"),
  ]

  @Test(arguments: rows) func clustersAreInferred(_ row: Row) {
    var inference = Inference()
    inference.read(JSONBytes("[" + row.elements.joined(separator: ",") + "]"))
    #expect(Self.brief(inference.definition(rootName: "Root")) == row.expected)
  }

  /// Neither the order of the samples nor how they are divided has an influence.
  @Test(arguments: rows) func inferenceIsIndependentOfOrderAndPartition(_ row: Row) {
    var generator = SystemRandomNumberGenerator()
    func file(_ parts: [[String]]) -> String {
      var inference = Inference(workers: parts.count)
      for part in parts { inference.read(JSONBytes("[" + part.joined(separator: ",") + "]")) }
      return inference.definition(rootName: "Root").fileText
    }
    let whole = file([row.elements])
    for parts in 1...3 {
      let shuffled = row.elements.shuffled(using: &generator)
      let size = (shuffled.count + parts - 1) / parts
      let divided = stride(from: 0, to: shuffled.count, by: size).map {
        Array(shuffled[$0..<min($0 + size, shuffled.count)])
      }
      #expect(file(divided) == whole)
    }
  }

  /// Syntax trees: every kind of node inside every other, some of them seldom.
  @Test(arguments: 0..<40) func inferredModelsDecodeSyntaxTrees(seed: Int) throws {
    var random = UInt64(seed) &* 2_654_435_761 &+ 1
    func pick(_ count: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % count
    }
    func node(_ depth: Int) -> String {
      func inner() -> String { node(depth + 1) }
      switch pick(depth < 5 ? 5 : 2) {
      case 0:
        return
          #"{"type":"Literal","at":\#(depth),"value":\#(["1", "\"x\"", "null", "true"][pick(4)]),"raw":"1"}"#
      case 1: return #"{"type":"Name","at":\#(depth),"name":"a"}"#
      case 2: return #"{"type":"Binary","at":\#(depth),"sign":"+","left":\#(inner()),"right":\#(inner())}"#
      case 3:
        return
          #"{"type":"Member","at":\#(depth),"object":\#(inner()),"property":\#(inner()),"computed":true}"#
      default:
        let arguments = (0..<pick(3)).map { _ in inner() }.joined(separator: ",")
        return
          #"{"type":"Call","at":\#(depth),"callee":\#(inner()),"arguments":[\#(arguments)],"optional":false}"#
      }
    }
    let nodes = (0..<[5, 20, 60][pick(3)]).map { _ in node(0) }
    let text = "[" + nodes.map { #"{"type":"Statement","expression":\#($0)}"# }.joined(separator: ",") + "]"
    var inference = Inference()
    inference.read(JSONBytes(text))
    let definition = inference.definition(rootName: "Root")
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
    let place = try #require(DefinedModels(definition).place(isSequence: false))
    let (diagnostics, summary) = Checker(JSONBytes(text), places: [place]).diagnostics()
    #expect(diagnostics.map { $0.line() } == [])
    #expect(summary.unmapped.isEmpty)
  }

  /// The source of a definition has no errors and round-trips.
  @Test(arguments: rows) func inferredDefinitionAcceptsItsSource(_ row: Row) throws {
    let bytes = JSONBytes("[" + row.elements.joined(separator: ",") + "]")
    var inference = Inference()
    inference.read(bytes)
    let definition = inference.definition(rootName: "Root")
    #expect(try Definition(JSONBytes(definition.fileText)) == definition)
    let place = try #require(DefinedModels(definition).place(isSequence: false))
    let (diagnostics, summary) = Checker(bytes, places: [place]).diagnostics()
    #expect(diagnostics.map { $0.line() } == [])
    #expect(summary.unmapped.isEmpty)
    #expect(
      try SchemaValidator(definition.jsonSchema(title: "x", isClosed: true)).mistakes(
        in: JSONDocument(parsing: bytes).root) == [])
  }

  /// Other keys than `type` may tell models apart, where they decide of the others.
  @Test(arguments: ["node", "shape", "objectType", "node_type", "role", "variant"])
  func discriminatorMayHaveOtherNamesThanType(_ key: String) {
    let elements = (0..<30).map { number in
      let member = [#""r":1.5"#, #""w":1,"h":2"#, #""points":[1]"#][number % 3]
      return "{\"\(key)\":\"\(["circle", "rect", "poly"][number % 3])\",\(member)}"
    }
    var inference = Inference()
    inference.read(JSONBytes("[\(elements.joined(separator: ","))]"))
    let cluster = inference.definition(rootName: "Root").models.compactMap(\.cluster).first
    #expect(cluster?.discriminator.description == key)
    #expect(cluster?.models.count == 3)
  }
}
