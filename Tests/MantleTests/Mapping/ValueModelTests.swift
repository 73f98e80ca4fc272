import Mantle
import MantleArchiving
import MantleStore
import TestSupport
import Testing

/// Models that are the value of their only property, at the empty path.
@Suite struct ValueModelTests {
  struct Tags: Model, Equatable, Sendable {
    var items: [String]

    static let properties = Properties(of: Tags.self) { Property(\.items, "") }
    static let mapping = Mapping(Tags.init, properties)
  }

  struct Code: Model, Equatable, Sendable {
    var text: String
    let isFresh: Bool

    static let properties = Properties(of: Code.self) {
      Property(\.text, "").validated { text in
        guard !text.isEmpty else { throw TransformError(expected: "a text") }
      }
      Property(local: \.isFresh) { true }
    }
    static let mapping = Mapping(Code.init, properties)
  }

  struct MaybeTags: Model, Equatable, Sendable {
    var items: [String]?

    static let properties = Properties(of: MaybeTags.self) { Property(\.items, "") }
    static let mapping = Mapping(MaybeTags.init, properties).encodeNil(as: .omitted)
  }

  struct AnyValue: Model, Equatable, Sendable {
    var json: JSONValue

    static let properties = Properties(of: AnyValue.self) { Property(\.json, "") }
    static let mapping = Mapping(AnyValue.init, properties)
  }

  /// Lists of lists without an end.
  struct Tree: Model, Equatable, Sendable {
    var children: [Tree]

    static let properties = Properties(of: Tree.self) { Property(\.children, "") }
    static let mapping = Mapping(Tree.init, properties)
  }

  struct Article: Model, Equatable, Sendable {
    var id: Int
    var tags: Tags
    var more: [Tags]
    var codes: [String: Code]
    var last: MaybeTags?
    var note: String? = nil

    static let properties = Properties(of: Article.self) {
      Property(\.id, "id").identity()
      Property(\.tags, "tags")
      Property(\.more, "more").default([])
      Property(\.codes, "codes").default([:])
      Property(\.last, "last")
      Property(\.note, "note")
    }
    static let mapping = Mapping(Article.init, properties)
  }

  private func roundTrips<Value: Model & Equatable>(_: Value.Type, _ json: String) throws {
    try Value.mapping.check()
    let value = try Value.decode(json: json)
    #expect(try value.json() == json)
    #expect(try Value.report(json: json).value == value)
    #expect(try Value.decode(json: value.json(), options: DecodingOptions(unknownKeys: .refused)) == value)
    #expect(try [Value].decode(json: "[\(json),\(json)]") == [value, value])
    for policy in [NilEncoding.omitted, .null] {
      #expect(try value.json(EncodingOptions(nilEncoding: policy)) == json)
    }
  }

  @Test func valuesRoundTrip() throws {
    try roundTrips(Tags.self, #"["a","b"]"#)
    try roundTrips(Tags.self, "[]")
    try roundTrips(Code.self, #""x""#)
    try roundTrips(MaybeTags.self, "null")
    try roundTrips(MaybeTags.self, "[]")
    for json in ["1", "null", #"{"a":{"b":1}}"#, "{}", "[1,{}]"] { try roundTrips(AnyValue.self, json) }
    try roundTrips(Tree.self, "[[],[[]]]")
    try roundTrips(
      Article.self,
      #"{"id":1,"tags":["a"],"more":[[],["b"]],"codes":{"k":"c"},"last":["z"],"note":"n"}"#)
  }

  @Test func errorsNameModelAndProperty() throws {
    for (json, expected) in [
      ("{}", "1:1: error: Tags.items: expected array, found empty object"),
      (#"["a",1]"#, "1:6: error: Tags.items: expected string, found number 1"),
      ("null", "1:1: error: Tags.items: expected array, found null"),
    ] {
      let found = try Tags.report(json: json).diagnostics.first
      #expect(found?.description.contains(expected) == true, "\(found as Any)")
    }
    #expect(throws: DecodingFailure.self) { try Code.decode(json: #""""#) }
  }

  @Test func lenientDecodingDropsElements() throws {
    #expect(try Tags.report(json: #"["a",1,"b"]"#, options: .lenient).value == Tags(items: ["a", "b"]))
  }

  @Test func valueModelsMergeAndPatch() throws {
    let old = try Article.decode(json: #"{"id":1,"tags":["a"]}"#)
    let new = try Article.decode(json: #"{"id":1,"tags":["b"],"codes":{"k":"c"},"last":null}"#)
    let patch = try old.mergePatch(to: new)
    #expect(patch.text == #"{"tags":["b"],"codes":{"k":"c"}}"#)
    #expect(try old.applying(mergePatch: patch) == new)
    #expect(try Tags(items: ["a"]).mergePatch(to: Tags(items: ["b"])).text == #"["b"]"#)
    #expect(try Tags(items: ["a"]).applying(mergePatch: ["b"]) == Tags(items: ["b"]))
    #expect(try AnyValue(json: ["a": 1]).applying(mergePatch: ["b": 2]) == AnyValue(json: ["a": 1, "b": 2]))
  }

  @Test func valueModelsAreArchivedAndStored() throws {
    let tags = Tags(items: ["a", "b"])
    #expect(try Archive.decode(Tags.self, from: Archive.bytes(of: tags)) == tags)
    let store = try Store.temporary()
    let article = try Article.decode(
      json: #"{"id":1,"tags":["a"],"more":[["b"]],"codes":{"k":"c"},"last":["z"]}"#)
    try store.save(article)
    #expect(try store.fetchOne(Article.self, id: 1) == article)
    let error = #expect(throws: StoreError.self) { try store.save(tags) }
    #expect("\(error as Any)".contains("store it in a property of another model"))
  }

  // MARK: - Mistakes

  struct Mixed: Model {
    var items: [String]
    var id: Int

    static let properties = Properties(of: Mixed.self) {
      Property(\.items, "")
      Property(\.id, "id")
    }
    static let mapping = Mapping(Mixed.init, properties)
  }

  struct Flattening: Model {
    var tags: Tags

    static let properties = Properties(of: Flattening.self) { Property(\.tags, "") }
    static let mapping = Mapping(Flattening.init, properties)
  }

  struct ReadOnly: Model {
    var items: [String]

    static let properties = Properties(of: ReadOnly.self) { Property(\.items, "").decodeOnly() }
    static let mapping = Mapping(ReadOnly.init, properties)
  }

  struct Absent: Model {
    var item: Field<Int>

    static let properties = Properties(of: Absent.self) { Property(\.item, "") }
    static let mapping = Mapping(Absent.init, properties)
  }

  enum Shape: PolymorphicModel {
    case tags(Tags)
    case code(Code)

    static let cluster = Cluster<Shape>(
      by: "kind",
      [.model(Tags.self, when: "tags", wrap: Shape.tags), .model(Code.self, when: "code", wrap: Shape.code)])
    var model: any Model {
      switch self {
      case .tags(let tags): tags
      case .code(let code): code
      }
    }
  }

  struct Holder: Model {
    var shape: Shape

    static let properties = Properties(of: Holder.self) { Property(\.shape, "shape") }
    static let mapping = Mapping(Holder.init, properties)
  }

  @Test func invalidValueMappingsAreRejected() throws {
    func mistake<Root>(_ mapping: Mapping<Root>) -> String {
      do { try mapping.check() } catch { return "\(error)" }
      return "sound"
    }
    #expect(mistake(Mixed.mapping).contains("a list has no keys"))
    #expect(mistake(Flattening.mapping).contains("a list has no keys"))
    #expect(mistake(ReadOnly.mapping).contains("so the property must be encoded"))
    #expect(mistake(Absent.mapping).contains("cannot be absent"))
    #expect(mistake(Tags.mapping.writing("count") { $0.items.count }).contains("members cannot be added"))
    #expect(mistake(Holder.mapping).contains("has no keys that select the member"))
    #expect(throws: EncodingProblem.self) { try Tags(items: []).json(EncodingOptions(excluding: ["items"])) }
  }
}
