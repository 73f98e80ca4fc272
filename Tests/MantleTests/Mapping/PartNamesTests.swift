import Testing

@testable import Mantle

/// `address.city` names a part of a nested model: in what is encoded, and in what is merged.
@Suite struct PartNamesTests {
  private static let home = Address(street: "A 1", city: "Rome", at: Point(x: 1, y: 2))
  private static let work = Address(street: "B 2", city: "Oslo", at: nil)
  private static let ann = Person(name: "Ann", home: home, others: [work, home], rooms: ["r": [work]])

  @Test(arguments: [
    (["name", "home.city"], #"{"name":"Ann","home":{"city":"Rome"}}"#),
    (["home.at.x", "home.city"], #"{"home":{"city":"Rome","at":{"x":1}}}"#),
    (["others.city"], #"{"others":[{"city":"Oslo"},{"city":"Rome"}]}"#),
    (["rooms.street"], #"{"rooms":{"r":[{"street":"B 2"}]}}"#),
    (["home", "home.city"], #"{"home":{"street":"A 1","city":"Rome","at":{"x":1,"y":2}}}"#),
  ])
  func encodingIncludesNestedParts(_ names: [String], _ json: String) throws {
    #expect(try Self.ann.json(EncodingOptions(including: PropertySelection(names))) == json)
    #expect(try [Self.ann].json(EncodingOptions(including: PropertySelection(names))) == "[\(json)]")
  }

  @Test func encodingExcludesNestedParts() throws {
    let context = EncodingOptions(
      including: ["home", "others"], excluding: ["home.at.y", "home.street", "others.at", "others.street"])
    #expect(
      try Self.ann.json(context)
        == #"{"home":{"city":"Rome","at":{"x":1}},"others":[{"city":"Oslo"},{"city":"Rome"}]}"#)
  }

  @Test(arguments: [
    ("home.cty", "Address: there is no property `cty`; there are `street`, `city`, `at`"),
    ("home.at.z", "Point: there is no property `z`; there are `x`, `y`"),
    ("name.x", "Person: there is no property `name.x`; there are `name`, `home`, `others`, `rooms`"),
  ])
  func unknownNestedPartsAreRejected(_ name: String, _ words: String) {
    let encoding = #expect(throws: MappingError.self) {
      try Self.ann.json(EncodingOptions(including: [name]))
    }
    #expect(encoding?.description == words)
    #expect(throws: MappingError.self) { try Self.ann.json(EncodingOptions(excluding: [name])) }
    #expect(throws: MappingError.self) { try Self.ann.merging(Self.ann, by: .presentOnly([name])) }
  }

  @Test func mergingTakesOnlyPresentParts() throws {
    let answer = Person(
      name: "Bob", home: Address(street: nil, city: "Bern", at: Point(x: 5, y: 6)), others: [], rooms: [:])
    let merged = try Self.ann.merging(answer, by: .presentOnly(["home.city", "home.at.x"]))
    #expect(merged.name == "Ann" && merged.others == Self.ann.others)
    #expect(merged.home == Address(street: "A 1", city: "Bern", at: Point(x: 5, y: 2)))
    let nothing = Person(name: "", home: nil, others: [], rooms: [:])
    #expect(try Self.ann.merging(nothing, by: .presentOnly(["home.city"])) == Self.ann)
    #expect(try nothing.merging(answer, by: .presentOnly(["home.city"])).home == answer.home)
  }

  @Test(arguments: [
    (["title", "owner.login"], Repository(title: "u", owner: Owner(id: 7, login: "bob", name: "Ann"))),
    (["owner.id", "owner.login"], Repository(title: "t", owner: Owner(id: 0, login: "bob", name: "Ann"))),
    (["owner"], Repository(title: "t", owner: Owner(id: 0, login: "bob", name: nil))),
  ])
  private func mergingPartsKeepsTheIdentity(_ names: [String], _ expected: Repository) throws {
    let known = Repository(title: "t", owner: Owner(id: 7, login: "ann", name: "Ann"))
    let update = try Repository.decode(json: #"{"title":"u","owner":{"login":"bob"}}"#)
    #expect(try known.merging(update, by: .presentOnly(PropertySelection(names))) == expected)
  }
}

private struct Point: Model, Equatable {
  let x: Int
  let y: Int
  static let properties = Properties(of: Point.self) {
    Property(\.x, "x")
    Property(\.y, "y")
  }
  static let mapping = Mapping(Point.init, properties)
}

private struct Address: Model, Equatable {
  let street: String?
  let city: String
  let at: Point?
  static let properties = Properties(of: Address.self) {
    Property(\.street, "street")
    Property(\.city, "city")
    Property(\.at, "at")
  }
  static let mapping = Mapping(Address.init, properties).encodeNil(as: .omitted)
}

private struct Person: Model, Equatable {
  let name: String
  let home: Address?
  let others: [Address]
  let rooms: [String: [Address]]
  static let properties = Properties(of: Person.self) {
    Property(\.name, "name")
    Property(\.home, "home")
    Property(\.others, "others")
    Property(\.rooms, "rooms")
  }
  static let mapping = Mapping(Person.init, properties)
}

private struct Owner: Model, Equatable {
  let id: Int
  let login: String
  let name: String?
  static let properties = Properties(of: Owner.self) {
    Property(\.id, "id").identity().default(0)
    Property(\.login, "login")
    Property(\.name, "name")
  }
  static let mapping = Mapping(Owner.init, properties)
}

private struct Repository: Model, Equatable {
  let title: String
  let owner: Owner?
  static let properties = Properties(of: Repository.self) {
    Property(\.title, "title")
    Property(\.owner, "owner")
  }
  static let mapping = Mapping(Repository.init, properties)
}
