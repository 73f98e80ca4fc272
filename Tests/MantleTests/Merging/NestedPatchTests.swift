import Mantle
import Testing

/// Merge patches that change values of nested models.
@Suite struct NestedPatchTests {
  private static let part = Part(x: 1, note: "n", cache: 7, seen: "s")
  private static let empty = Part(x: nil, note: nil, cache: 7, seen: "s")
  private static let whole = Whole(
    id: 1, direct: part, maybe: part, flat: part, field: .value(part), byKey: ["k": part, "l": part],
    lists: ["k": [part], "l": [part]], member: .part(part), content: .parts(["k": part, "l": part]))

  @Test(
    arguments: [
      Change(#"{"direct":PART}"#) { $0.direct = empty }, Change(#"{"maybe":PART}"#) { $0.maybe = empty },
      Change("PART") { $0.flat = empty }, Change(#"{"field":PART}"#) { $0.field = .value(empty) },
      Change(#"{"byKey":{"k":PART}}"#) { $0.byKey["k"] = empty },
      Change(#"{"member":PART}"#) { $0.member = .part(empty) },
      Change(#"{"content":{"v":{"k":PART}}}"#) { $0.content = .parts(["k": empty, "l": part]) },
    ])
  private func patchNullsSetNestedPropertiesToNil(_ change: Change) throws {
    try Whole.mapping.check()
    var expected = Self.whole
    change.apply(&expected)
    for nulls in [#"{"x":null,"note":null}"#, #"{"ex":null,"remark":null}"#] {
      let patch = try JSONValue(json: change.patch.replacing("PART", with: nulls))
      #expect(try Self.whole.applying(mergePatch: patch) == expected, "\(nulls)")
    }
    #expect(try Self.whole.applying(mergePatch: Self.whole.mergePatch(to: expected)) == expected)
  }

  @Test(
    arguments: [
      Change("{}") { _ in }, Change(#"{"id":2}"#) { $0.id = 2 },
      Change(#"{"note":"m"}"#) { $0.flat.note = "m" },
      Change(#"{"byKey":{"l":null}}"#) { $0.byKey["l"] = nil },
      Change(#"{"lists":{"k":null}}"#) { $0.lists["k"] = nil },
      Change(#"{"content":{"v":{"l":null}}}"#) { $0.content = .parts(["k": part]) },
    ])
  private func patchKeepsOtherNestedModels(_ change: Change) throws {
    var expected = Self.whole
    change.apply(&expected)
    #expect(try Self.whole.applying(mergePatch: JSONValue(json: change.patch)) == expected)
  }

  @Test func patchedExistentialKeepsItsModel() throws {
    let holder = HoldsPiece(piece: Self.part)
    let patched = try holder.applying(mergePatch: JSONValue(json: #"{"piece":{"x":null,"remark":null}}"#))
    #expect(patched.piece as? Part == Self.empty)
  }

  @Test func patchCreatesNestedModelsWithNil() throws {
    let new = Part(x: nil, note: nil, cache: 0, seen: nil)
    var (old, expected) = (Self.whole, Self.whole)
    (old.maybe, old.field, old.byKey, old.member, old.content) = (
      nil, .absent, [:], .point(Point(x: 1)), .none(1)
    )
    (expected.maybe, expected.field, expected.byKey) = (new, .value(new), ["k": new])
    (expected.member, expected.content) = (.part(new), .parts(["k": new]))
    #expect(try old.applying(mergePatch: old.mergePatch(to: expected)) == expected)
    #expect(try expected.applying(mergePatch: expected.mergePatch(to: old)) == old)
  }

  private static let strict = [
    nil, Strict(x: 1, y: "a"), Strict(x: nil, y: nil), Strict(x: 5, y: nil), Strict(x: nil, y: "b"),
  ]

  @Test(arguments: strict, strict)
  private func patchSetsAndClearsOptionalModels(_ from: Strict?, _ to: Strict?) throws {
    func check<M: Model & Equatable>(_ make: (Strict?) -> M) throws {
      try M.mapping.check()
      let (a, b) = (make(from), make(to))
      #expect(try a.applying(mergePatch: a.mergePatch(to: b)) == b)
    }
    try check { HoldsStrict(value: $0) }
    try check { HoldsDeepStrict(value: $0) }
    // RFC 7396 does not distinguish a flattened model whose values are all nil from nil.
    if to != Strict(x: nil, y: nil) { try check { HoldsFlatStrict(id: 1, value: $0) } }
  }

  @Test func patchSetsFlattenedModelToNil() throws {
    let holder = HoldsFlatStrict(id: 1, value: Strict(x: 1, y: "a"))
    let patched = try holder.applying(mergePatch: JSONValue(json: #"{"x":null,"y":null}"#))
    #expect(patched == HoldsFlatStrict(id: 1, value: nil))
  }

  @Test(arguments: [(["a"], nil), (nil, ["a"]), (nil, []), ([], nil)] as [([String]?, [String]?)])
  func patchSetsAndClearsListsOfSingleValues(_ from: [String]?, _ to: [String]?) throws {
    let (a, b) = (Names(all: from), Names(all: to))
    #expect(try a.applying(mergePatch: a.mergePatch(to: b)) == b)
  }

  @Test func patchingRunsTheHooks() throws {
    let (old, new) = (Hooked(id: 1, total: 2), Hooked(id: 5, total: 10))
    let holder = HoldsHooked(all: ["k": old])
    #expect(try old.applying(mergePatch: JSONValue(json: #"{"id":5}"#)) == new)
    #expect(try holder.applying(mergePatch: JSONValue(json: #"{"all":{"k":{"id":5}}}"#)).all == ["k": new])
    #expect(
      try holder.applying(mergePatch: JSONValue(json: #"{"all":{"k":{"data":{"id":5}}}}"#)).all == ["k": new])
  }
}

/// A merge patch and its effect.
private struct Change: Sendable {
  let patch: String
  let apply: @Sendable (inout Whole) -> Void

  init(_ patch: String, _ apply: @escaping @Sendable (inout Whole) -> Void) {
    (self.patch, self.apply) = (patch, apply)
  }
}

private protocol Piece: Sendable {}

private struct Part: Model, Piece, Equatable {
  var x: Int?
  var note: String?
  let cache: Int
  let seen: String?
  static let properties = Properties(of: Part.self) {
    Property(\.x, "x", or: ["ex"]).default(5)
    Property(\.note, "note", or: ["remark"])
    Property(local: \.cache) { 0 }
    Property(\.seen, "seen").decodeOnly()
  }
  static let mapping = Mapping(Part.init, properties)
}

private struct Point: Model, Equatable {
  let x: Int
  static let properties = Properties(of: Point.self) { Property(\.x, "x") }
  static let mapping = Mapping(Point.init, properties)
}

private enum Member: PolymorphicModel, Equatable {
  case part(Part), point(Point)
  static let cluster = Cluster<Member>(
    by: "kind",
    [
      .model(Part.self, when: "part", wrap: Member.part),
      .model(Point.self, when: "point", wrap: Member.point),
    ])
}

private enum Content: PolymorphicModel, Equatable {
  case parts([String: Part]), none(Int)
  static let cluster = Cluster<Content>(
    by: "kind",
    [
      .content([String: Part].self, at: "v", when: "parts", wrap: Content.parts),
      .content(Int.self, at: "n", when: "none", wrap: Content.none),
    ])
}

/// A model that contains other models in every way.
private struct Whole: Model, Equatable {
  var id: Int
  var direct: Part
  var maybe: Part?
  var flat: Part
  var field: Field<Part>
  var byKey: [String: Part]
  var lists: [String: [Part]]
  var member: Member
  var content: Content
  static let properties = Properties(of: Whole.self) {
    Property(\.id, "id")
    Property(\.direct, "direct")
    Property(\.maybe, "maybe")
    Property(\.flat, "")
    Property(\.field, "field")
    Property(\.byKey, "byKey")
    Property(\.lists, "lists")
    Property(\.member, "member")
    Property(\.content, "content")
  }
  static let mapping = Mapping(Whole.init, properties)
}

private struct HoldsPiece: Model {
  let piece: any Piece
  static let pieces = Cluster<any Piece>(by: "kind", [.subtype(Part.self, when: "part")])
  static let properties = Properties(of: HoldsPiece.self) { Property(\.piece, "piece", pieces.transformer) }
  static let mapping = Mapping(HoldsPiece.init, properties)
}

private struct Strict: Model, Equatable {
  let x: Int?
  let y: String?
  static let properties = Properties(of: Strict.self) {
    Property(\.x, "x").default(5)
    Property(\.y, "y").required()
  }
  static let mapping = Mapping(Strict.init, properties)
}

private struct HoldsStrict: Model, Equatable {
  let value: Strict?
  static let properties = Properties(of: HoldsStrict.self) { Property(\.value, "value") }
  static let mapping = Mapping(HoldsStrict.init, properties)
}

private struct HoldsDeepStrict: Model, Equatable {
  let value: Strict?
  static let properties = Properties(of: HoldsDeepStrict.self) {
    Property(\.value, "value.inner").default(Strict(x: 1, y: nil))
  }
  static let mapping = Mapping(HoldsDeepStrict.init, properties)
}

private struct HoldsFlatStrict: Model, Equatable {
  let id: Int
  let value: Strict?
  static let properties = Properties(of: HoldsFlatStrict.self) {
    Property(\.id, "id")
    Property(\.value, "")
  }
  static let mapping = Mapping(HoldsFlatStrict.init, properties)
}

private struct Names: Model, Equatable {
  let all: [String]?
  static let properties = Properties(of: Names.self) { Property(\.all, "labels[].name").default(["d"]) }
  static let mapping = Mapping(Names.init, properties)
}

private struct Hooked: Model, Equatable {
  var id: Int
  var total: Int
  static let properties = Properties(of: Hooked.self) {
    Property(\.id, "id")
    Property(\.total, "total").default(0).encodeOnly()
  }
  static let mapping = Mapping(Hooked.init, properties)
    .beforeDecoding { $0["data"]?.rawBytes }
    .afterDecoding { root, _ in root.total = root.id * 2 }
}

private struct HoldsHooked: Model {
  let all: [String: Hooked]
  static let properties = Properties(of: HoldsHooked.self) { Property(\.all, "all") }
  static let mapping = Mapping(HoldsHooked.init, properties)
}
