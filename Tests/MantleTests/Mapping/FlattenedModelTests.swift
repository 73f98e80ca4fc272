import Mantle
import Testing

/// A model at the empty path, whose keys are among those of the model that holds it.
struct FlattenedModelTests {
  @Test func optionalFlattenedModelIsNilWithoutItsKeys() throws {
    for parent in [Parent(id: 1, child: nil), Parent(id: 1, child: Child(a: "x", b: "y"))] {
      #expect(try Parent.decode(json: parent.json()) == parent)
      #expect(try Parent.report(json: parent.json()).value == parent)
    }
    for text in [#"{"id":1}"#, #"{"id":1,"deep":null}"#, #"{"id":1,"deep":{"c":2}}"#] {
      #expect(try Parent.decode(json: text).child == nil, "\(text)")
    }
    for text in [
      #"{"id":1,"a":"x"}"#, #"{"id":1,"a":null}"#, #"{"id":1,"deep":{"b":"y"}}"#, #"{"id":1,"deep":7}"#,
    ] {
      #expect(throws: DecodingFailure.self, "\(text)") { try Parent.decode(json: text) }
    }
    #expect(try Parent.report(json: #"{"id":1}"#).presentProperties == ["id"])
    #expect(
      try Parent.report(json: #"{"id":1,"a":"x","deep":{"b":"y"}}"#).presentProperties == ["id", "child"])
  }

  @Test func defaultReplacesModelWithoutKeys() throws {
    let decoded = try WithDefault.report(json: #"{"id":1}"#)
    #expect(decoded.value?.child == Child(a: "da", b: "db"))
    #expect(decoded.diagnostics.map(\.code) == [.defaultUsed])
    #expect(
      try WithDefault.decode(json: #"{"id":1,"a":"x","deep":{"b":"y"}}"#).child == Child(a: "x", b: "y"))
  }

  @Test func optionalFlattenedClusterIsNilWithoutItsKeys() throws {
    #expect(try MediaHolder.decode(json: #"{"z":1}"#).media == nil)
    #expect(try MediaHolder.decode(json: MediaHolder(media: nil, z: 1).json()).media == nil)
    let held = MediaHolder(media: .image(Image(url: "i", alt: nil)), z: nil)
    #expect(try MediaHolder.decode(json: held.json()) == held)
    for text in [#"{"mediaType":"image"}"#, #"{"url":"i"}"#, #"{"mediaType":null}"#] {
      #expect(throws: DecodingFailure.self, "\(text)") { try MediaHolder.decode(json: text) }
    }
  }

  @Test func encodingRejectsFlattenedModelWithoutKeys() throws {
    #expect(try Sparse.decode(json: Sparse(image: nil).json()) == Sparse(image: nil))
    #expect(throws: EncodingProblem.self) { try Sparse(image: Omitting(a: nil)).json() }
    let full = Sparse(image: Omitting(a: 1))
    #expect(try Sparse.decode(json: full.json()) == full)
  }

  @Test func keySharedWithEnclosingModelIsRejected() throws {
    #expect(throws: MappingError.self) { try Overlap.mapping.check() }
    #expect(throws: MappingError.self) { try DeepOverlap.mapping.check() }
    #expect(throws: MappingError.self) { try ClusterOverlap.mapping.check() }
    let added = #expect(throws: MappingError.self) { try AddedOverlap.mapping.check() }
    #expect(added?.description.contains("written twice") == true)
    let error = #expect(throws: MappingError.self) { try Overlap(id: 1, child: Item(id: 2)).json() }
    #expect(error?.description.hasPrefix("Overlap.id and Overlap.child: both are written at `id`") == true)
    try ReadTwice.mapping.check()
    #expect(throws: MappingError.self) { try NestedAlias.mapping.check() }
    #expect(try ReadTwice.decode(json: #"{"id":1}"#).json() == #"{"id":1}"#)
  }

  @Test func modelFlattenedIntoItselfIsRejected() {
    #expect(throws: MappingError.self) { try Endless.decode(json: #"{"id":1}"#) }
  }

  @Test func encodingRejectsConflictingValuesOfOneKey() throws {
    let same = Both(left: Item(id: 1), right: Item(id: 1))
    #expect(try Both.decode(json: same.json()) == same)
    #expect(throws: EncodingProblem.self) { try Both(left: Item(id: 1), right: Item(id: 2)).json() }
  }

  /// The parent's profile has a key that only the profile of the child has, too.
  @Test func profilesOfFlattenedModelsAreChecked() throws {
    let value = ByProfile(id: 1, child: Renamed(a: 2))
    #expect(try ByProfile.decode(json: value.json()) == value)
    try ByProfile.mapping.check()
    #expect(throws: MappingError.self) { try value.json(EncodingOptions(profile: "db")) }
    #expect(try ByProfile.decode(json: #"{"id":1}"#).child == nil)
  }

  @Test(arguments: [
    (#"{"mediaType":"image","url":"i","z":1}"#, []),
    (#"{"mediaType":"image","url":"i","q":1}"#, ["q"]),
    (#"{"mediaType":"image","url":"i","length":1}"#, ["length"]),
    (#"{"mediaType":"video","length":1,"alt":""}"#, ["alt"]), (#"{"z":1}"#, []), (#"{"q":1}"#, ["q"]),
  ])
  func unknownKeysNextToFlattenedClusterAreRefused(_ text: String, _ unknown: [String]) throws {
    let options = DecodingOptions(unknownKeys: .refused)
    let decoded = try MediaHolder.report(json: text, options: options)
    #expect(decoded.diagnostics.filter { $0.code == .unmappedKey }.map(\.path.description) == unknown)
    #expect((decoded.value != nil) == unknown.isEmpty)
    #expect(((try? MediaHolder.decode(json: text, options: options)) != nil) == unknown.isEmpty)
    let outer = try Outermost.report(json: text, options: options)
    #expect(outer.diagnostics.filter { $0.code == .unmappedKey }.map(\.path.description) == unknown)
  }
}

private struct Child: Model, Equatable {
  let a: String
  let b: String
  static let properties = Properties(of: Child.self) {
    Property(\.a, "a")
    Property(\.b, "deep.b")
  }
  static let mapping = Mapping(Child.init, properties)
}

private struct Parent: Model, Equatable {
  let id: Int
  let child: Child?
  static let properties = Properties(of: Parent.self) {
    Property(\.id, "id")
    Property(\.child, "")
  }
  static let mapping = Mapping(Parent.init, properties)
}

private struct WithDefault: Model, Equatable {
  let id: Int
  let child: Child
  static let properties = Properties(of: WithDefault.self) {
    Property(\.id, "id")
    Property(\.child, "").default(Child(a: "da", b: "db"))
  }
  static let mapping = Mapping(WithDefault.init, properties)
}

private struct Image: Model, Equatable {
  let url: String
  let alt: String?
  static let properties = Properties(of: Image.self) {
    Property(\.url, "url")
    Property(\.alt, "alt")
  }
  static let mapping = Mapping(Image.init, properties)
}

private struct Video: Model, Equatable {
  let length: Int
  static let properties = Properties(of: Video.self) { Property(\.length, "length") }
  static let mapping = Mapping(Video.init, properties)
}

private enum Media: PolymorphicModel, Equatable {
  case image(Image), video(Video)
  static let cluster = Cluster<Media>(
    by: "mediaType",
    [
      .model(Image.self, when: "image", wrap: Media.image),
      .model(Video.self, when: "video", wrap: Media.video),
    ])
}

private struct MediaHolder: Model, Equatable {
  let media: Media?
  let z: Int?
  static let properties = Properties(of: MediaHolder.self) {
    Property(\.media, "")
    Property(\.z, "z")
  }
  static let mapping = Mapping(MediaHolder.init, properties)
}

private struct Outermost: Model {
  let holder: MediaHolder
  static let properties = Properties(of: Outermost.self) { Property(\.holder, "") }
  static let mapping = Mapping(Outermost.init, properties)
}

private struct Omitting: Model, Equatable {
  let a: Int?
  static let properties = Properties(of: Omitting.self) { Property(\.a, "a") }
  static let mapping = Mapping(Omitting.init, properties).encodeNil(as: .omitted)
}

private struct Sparse: Model, Equatable {
  let image: Omitting?
  static let properties = Properties(of: Sparse.self) { Property(\.image, "") }
  static let mapping = Mapping(Sparse.init, properties)
}

private struct Item: Model, Equatable {
  let id: Int
  static let properties = Properties(of: Item.self) { Property(\.id, "id") }
  static let mapping = Mapping(Item.init, properties)
}

private struct Overlap: Model {
  let id: Int
  let child: Item
  static let properties = Properties(of: Overlap.self) {
    Property(\.id, "id")
    Property(\.child, "")
  }
  static let mapping = Mapping(Overlap.init, properties)
}

private struct ReadTwice: Model {
  let id: Int
  let child: Item
  static let properties = Properties(of: ReadTwice.self) {
    Property(\.id, "id").decodeOnly()
    Property(\.child, "")
  }
  static let mapping = Mapping(ReadTwice.init, properties)
}

private struct Middle: Model {
  let item: Item?
  static let properties = Properties(of: Middle.self) { Property(\.item, "") }
  static let mapping = Mapping(Middle.init, properties)
}

private struct DeepOverlap: Model {
  let inner: Int
  let child: Middle
  static let properties = Properties(of: DeepOverlap.self) {
    Property(\.inner, "id.value")
    Property(\.child, "")
  }
  static let mapping = Mapping(DeepOverlap.init, properties)
}

private struct ClusterOverlap: Model {
  let length: Int
  let media: Media
  static let properties = Properties(of: ClusterOverlap.self) {
    Property(\.length, "length")
    Property(\.media, "")
  }
  static let mapping = Mapping(ClusterOverlap.init, properties)
}

private struct AddedOverlap: Model {
  let child: Item
  static let properties = Properties(of: AddedOverlap.self) { Property(\.child, "") }
  static let mapping = Mapping(AddedOverlap.init, properties).writing("id") { _ in 7 }
}

private final class Endless: Model {
  let id: Int
  let next: Endless?
  init(id: Int, next: Endless?) { (self.id, self.next) = (id, next) }
  static let properties = Properties(of: Endless.self) {
    Property(\.id, "id")
    Property(\.next, "")
  }
  static let mapping = Mapping(Endless.init, properties)
}

private struct Both: Model, Equatable {
  let left: Item
  let right: Item
  static let properties = Properties(of: Both.self) {
    Property(\.left, "")
    Property(\.right, "")
  }
  static let mapping = Mapping(Both.init, properties)
}

private struct Renamed: Model, Equatable {
  let a: Int
  static let properties = Properties(of: Renamed.self) { Property(\.a, "a") }
  static let mapping = Mapping(Renamed.init, properties)
  static let profiles = [
    "db": Mapping(Renamed.init, Properties(of: Renamed.self) { Property(\.a, "key") })
  ]
}

private struct ByProfile: Model, Equatable {
  let id: Int
  let child: Renamed?
  static let properties = Properties(of: ByProfile.self) {
    Property(\.id, "id")
    Property(\.child, "")
  }
  static let mapping = Mapping(ByProfile.init, properties)
  static let profiles = [
    "db": Mapping(
      ByProfile.init,
      Properties(of: ByProfile.self) {
        Property(\.id, "key")
        Property(\.child, "")
      })
  ]
}

/// Has a key that an optional model inside a flattened model also reads, as an alias.
private struct NestedAlias: Model, Equatable {
  struct Leaf: Model, Equatable {
    let x: Int
    static let properties = Properties(of: Leaf.self) { Property(\.x, "x", or: ["z"]) }
    static let mapping = Mapping(Leaf.init, properties)
  }

  struct Inner: Model, Equatable {
    let y: Int
    let leaf: Leaf?
    static let properties = Properties(of: Inner.self) {
      Property(\.y, "y")
      Property(\.leaf, "")
    }
    static let mapping = Mapping(Inner.init, properties)
  }

  let z: Int
  let inner: Inner
  static let properties = Properties(of: NestedAlias.self) {
    Property(\.z, "z")
    Property(\.inner, "")
  }
  static let mapping = Mapping(NestedAlias.init, properties)
}
