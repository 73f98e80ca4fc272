import Synchronization
import Testing

@testable import Mantle

/// Merging and patching keep what belongs together, and what JSON does not hold.
@Suite struct NothingLostTests {
  @Test("A nested model with another identity replaces the old one entirely")
  func modelWithAnotherIdentityReplacesTheOld() throws {
    let old = Box(tag: Tag(id: 1, name: "a"), tags: [:])
    #expect(
      try old.merging(Box(tag: Tag(id: 2, name: nil), tags: [:]), by: .recursive).tag == Tag(id: 2, name: nil)
    )
    #expect(
      try old.merging(Box(tag: Tag(id: 1, name: nil), tags: [:]), by: .recursive).tag == Tag(id: 1, name: "a")
    )
  }

  @Test("Dictionaries of models are merged by their keys")
  func dictionariesOfModelsMergeByKey() throws {
    let old = Box(tag: nil, tags: ["x": Tag(id: 1, name: "a"), "y": Tag(id: 2, name: "b")])
    let new = Box(
      tag: nil, tags: ["x": Tag(id: 1, name: nil), "y": Tag(id: 3, name: nil), "z": Tag(id: 4, name: "d")])
    #expect(
      try old.merging(new, by: .recursive).tags
        == ["x": Tag(id: 1, name: "a"), "y": Tag(id: 3, name: nil), "z": Tag(id: 4, name: "d")])
  }

  @Test("A mirrored value has the elements and keys of the incoming one, in its order")
  func mirroredValueFollowsIncomingOrder() throws {
    let tags = (1...3).map { Tag(id: $0, name: "\($0)") }
    let old = Nested(lists: ["x": tags, "y": []], one: .tag(tags[0]), many: tags.map { .tag($0) })
    let bare = [3, 4, 1].map { Tag(id: $0, name: nil) }
    let new = Nested(lists: ["x": bare, "z": [bare[0]]], one: .tag(bare[2]), many: [.tag(bare[1])])
    let merged = try old.merging(new, by: .mirror)
    #expect(merged.lists == ["x": [tags[2], bare[1], tags[0]], "z": [bare[0]]])
    #expect(merged.one == .tag(tags[0]))
    #expect(merged.many == [.tag(bare[1])])
  }

  @Test("Arrays in dictionaries and members of class clusters are merged like models")
  func nestedCollectionsAndClustersMerge() throws {
    let (old, new) = (Tag(id: 1, name: "a"), Tag(id: 1, name: nil))
    let merged = try Nested(lists: ["x": [old]], one: .tag(old), many: [.tag(old), .leaf(.tag(old))])
      .merging(
        Nested(
          lists: ["x": [new]], one: .tag(new),
          many: [.leaf(.tag(new)), .tag(Tag(id: 2, name: nil)), .tag(new)]),
        by: .recursive)
    #expect(merged.lists == ["x": [old]])
    #expect(merged.one == .tag(old))
    #expect(merged.many == [.tag(old), .leaf(.tag(old)), .tag(Tag(id: 2, name: nil))])
    let other = try merged.merging(
      Nested(lists: [:], one: .note(Inner(secret: "s", note: "n")), many: []), by: .recursive)
    #expect(other.one == .note(Inner(secret: "s", note: "n")))
  }

  @Test(
    "An array with a cluster member that has no identity is replaced",
    arguments: [MergePolicy.recursive, .mirror])
  func arrayWithoutIdentitiesIsReplaced(_ policy: MergePolicy) throws {
    let note = Item.note(Inner(secret: "s", note: "n"))
    for many in [[note], [.tag(Tag(id: 1, name: "a")), note]] {
      let model = Nested(lists: [:], one: note, many: many)
      #expect(try model.merging(model, by: policy).many == many)
      #expect(try model.merging(Nested(lists: [:], one: note, many: []), by: policy).many == [])
    }
  }

  @Test(
    "Existentials in arrays and dictionaries are merged as their models",
    arguments: [
      (
        MergePolicy.recursive,
        #""all":[{"kind":"cat","id":1,"meow":"m"},{"kind":"dog","id":1,"bark":3},{"kind":"dog","id":2,"bark":2}]"#,
        #""by":{"k":{"kind":"cat","id":1,"meow":"m"},"l":{"kind":"dog","id":1,"bark":1},"x":{"kind":"dog","id":5,"bark":5}}"#
      ),
      (
        .mirror, #""all":[{"kind":"dog","id":1,"bark":3},{"kind":"dog","id":2,"bark":2}]"#,
        #""by":{"k":{"kind":"cat","id":1,"meow":"m"},"l":{"kind":"dog","id":1,"bark":1}}"#
      ),
      (
        .overwrite, #""all":[{"kind":"dog","id":1,"bark":null},{"kind":"dog","id":2,"bark":2}]"#,
        #""by":{"k":{"kind":"cat","id":1,"meow":null},"l":{"kind":"dog","id":1,"bark":1}}"#
      ),
    ])
  func existentialsMergeAsTheirModels(_ policy: MergePolicy, _ all: String, _ by: String) throws {
    let old = Zoo(
      all: [Cat(id: 1, meow: "m"), Dog(id: 1, bark: 3)],
      by: ["k": Cat(id: 1, meow: "m"), "x": Dog(id: 5, bark: 5)])
    let new = Zoo(
      all: [Dog(id: 1, bark: nil), Dog(id: 2, bark: 2)],
      by: ["k": Cat(id: 1, meow: nil), "l": Dog(id: 1, bark: 1)])
    #expect(try old.merging(new, by: policy).json() == "{\(all),\(by)}")
    #expect(try old.applying(mergePatch: old.mergePatch(to: new)).json() == new.json())
  }

  @Test("Merging two arrays compares every element with few others")
  func arrayMergeIsLinear() throws {
    let ids = (0..<500).map(CountingID.init)
    let old = Crowd(people: ids.map { Member(id: $0, name: "old") })
    let new = Crowd(people: ids.reversed().map { Member(id: $0, name: nil) })
    CountingID.comparisons.store(0, ordering: .relaxed)
    let merged = try old.merging(new, by: .recursive)
    #expect(merged.people.allSatisfy { $0.name == "old" } && merged.people.count == 500)
    #expect(CountingID.comparisons.load(ordering: .relaxed) < 5_000)
  }

  @Test("A patch leaves decode-only and local values alone, in nested models too")
  func patchKeepsDecodeOnlyValues() throws {
    let draft = Draft(id: 1, login: "ann", title: "x", fetched: 7, inner: Inner(secret: "s", note: "n"))
    let patched = try draft.applying(mergePatch: JSONValue(json: #"{"title":null,"inner":{"note":"m"}}"#))
    #expect(
      patched == Draft(id: 1, login: "ann", title: nil, fetched: 7, inner: Inner(secret: "s", note: "m")))
    #expect(try draft.applying(mergePatch: draft.mergePatch(to: patched)) == patched)
    let failure = #expect(throws: DecodingFailure.self) {
      try draft.applying(mergePatch: JSONValue(json: #"{"id":"x","inner":{"note":1}}"#))
    }
    #expect(failure?.diagnostics.map(\.path) == ["id", "inner.note"])
    let gone = try draft.applying(mergePatch: JSONValue(json: #"{"inner":null}"#))
    #expect(gone.inner == nil && gone.login == "ann")
  }

  @Test(
    "Equal values have equal hashes, and different values mostly differ in their hashes",
    arguments: [
      (#"{"a":1,"b":[1.0,"x"]}"#, #"{"b":[1,"\u0078"],"a":10e-1}"#), ("0", "-0.0"), ("[[[]]]", "[ [ [ ] ] ]"),
    ])
  func equalValuesHaveEqualHashes(_ a: String, _ b: String) throws {
    let (a, b) = (try JSONValue(json: a), try JSONValue(json: b))
    #expect(a == b && a.hashValue == b.hashValue)
    let texts = try (0..<100).map { try JSONValue(json: "\"text \($0)\"") }
    #expect(Set(texts.map(\.hashValue)).count > 90)
  }
}

private struct Tag: Model, Equatable {
  let id: Int
  let name: String?
  static let properties = Properties(of: Tag.self) {
    Property(\.id, "id").identity()
    Property(\.name, "name")
  }
  static let mapping = Mapping(Tag.init, properties)
}

private struct Box: Model {
  let tag: Tag?
  let tags: [String: Tag]
  static let properties = Properties(of: Box.self) {
    Property(\.tag, "tag")
    Property(\.tags, "tags")
  }
  static let mapping = Mapping(Box.init, properties)
}

/// Counts how often it is compared.
private struct CountingID: Hashable, JSONConvertible {
  static let comparisons = Atomic(0)
  let number: Int

  static func == (a: CountingID, b: CountingID) -> Bool {
    comparisons.add(1, ordering: .relaxed)
    return a.number == b.number
  }
  static func decode(_ json: JSONCursor) throws -> CountingID { CountingID(number: try Int.decode(json)) }
  func encode(to writer: inout JSONWriter) { writer.writeInteger(number) }
}

private struct Member: Model {
  let id: CountingID
  let name: String?
  static let properties = Properties(of: Member.self) {
    Property(\.id, "id").identity()
    Property(\.name, "name")
  }
  static let mapping = Mapping(Member.init, properties)
}

private struct Crowd: Model {
  let people: [Member]
  static let properties = Properties(of: Crowd.self) {
    Property(\.people, "people")
  }
  static let mapping = Mapping(Crowd.init, properties)
}

private struct Inner: Model, Equatable {
  let secret: String
  let note: String
  static let properties = Properties(of: Inner.self) {
    Property(\.secret, "secret").decodeOnly()
    Property(\.note, "note")
  }
  static let mapping = Mapping(Inner.init, properties)
}

private struct Draft: Model, Equatable {
  let id: Int
  let login: String
  let title: String?
  let fetched: Int
  let inner: Inner?
  static let properties = Properties(of: Draft.self) {
    Property(\.id, "id")
    Property(\.login, "login").decodeOnly()
    Property(\.title, "title")
    Property(local: \.fetched) { 42 }
    Property(\.inner, "inner")
  }
  static let mapping = Mapping(Draft.init, properties)
}

private struct Nested: Model {
  let lists: [String: [Tag]]
  let one: Item
  let many: [Item]
  static let properties = Properties(of: Nested.self) {
    Property(\.lists, "lists")
    Property(\.one, "one")
    Property(\.many, "many")
  }
  static let mapping = Mapping(Nested.init, properties)
}

private enum Item: PolymorphicModel, Equatable {
  case tag(Tag), note(Inner), leaf(Leaf)

  static let cluster = Cluster<Item>(
    by: "kind",
    [
      .model(Tag.self, when: "tag", wrap: Item.tag) { if case .tag(let tag) = $0 { tag } else { nil } },
      .model(Inner.self, when: "note", wrap: Item.note) {
        if case .note(let note) = $0 { note } else { nil }
      },
      .cluster({ Leaf.cluster }, when: "leaf", wrap: Item.leaf) {
        if case .leaf(let leaf) = $0 { leaf } else { nil }
      },
    ])
}

private enum Leaf: PolymorphicModel, Equatable {
  case tag(Tag)

  static let cluster = Cluster<Leaf>(
    by: "form",
    [.model(Tag.self, when: "tag", wrap: Leaf.tag) { if case .tag(let tag) = $0 { tag } else { nil } }])
}

private protocol Beast: Model, Sendable {}

private struct Cat: Beast {
  let id: Int
  let meow: String?
  static let properties = Properties(of: Cat.self) {
    Property(\.id, "id").identity()
    Property(\.meow, "meow")
  }
  static let mapping = Mapping(Cat.init, properties)
}

private struct Dog: Beast {
  let id: Int
  let bark: Int?
  static let properties = Properties(of: Dog.self) {
    Property(\.id, "id").identity()
    Property(\.bark, "bark")
  }
  static let mapping = Mapping(Dog.init, properties)
}

private struct Zoo: Model {
  let all: [any Beast]
  let by: [String: any Beast]
  static let cluster = Cluster<any Beast>(
    named: "Beast", by: "kind", [.subtype(Cat.self, when: "cat"), .subtype(Dog.self, when: "dog")])
  static let properties = Properties(of: Zoo.self) {
    Property(\.all, "all", cluster.transformer.array)
    Property(\.by, "by", cluster.transformer.dictionary)
  }
  static let mapping = Mapping(Zoo.init, properties)
}
