import Mantle
import Testing

/// Clusters whose values would not be read again are refused.
struct ClusterMistakeTests {
  @Test func memberKeysMissingInAProfileAreRejected() throws {
    let error = #expect(throws: MappingError.self) { try Holder<ByKeys>.mapping.check() }
    #expect(error?.description.contains("a profile of Renamed has no key `a1`") == true)
    #expect(throws: EncodingProblem.self) {
      try ByKeys.renamed(Renamed(a: 1)).json(EncodingOptions(profile: "db"))
    }
    #expect(try ByKeys.renamed(Renamed(a: 1)).json() == #"{"a1":1}"#)
  }

  @Test func oneCaseForTwoMembersIsRejected() throws {
    let error = #expect(throws: MappingError.self) { try Holder<OneCase>.mapping.check() }
    #expect(error?.description.contains(#"Plain for "y" is encoded as Plain for "x""#) == true)
    try Holder<TwoCases>.mapping.check()
    try Holder<OwnTag>.mapping.check()
    for text in [#"{"value":{"kind":"x"}}"#, #"{"value":{"kind":"y"}}"#] {
      #expect(try Holder<OwnTag>.decode(json: text).json() == text)
    }
  }

  @Test func tagPathWithoutAKeyIsRejected() {
    let error = #expect(throws: MappingError.self) { try Holder<AtIndex>.mapping.check() }
    #expect(error?.description.contains("the path `[0]` selects no member") == true)
  }

  @Test func tagsMayHaveAliases() throws {
    try Holder<Aliased>.mapping.check()
    let value = Aliased.plain(Plain(n: 1))
    for text in [#"{"type":"p","n":1}"#, #"{"kind":"p","n":1}"#, #"{"type":"p","kind":"q","n":1}"#] {
      #expect(try Aliased.decode(json: text, options: DecodingOptions(unknownKeys: .noted)) == value)
    }
    #expect(try value.json() == #"{"type":"p","n":1}"#)
    let options = DecodingOptions(unknownKeys: .refused)
    #expect(try Aliased.decode(json: #"{"kind":"p","n":1}"#, options: options) == value)
    #expect(try Keeping.decode(json: #"{"kind":"k","x":1}"#).json() == #"{"type":"k","x":1}"#)
  }

  @Test func conflictingKeysOfFlattenedClustersAreRejected() throws {
    #expect(throws: MappingError.self) { try Shared.mapping.check() }
    let value = Shared(
      x: .active(Active(bonus: 1)), y: .renamed(Renamed(a: 2)), z: .eligible(Eligible(id: 3)))
    #expect(throws: EncodingProblem.self) { try value.json() }
  }

  @Test func conflictingKeysOfFlattenedModelsAreRejected() throws {
    let error = #expect(throws: MappingError.self) { try SharedDeep.mapping.check() }
    #expect(error?.description.contains("both are written at `deep.n`") == true)
    let same = SharedDeep(a: Deep(n: 1, own: 2), b: OtherDeep(n: 1, other: 3))
    #expect(try same.json() == #"{"deep":{"n":1,"own":2,"other":3}}"#)
    #expect(try SharedDeep.decode(json: same.json()) == same)
  }
}

private struct Holder<Value: JSONConvertible>: Model {
  var value: Value
  static var mapping: Mapping<Holder> {
    .cached {
      let properties = Properties(of: Holder.self) { Property(\.value, "value") }
      return Mapping(Holder.init, properties)
    }
  }
}

private struct Plain: Model, Equatable {
  var n: Int
  static let properties = Properties(of: Plain.self) { Property(\.n, "n") }
  static let mapping = Mapping(Plain.init, properties)
}

private struct Renamed: Model, Equatable {
  var a: Int
  static let properties = Properties(of: Renamed.self) { Property(\.a, "a1") }
  static let mapping = Mapping(Renamed.init, properties)
  static let profiles = [
    "db": Mapping(Renamed.init, Properties(of: Renamed.self) { Property(\.a, "pa1") })
  ]
}

private enum ByKeys: PolymorphicModel, Equatable {
  case renamed(Renamed), plain(Plain)
  static let cluster = Cluster<ByKeys>([
    .model(Renamed.self, having: "a1", wrap: ByKeys.renamed),
    .model(Plain.self, having: "n", wrap: ByKeys.plain),
  ])
}

private enum OneCase: PolymorphicModel, Equatable {
  case plain(Plain)
  static let cluster = Cluster<OneCase>(
    by: "t",
    [.model(Plain.self, when: "x", wrap: OneCase.plain), .model(Plain.self, when: "y", wrap: OneCase.plain)])
}

private enum TwoCases: PolymorphicModel, Equatable {
  case one(Plain), two(Plain)
  static let cluster = Cluster<TwoCases>(
    by: "t",
    [.model(Plain.self, when: "x", wrap: TwoCases.one), .model(Plain.self, when: "y", wrap: TwoCases.two)])
}

private struct Kinded: Model, Equatable {
  var kind: String
  static let properties = Properties(of: Kinded.self) { Property(\.kind, "kind") }
  static let mapping = Mapping(Kinded.init, properties)
}

private enum OwnTag: PolymorphicModel, Equatable {
  case kinded(Kinded)
  static let cluster = Cluster<OwnTag>(
    by: "kind",
    [
      .model(Kinded.self, when: "x", wrap: OwnTag.kinded),
      .model(Kinded.self, when: "y", wrap: OwnTag.kinded),
    ])
}

private enum AtIndex: PolymorphicModel, Equatable {
  case plain(Plain)
  static let cluster = Cluster<AtIndex>(by: "[0]", [.model(Plain.self, when: "x", wrap: AtIndex.plain)])
}

private enum Aliased: PolymorphicModel, Equatable {
  case plain(Plain)
  static let cluster = Cluster<Aliased>(
    by: "type", or: ["kind"], [.model(Plain.self, when: "p", wrap: Aliased.plain)])
}

private struct Kept: Model, Equatable {
  var rest: [String: Int]
  static let properties = Properties(of: Kept.self) { Property(\.rest, "") }
  static let mapping = Mapping(Kept.init, properties)
}

private enum Keeping: PolymorphicModel, Equatable {
  case kept(Kept)
  static let cluster = Cluster<Keeping>(
    by: "type", or: ["kind"], [.model(Kept.self, when: "k", wrap: Keeping.kept)])
}

private struct Active: Model, Equatable {
  var bonus: Int
  static let properties = Properties(of: Active.self) { Property(\.bonus, "bonus") }
  static let mapping = Mapping(Active.init, properties)
}

private struct Eligible: Model, Equatable {
  var id: Int
  static let properties = Properties(of: Eligible.self) { Property(\.id, "id") }
  static let mapping = Mapping(Eligible.init, properties)
}

private enum HasBonus: PolymorphicModel, Equatable {
  case active(Active)
  static let cluster = Cluster<HasBonus>(
    by: "type", [.model(Active.self, when: "active", wrap: HasBonus.active)])
}

private enum ByBonus: PolymorphicModel, Equatable {
  case active(Active), eligible(Eligible)
  static let cluster = Cluster<ByBonus>([
    .model(Active.self, having: "bonus", wrap: ByBonus.active),
    .model(Eligible.self, having: "id", wrap: ByBonus.eligible),
  ])
}

private struct Shared: Model, Equatable {
  var x: HasBonus
  var y: ByKeys
  var z: ByBonus
  static let properties = Properties(of: Shared.self) {
    Property(\.x, "")
    Property(\.y, "")
    Property(\.z, "")
  }
  static let mapping = Mapping(Shared.init, properties)
}

private struct Deep: Model, Equatable {
  var n: Int
  var own: Int
  static let properties = Properties(of: Deep.self) {
    Property(\.n, "deep.n")
    Property(\.own, "deep.own")
  }
  static let mapping = Mapping(Deep.init, properties)
}

private struct OtherDeep: Model, Equatable {
  var n: Int
  var other: Int
  static let properties = Properties(of: OtherDeep.self) {
    Property(\.n, "deep.n")
    Property(\.other, "deep.other")
  }
  static let mapping = Mapping(OtherDeep.init, properties)
}

private struct SharedDeep: Model, Equatable {
  var a: Deep
  var b: OtherDeep
  static let properties = Properties(of: SharedDeep.self) {
    Property(\.a, "")
    Property(\.b, "")
  }
  static let mapping = Mapping(SharedDeep.init, properties)
}
