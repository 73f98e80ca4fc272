import Foundation
@testable import Mantle
import Testing

/// Merging, differences and patches.
struct MergeConformance {
  @Test("MD-21: a merge rule adds the counts, and the name is replaced")
  func mergeRuleOfAPropertyIsApplied() throws {
    let merged = try TestModel(name: "foo", count: 5).merging(TestModel(name: "bar", count: 3))
    #expect(merged == TestModel(name: "bar", count: 8))
  }

  @Test("MD-30, MD-31, UX-84: related models merge by shared names; other properties stay")
  func relatedModelsMergeBySharedNames() throws {
    let base = TestModel(name: "foo", count: 5)
    let derived = DerivedModel(name: "bar", count: 3, role: "subclass", generation: 1)
    #expect(try base.merging(propertiesOf: derived) == TestModel(name: "bar", count: 8))
    #expect(
      try derived.merging(propertiesOf: base)
        == DerivedModel(name: "foo", count: 8, role: "subclass", generation: 1))
  }

  @Test("UX-80, UX-83: nil is ignored or overwrites, by policy")
  func nilIsMergedByPolicy() throws {
    let current = TestModel(name: "foo", nestedName: "nested")
    let incoming = TestModel(name: nil, nestedName: nil)
    #expect(try current.merging(incoming).name == "foo")
    #expect(try current.merging(incoming, by: .overwrite).name == nil)
    #expect(try current.merging(incoming, by: .overwrite).nestedName == nil)
  }

  @Test("UX-81: a merge rule is not called for nil")
  func mergeRuleIsNotCalledForNil() throws {
    #expect(try Joined(text: "a").merging(Joined(text: "b")).text == "ab")
    #expect(try Joined(text: "a").merging(Joined(text: nil)).text == "a")
    #expect(try Joined(text: "a").merging(Joined(text: nil), by: .overwrite).text == nil)
    #expect(try Joined(text: nil).merging(Joined(text: "b")).text == "nilb")
  }

  @Test("UX-83, UX-01: merging takes only the keys of the incoming JSON, null included")
  func presentOnlyMergeTakesPresentKeys() throws {
    let current = DerivedModel(name: "foo", count: 5, nestedName: "n", role: "r", generation: 3)
    let decoded = try DerivedModel.report(json: #"{"username":null,"role":"new"}"#)
    let incoming = try #require(decoded.value)
    #expect(decoded.presentProperties == ["name", "role"])
    #expect(
      try current.merging(incoming, by: .presentOnly(decoded.presentProperties))
        == DerivedModel(name: nil, count: 5, nestedName: "n", role: "new", generation: 3))
  }

  @Test("UX-85: nested models are replaced, or merged by request; arrays by identity")
  func nestedModelsAreMergedOnRequest() throws {
    let current = Team(
      lead: Person(id: 1, name: "ann", note: "keeps"),
      people: [Person(id: 2, name: "bob", note: "b"), Person(id: 3, name: "cid", note: "c")])
    let incoming = Team(
      lead: Person(id: 1, name: "anna", note: nil),
      people: [Person(id: 3, name: "sid", note: nil), Person(id: 4, name: "dan", note: nil)])
    #expect(try current.merging(incoming).lead?.note == nil)
    let merged = try current.merging(incoming, by: .recursive)
    #expect(merged.lead == Person(id: 1, name: "anna", note: "keeps"))
    #expect(
      merged.people == [
        Person(id: 2, name: "bob", note: "b"), Person(id: 3, name: "sid", note: "c"),
        Person(id: 4, name: "dan", note: nil),
      ])
  }

  @Test("UX-86: merging returns a new value and leaves the old one unchanged")
  func mergingLeavesTheOldValue() throws {
    let old = Person(id: 1, name: "a", note: nil)
    let new = try old.merging(Person(id: 2, name: "b", note: nil))
    #expect(new.id == 2)
    #expect(old.id == 1)
  }

  @Test("SD-17: the differences of two models transform one into the other")
  func differencesTransformOneModelIntoAnother() throws {
    let a = Team(lead: Person(id: 1, name: "ann", note: "x"), people: [])
    let b = Team(lead: Person(id: 1, name: "anna", note: nil), people: [Person(id: 2, name: "b", note: nil)])
    let changes = try a.changes(to: b)
    #expect(changes.map(\.property) == ["lead", "lead", "people"])
    #expect(
      changes.map(\.description) == [
        #"lead.name: "ann" → "anna""#, #"lead.note: "x" → null"#,
        #"people: [] → [{"id":2,"name":"b","note":null}]"#,
      ])
    let patch = try a.mergePatch(to: b)
    #expect(
      patch.text
        == #"{"lead":{"name":"anna","note":null},"people":[{"id":2,"name":"b","note":null}]}"#)
    #expect(try a.applying(mergePatch: patch) == b)
    #expect(try a.changes(to: a).isEmpty)
    #expect(try a.mergePatch(to: a).text == "{}")
  }

  @Test(
    "A change has the name of the property whose value differs",
    arguments: [
      (#"{"x":2}"#, ["place"]), (#"{"y":2}"#, ["size"]), (#"{"more":2}"#, ["rest"]), (#"{"id":2}"#, ["id"]),
      (#"{"labels":[{"name":"b"}]}"#, ["names"]), (#"{"labels":null}"#, ["names"]),
      (#"{"at":[1,{"b":2}]}"#, ["second"]), (#"{"at":[2,{"b":1}]}"#, ["first"]), (#"{"lo":2}"#, ["span"]),
      (#"{"x":2,"y":2,"id":2}"#, ["place", "size", "id"]),
    ])
  func changesNameTheDifferingProperty(_ patch: String, _ names: [String]) throws {
    let base = #"{"x":1,"y":1,"id":1,"labels":[{"name":"a"}],"at":[1,{"b":1}],"lo":1,"hi":1}"#
    let old = try Flattening.decode(json: base)
    let new = try Flattening.decode(
      json: JSONValue(encoding: old).text.dropLast() + "," + patch.dropFirst())
    #expect(Set(try old.changes(to: new).map(\.property)) == Set(names))
  }

  @Test("Differences distinguish canonically equivalent keys")
  func differencesDistinguishEquivalentKeys() throws {
    let a = Notes(all: ["\u{E9}": 1, "e\u{301}x": 2, "gone": 3])
    let b = Notes(all: ["\u{E9}": 2, "e\u{301}x": 2, "new": 3])
    #expect(try a.applying(mergePatch: try a.mergePatch(to: b)) == b)
    #expect(try a.changes(to: b).count == 3)
  }

  @Test("A recursive merge takes the incoming value if its type differs")
  func recursiveMergeReplacesOtherTypes() throws {
    let current = Drawing(shape: Disc(radius: 1), name: nil)
    let square = try current.merging(Drawing(shape: Block(side: 2), name: "n"), by: .recursive)
    #expect((square.shape as? Block)?.side == 2)
    let disc = try current.merging(Drawing(shape: Disc(radius: 3), name: nil), by: .recursive)
    #expect((disc.shape as? Disc)?.radius == 3)
  }

  /// The examples of RFC 7396, appendix A.
  @Test(
    "Merge patches follow RFC 7396",
    arguments: [
      (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
      (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
      (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
      (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
      (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
      (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"),
      (#"{"a":"foo"}"#, #""bar""#, #""bar""#), (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
      ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
      ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
      // Keys are compared scalar by scalar, escapes resolved, and written as they are.
      ("{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"e\u{301}\":3}", "{\"\u{E9}\":1,\"e\u{301}\":3}"),
      ("{\"\u{E9}\":1}", "{\"e\u{301}\":3}", "{\"\u{E9}\":1,\"e\u{301}\":3}"),
      (#"{"a":1,"b":2}"#, #"{"\u0061":null}"#, #"{"b":2}"#),
      (#"{"\ud800":1}"#, #"{"\ud801":2}"#, #"{"\ud800":1,"\ud801":2}"#),
      // Of a repeated key the last value counts, on both sides.
      (#"{"a":{"x":1},"a":{"y":1}}"#, #"{"a":{"z":1}}"#, #"{"a":{"y":1,"z":1}}"#),
      (#"{"a":1}"#, #"{"a":null,"a":2}"#, #"{"a":2}"#), (#"{"a":1}"#, #"{"a":2,"a":null}"#, "{}"),
      (#"{"b":1,"b":2}"#, "{}", #"{"b":2}"#), ("{}", #"{"b":1,"b":2}"#, #"{"b":2}"#),
    ])
  func mergePatchFollowsRFC7396(_ target: String, _ patch: String, _ result: String) throws {
    let bytes = MergePatch.apply(try JSONDocument(patch).root, to: try JSONDocument(target).root)
    #expect(String(decoding: bytes, as: UTF8.self) == result)
  }
}

private struct Notes: Model, Equatable {
  let all: [String: Int]
  static let properties = Properties(of: Notes.self) { Property(\.all, "all") }
  static let mapping = Mapping(Notes.init, properties)
}

private struct Place: Model, Equatable {
  let x: Int
  static let properties = Properties(of: Place.self) { Property(\.x, "x") }
  static let mapping = Mapping(Place.init, properties)
}

private struct Size: Model, Equatable {
  let y: Int
  static let properties = Properties(of: Size.self) { Property(\.y, "y") }
  static let mapping = Mapping(Size.init, properties)
}

private struct Flattening: Model {
  let rest: [String: JSONValue]
  let place: Place
  let size: Size
  let id: Int
  let names: [String]?
  let first: Int
  let second: Int
  let span: ClosedRange<Int>

  static let properties = Properties(of: Flattening.self) {
    Property(\.rest, "")
    Property(\.place, "")
    Property(\.size, "")
    Property(\.id, "id")
    Property(\.names, "labels[].name")
    Property(\.first, "at[0]")
    Property(\.second, "at[1].b")
    Property(\.span, from: Member<Int>("lo"), Member<Int>("hi")) { low, high in
      min(low ?? 0, high ?? 0)...max(low ?? 0, high ?? 0)
    } reverse: {
      ($0.lowerBound, $0.upperBound)
    }
  }
  static let mapping = Mapping(Flattening.init, properties)
}

private protocol Figure: Sendable {}

private struct Disc: Model, Figure {
  let radius: Int
  static let properties = Properties(of: Disc.self) { Property(\.radius, "radius") }
  static let mapping = Mapping(Disc.init, properties)
}

private struct Block: Model, Figure {
  let side: Int
  static let properties = Properties(of: Block.self) { Property(\.side, "side") }
  static let mapping = Mapping(Block.init, properties)
}

private struct Drawing: Model {
  let shape: any Figure
  let name: String?

  static let figures = Cluster<any Figure>([
    .model(Disc.self, having: "radius", wrap: { $0 as any Figure }, unwrap: { $0 as? Disc }),
    .model(Block.self, having: "side", wrap: { $0 as any Figure }, unwrap: { $0 as? Block }),
  ])

  static let properties = Properties(of: Drawing.self) {
    Property(\.shape, "shape", figures.transformer)
    Property(\.name, "name")
  }
  static let mapping = Mapping(Drawing.init, properties)
}

private struct Joined: Model, Equatable, Sendable {
  let text: String?
  static let properties = Properties(of: Joined.self) {
    Property(\.text, "text").merged { ($0 ?? "nil") + ($1 ?? "nil") }
  }
  static let mapping = Mapping(Joined.init, properties)
}

private struct Person: Model, Equatable, Sendable {
  let id: Int
  let name: String
  let note: String?
  static let properties = Properties(of: Person.self) {
    Property(\.id, "id").identity()
    Property(\.name, "name")
    Property(\.note, "note")
  }
  static let mapping = Mapping(Person.init, properties)
}

private struct Team: Model, Equatable, Sendable {
  let lead: Person?
  let people: [Person]
  static let properties = Properties(of: Team.self) {
    Property(\.lead, "lead")
    Property(\.people, "people")
  }
  static let mapping = Mapping(Team.init, properties)
}
