import Mantle
import Testing

/// A property at the empty path that is not a model holds the keys of its object that nothing else maps.
struct KeptKeyTests {
  @Test func decodeOnlyValuesAreNotKept() throws {
    let account = try Account.decode(json: #"{"id":1,"password":"p","x":0}"#)
    #expect(account.rest == ["x": 0])
    #expect(try account.json() == #"{"id":1,"x":0}"#)
  }

  @Test func clearedValueIsNotRestoredFromItsAlias() throws {
    var note = try Note.decode(json: #"{"id":1,"title":"A","x":[]}"#)
    note.name = nil
    #expect(try note.json() == #"{"id":1,"x":[]}"#)
  }

  @Test func keysOfOtherProfilesAreNotKept() throws {
    let text = #"{"id":1,"name":"n","secret":"s","x":0}"#
    let document = try Document.decode(json: text)
    let other = EncodingOptions(profile: "db")
    #expect(try document.json(other) == #"{"pk":1,"db_name":"n","hash":"s","x":0}"#)
    #expect(
      try Document.decode(json: document.json(other), options: DecodingOptions(profile: "db")) == document)
    #expect(try Document.decode(json: #"{"pk":2,"id":1,"name":"n","secret":"s"}"#).rest.isEmpty)
  }

  @Test func addedMembersReplaceKeptKeys() throws {
    for text in [#"{"w":1,"double":2,"x":1}"#, #"{"w":1,"signed":true,"x":1}"#] {
      var sum = try Sum.decode(json: text)
      sum.w = 5
      let call = EncodingOptions(everyModel: { try $1.set("x", 7) })
      #expect(try sum.json() == #"{"w":5,"x":1,"double":10,"signed":true}"#)
      #expect(try sum.json(call) == #"{"w":5,"double":10,"signed":true,"x":7}"#)
    }
    #expect(throws: EncodingProblem.self) {
      try Sum(w: 1, rest: [:]).json(EncodingOptions(everyModel: { try $1.set("w", 7) }))
    }
  }

  @Test func changingTheClusterMemberDropsItsFormerKeys() throws {
    var holder = try Holder.decode(json: #"{"a1":1,"x":0}"#)
    #expect(holder.rest == ["x": 0])
    holder.kind = .b(B(b1: 2))
    #expect(try holder.json() == #"{"b1":2,"x":0}"#)
    #expect(try Holder.decode(json: holder.json()) == holder)
  }

  @Test func flattenedModelDoesNotKeepKeysOfItsHolder() throws {
    var outer = try Outer.decode(json: #"{"id":1,"g":2,"x":0,"deep":{"y":1,"z":2}}"#)
    #expect(outer.inner.rest == ["x": 0, "deep": ["z": 2]])
    outer.id = 5
    #expect(try outer.json() == #"{"id":5,"g":2,"x":0,"deep":{"y":1,"z":2}}"#)
    #expect(try Outer.decode(json: outer.json()) == outer)
    outer.inner.rest["id"] = 7
    #expect(throws: EncodingProblem.self) { try outer.json() }
  }

  @Test func clusterMemberDoesNotKeepTheTag() throws {
    let text = #"{"t":"r","n":1,"x":2}"#
    let tagged = try Tagged.decode(json: text)
    #expect(tagged == .rest(Rest(n: 1, rest: ["x": 2])))
    #expect(try tagged.json() == text)
    #expect(throws: EncodingProblem.self) { try Tagged.rest(Rest(n: 1, rest: ["t": "r"])).json() }
  }

  @Test func typedDictionaryHoldsOnlyUnmappedKeys() throws {
    let text = #"{"name":"a","x":1,"y":2}"#
    let counts = try Counts.decode(json: text)
    #expect(counts == Counts(name: "a", counts: ["x": 1, "y": 2]))
    #expect(try counts.json() == text)
    let bad = try Counts.report(json: #"{"name":"a","x":"no"}"#)
    #expect(bad.diagnostics.map { "\($0.path) \($0.location?.column ?? 0)" } == ["x 17"])
    let people = try People.decode(json: #"{"id":1,"ann":{"a1":2}}"#)
    #expect(people == People(id: 1, people: ["ann": A(a1: 2)]))
    #expect(try People.decode(json: people.json()) == people)
    let worse = try People.report(json: #"{"id":1,"x":{"a1":1},"ann":{"a1":[]}}"#)
    #expect(worse.diagnostics.map { "\($0.path) \($0.location?.column ?? 0)" } == ["ann.a1 34"])
  }

  @Test(arguments: [
    #"{"items":[{"name":"a","price":1},{"name":"b"}],"at":[0,1,2],"user":{"login":"l","id":7},"x":null}"#,
    #"{"items":[],"at":[0],"user":{"login":"l"}}"#,
    #"{"items":[{"name":"a","deep":{"n":[1]}}],"at":[1],"user":{"login":"l"}}"#,
  ])
  func unmappedKeysOfContainersRoundTrip(_ text: String) throws {
    let order = try Order.decode(json: text)
    #expect(try JSONValue(json: order.json()) == JSONValue(json: text))
    #expect(try Order.decode(json: order.json()) == order)
    var edited = order
    edited.names = ["c"]
    #expect(try Order.decode(json: edited.json()).names == ["c"])
    #expect(try JSONDocument(edited.json()).root.overriddenKeys.isEmpty)
  }

  @Test func encodingRejectsMappedKeysAmongKeptKeys() {
    #expect(throws: EncodingProblem.self) { try Counts(name: "a", counts: ["name": 1]).json() }
    #expect(throws: EncodingProblem.self) { try Note(id: 1, name: nil, rest: ["title": "x"]).json() }
    #expect(throws: EncodingProblem.self) {
      try Order(names: [], first: 0, login: "", rest: ["user": ["login": "x"]]).json()
    }
  }

  @Test func keysOfOtherProfilesAreUnknown() throws {
    let options = DecodingOptions(unknownKeys: .refused)
    _ = try Document.decode(json: #"{"id":1,"name":"n","secret":"s","x":0}"#, options: options)
    #expect(throws: DecodingFailure.self) {
      try Document.decode(json: #"{"id":1,"name":"n","secret":"s","pk":0}"#, options: options)
    }
  }

  @Test func twoPropertiesForKeptKeysAreRejected() {
    #expect(throws: MappingError.self) { try Two.mapping.check() }
    #expect(throws: MappingError.self) { try TwoInner.mapping.check() }
  }

  @Test func keptKeysWithAnAliasAreRejected() {
    #expect(throws: MappingError.self) { try Aliased.mapping.check() }
  }

  /// A key is not one of a member because another member of the cluster has it.
  @Test func keptKeysOfClusterMembersMustNotCollide() throws {
    let holder = BesideCluster(login: "l", part: .rest(Rest(n: 1, rest: ["x": 2])))
    #expect(try BesideCluster.decode(json: holder.json()) == holder)
    let claimed = BesideCluster(login: "l", part: .rest(Rest(n: 1, rest: ["user": 2])))
    #expect(throws: EncodingProblem.self) { try claimed.json() }
    #expect(throws: EncodingProblem.self) {
      try Nested.inner(Around(part: .rest(Rest(n: 1, rest: ["t": "inner"])))).json()
    }
  }

  @Test func mergePatchesChangeKeptKeys() throws {
    let note = try Note.decode(json: #"{"id":1,"title":"A","x":[1],"y":2}"#)
    let patched = try note.applying(mergePatch: ["x": nil, "z": 3])
    #expect(patched == Note(id: 1, name: "A", rest: ["y": 2, "z": 3]))
    #expect(try note.applying(mergePatch: note.mergePatch(to: patched)) == patched)
  }

  @Test func optionalKeptKeysAreNilWithoutKeys() throws {
    #expect(try Loose.decode(json: #"{"id":1}"#) == Loose(id: 1, rest: nil))
    #expect(try Loose.decode(json: #"{"id":1,"x":2}"#).json() == #"{"id":1,"x":2}"#)
    #expect(throws: EncodingProblem.self) { try Loose(id: 1, rest: [:]).json() }
    #expect(try Loose.report(json: #"{"id":1}"#).presentProperties == ["id"])
    #expect(try Loose.report(json: #"{"id":1,"x":1}"#).presentProperties == ["id", "rest"])
  }

  @Test func keptKeysAreWrittenInMappingOrder() throws {
    let text = #"{"a":1,"t":"r","n":1,"x":2,"z":3}"#
    #expect(try Ordered.decode(json: text).json() == text)
  }

  @Test func nonObjectValueForKeptKeysIsRejected() {
    #expect(throws: MappingError.self) { try Wrong<[String]>.mapping.check() }
    #expect(throws: MappingError.self) { try Wrong<Int>.mapping.check() }
    #expect(throws: MappingError.self) { try Wrong<String?>.mapping.check() }
    #expect(throws: MappingError.self) { try Wrong<Set<String>>.mapping.check() }
    #expect(throws: EncodingProblem.self) { try Wrong<JSONValue>(k: 1, value: [1]).json() }
  }
}

private typealias Others = [String: JSONValue]

private struct Account: Model, Equatable {
  var id: Int
  var password: String
  var rest: Others
  static let properties = Properties(of: Account.self) {
    Property(\.id, "id")
    Property(\.password, "password").decodeOnly()
    Property(\.rest, "")
  }
  static let mapping = Mapping(Account.init, properties)
}

private struct Note: Model, Equatable {
  var id: Int
  var name: String?
  var rest: Others
  static let properties = Properties(of: Note.self) {
    Property(\.id, "id")
    Property(\.name, "name", or: ["title"])
    Property(\.rest, "")
  }
  static let mapping = Mapping(Note.init, properties).encodeNil(as: .omitted)
}

private struct Document: Model, Equatable {
  var id: Int
  var name: String
  var secret: String
  var rest: Others
  static let properties = Properties(of: Document.self) {
    Property(\.id, "id")
    Property(\.name, "name")
    Property(\.secret, "secret")
    Property(\.rest, "")
  }
  static let mapping = Mapping(Document.init, properties)
  static let profiles = [
    "db": Mapping(
      Document.init,
      Properties(of: Document.self) {
        Property(\.id, "pk")
        Property(\.name, "db_name")
        Property(\.secret, "hash")
        Property(\.rest, "")
      })
  ]
}

private struct Sum: Model, Equatable {
  var w: Int
  var rest: Others
  static let properties = Properties(of: Sum.self) {
    Property(\.w, "w")
    Property(\.rest, "")
  }
  static let mapping = Mapping(Sum.init, properties).writing("double") { $0.w * 2 }
    .afterEncoding { try $1.set("signed", true) }
}

private struct A: Model, Equatable {
  var a1: Int
  static let properties = Properties(of: A.self) { Property(\.a1, "a1") }
  static let mapping = Mapping(A.init, properties)
}

private struct B: Model, Equatable {
  var b1: Int
  static let properties = Properties(of: B.self) { Property(\.b1, "b1") }
  static let mapping = Mapping(B.init, properties)
}

private enum Kind: PolymorphicModel, Equatable {
  case a(A), b(B)
  static let cluster = Cluster<Kind>([
    .model(A.self, having: "a1", wrap: Kind.a), .model(B.self, having: "b1", wrap: Kind.b),
  ])
}

private struct Holder: Model, Equatable {
  var kind: Kind
  var rest: Others
  static let properties = Properties(of: Holder.self) {
    Property(\.kind, "")
    Property(\.rest, "")
  }
  static let mapping = Mapping(Holder.init, properties)
}

private struct Inner: Model, Equatable {
  var g: Int
  var rest: Others
  static let properties = Properties(of: Inner.self) {
    Property(\.g, "g")
    Property(\.rest, "")
  }
  static let mapping = Mapping(Inner.init, properties)
}

private struct Outer: Model, Equatable {
  var id: Int
  var inner: Inner
  var y: Int
  static let properties = Properties(of: Outer.self) {
    Property(\.id, "id")
    Property(\.inner, "")
    Property(\.y, "deep.y")
  }
  static let mapping = Mapping(Outer.init, properties)
}

private struct Rest: Model, Equatable {
  var n: Int
  var rest: Others
  static let properties = Properties(of: Rest.self) {
    Property(\.n, "n")
    Property(\.rest, "")
  }
  static let mapping = Mapping(Rest.init, properties)
}

private enum Tagged: PolymorphicModel, Equatable {
  case rest(Rest), a(A)
  static let cluster = Cluster<Tagged>(
    by: "t", [.model(Rest.self, when: "r", wrap: Tagged.rest), .model(A.self, when: "a", wrap: Tagged.a)])
}

private struct Counts: Model, Equatable {
  var name: String
  var counts: [String: Int]
  static let properties = Properties(of: Counts.self) {
    Property(\.name, "name")
    Property(\.counts, "")
  }
  static let mapping = Mapping(Counts.init, properties)
}

private struct People: Model, Equatable {
  var id: Int
  var people: [String: A]
  static let properties = Properties(of: People.self) {
    Property(\.id, "id")
    Property(\.people, "")
  }
  static let mapping = Mapping(People.init, properties)
}

private struct Order: Model, Equatable {
  var names: [String]
  var first: Int
  var login: String
  var rest: Others
  static let properties = Properties(of: Order.self) {
    Property(\.names, "items[].name")
    Property(\.first, "at[0]")
    Property(\.login, "user.login")
    Property(\.rest, "")
  }
  static let mapping = Mapping(Order.init, properties)
}

private struct Two: Model {
  var a: Others
  var b: [String: Int]
  static let properties = Properties(of: Two.self) {
    Property(\.a, "")
    Property(\.b, "")
  }
  static let mapping = Mapping(Two.init, properties)
}

private struct TwoInner: Model {
  var inner: Inner
  var rest: Others
  static let properties = Properties(of: TwoInner.self) {
    Property(\.inner, "")
    Property(\.rest, "")
  }
  static let mapping = Mapping(TwoInner.init, properties)
}

private struct Loose: Model, Equatable {
  var id: Int
  var rest: Others?
  static let properties = Properties(of: Loose.self) {
    Property(\.id, "id")
    Property(\.rest, "")
  }
  static let mapping = Mapping(Loose.init, properties)
}

private struct Ordered: Model, Equatable {
  var a: Int
  var kind: Tagged
  var z: Int
  static let properties = Properties(of: Ordered.self) {
    Property(\.a, "a")
    Property(\.kind, "")
    Property(\.z, "z")
  }
  static let mapping = Mapping(Ordered.init, properties)
}

private struct Wrong<Value: JSONConvertible>: Model {
  var k: Int
  var value: Value
  static var mapping: Mapping<Wrong> {
    .cached {
      let properties = Properties(of: Wrong.self) {
        Property(\.k, "k")
        Property(\.value, "")
      }
      return Mapping(Wrong.init, properties)
    }
  }
}

private struct Aliased: Model, Equatable {
  var rest: Others
  static let properties = Properties(of: Aliased.self) { Property(\.rest, "", or: ["rest"]) }
  static let mapping = Mapping(Aliased.init, properties)
}

/// A member without kept keys, which has keys that its holder and an outer cluster read as well.
private struct Claiming: Model, Equatable {
  var user: Int
  var t: String
  static let properties = Properties(of: Claiming.self) {
    Property(\.user, "user")
    Property(\.t, "t")
  }
  static let mapping = Mapping(Claiming.init, properties)
}

private enum Part: PolymorphicModel, Equatable {
  case claiming(Claiming), rest(Rest)
  static let cluster = Cluster<Part>(
    by: "k",
    [
      .model(Claiming.self, when: "claiming", wrap: Part.claiming),
      .model(Rest.self, when: "rest", wrap: Part.rest),
    ])
}

private struct BesideCluster: Model, Equatable {
  var login: String
  var part: Part
  static let properties = Properties(of: BesideCluster.self) {
    Property(\.login, "login", or: ["user.login"])
    Property(\.part, "")
  }
  static let mapping = Mapping(BesideCluster.init, properties)
}

private struct Around: Model, Equatable {
  var part: Part
  static let properties = Properties(of: Around.self) { Property(\.part, "") }
  static let mapping = Mapping(Around.init, properties)
}

private enum Nested: PolymorphicModel, Equatable {
  case inner(Around)
  static let cluster = Cluster<Nested>(by: "t", [.model(Around.self, when: "inner", wrap: Nested.inner)])
}
