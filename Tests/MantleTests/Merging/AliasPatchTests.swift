import Mantle
import Testing

/// Merge patches whose keys are aliases of properties.
struct AliasPatchTests {
  @Test(arguments: [
    (
      #"{"title":"B"}"#,
      #"{"name":"B","nick":"n","owner":{"login":"o","age":1},"by":{"k":{"login":"x","age":2}}}"#
    ),
    (
      #"{"label":"B"}"#,
      #"{"name":"B","nick":"n","owner":{"login":"o","age":1},"by":{"k":{"login":"x","age":2}}}"#
    ),
    (
      #"{"title":"B","name":"C"}"#,
      #"{"name":"C","nick":"n","owner":{"login":"o","age":1},"by":{"k":{"login":"x","age":2}}}"#
    ),
    (
      #"{"alias":null}"#,
      #"{"name":"A","nick":null,"owner":{"login":"o","age":1},"by":{"k":{"login":"x","age":2}}}"#
    ),
    (
      #"{"deep":{"nick":"m"}}"#,
      #"{"name":"A","nick":"m","owner":{"login":"o","age":1},"by":{"k":{"login":"x","age":2}}}"#
    ),
    (
      #"{"owner":{"user":"p"}}"#,
      #"{"name":"A","nick":"n","owner":{"login":"p","age":1},"by":{"k":{"login":"x","age":2}}}"#
    ),
    (
      #"{"holder":{"user":"p"}}"#,
      #"{"name":"A","nick":"n","owner":{"login":"p","age":1},"by":{"k":{"login":"x","age":2}}}"#
    ),
    (
      #"{"by":{"k":{"user":"y"},"l":{"user":"z","age":3}}}"#,
      #"{"name":"A","nick":"n","owner":{"login":"o","age":1},"by":{"k":{"login":"y","age":2},"l":{"login":"z","age":3}}}"#
    ),
    (#"{}"#, #"{"name":"A","nick":"n","owner":{"login":"o","age":1},"by":{"k":{"login":"x","age":2}}}"#),
  ])
  func patchesMayUseAliases(_ patch: String, _ expected: String) throws {
    let contact = Contact(
      name: "A", nick: "n", owner: User(login: "o", age: 1), by: ["k": User(login: "x", age: 2)])
    #expect(try contact.applying(mergePatch: JSONValue(json: patch)).json() == expected)
  }

  @Test(
    "A key that another property is written to is not an alias",
    arguments: [
      (#"{"title":"u"}"#, #"{"name":"a","title":"u","inner":{"id":3},"second":[1,2],"y":3,"n":5}"#),
      (#"{"title":null}"#, #"{"name":"a","title":null,"inner":{"id":3},"second":[1,2],"y":3,"n":5}"#),
      (#"{"name":null}"#, #"{"name":null,"title":"t","inner":{"id":3},"second":[1,2],"y":3,"n":5}"#),
      (#"{"inner":{"id":4}}"#, #"{"name":"a","title":"t","inner":{"id":4},"second":[1,2],"y":3,"n":5}"#),
      (#"{"n":6}"#, #"{"name":"a","title":"t","inner":{"id":3},"second":[1,2],"y":3,"n":6}"#),
      // An element of an array has no alias in a patch, which replaces arrays.
      (#"{"two":6}"#, #"{"name":"a","title":"t","inner":{"id":3},"second":[1,2],"y":3,"n":5}"#),
    ])
  func writtenKeysOfOtherPropertiesAreNotAliases(_ patch: String, _ expected: String) throws {
    try Shared.mapping.check()
    let shared = Shared(
      name: "a", title: "t", inner: Identified(id: 3), first: 1, second: 2, flat: Flat(y: 3), n: 5)
    #expect(try shared.json() == #"{"name":"a","title":"t","inner":{"id":3},"second":[1,2],"y":3,"n":5}"#)
    #expect(try shared.applying(mergePatch: JSONValue(json: patch)).json() == expected)
  }

  @Test func patchRejectsRemovingARequiredAlias() {
    let contact = Contact(name: "A", nick: nil, owner: User(login: "o", age: 1), by: [:])
    #expect(throws: DecodingFailure.self) {
      try contact.applying(mergePatch: JSONValue(json: #"{"title":null}"#))
    }
  }

  @Test func patchesMayUseAliasesOfProfiles() throws {
    let user = User(login: "o", age: 1)
    #expect(try user.applying(mergePatch: JSONValue(json: #"{"who":"p"}"#), profile: "db").login == "p")
  }
}

private struct User: Model {
  let login: String
  let age: Int
  static let properties = Properties(of: User.self) {
    Property(\.login, "login", or: ["user"])
    Property(\.age, "age")
  }
  static let mapping = Mapping(User.init, properties)
  static let profiles = [
    "db": Mapping(
      User.init,
      Properties(of: User.self) {
        Property(\.login, "l", or: ["who"])
        Property(\.age, "a")
      })
  ]
}

private struct Contact: Model {
  let name: String
  let nick: String?
  let owner: User
  let by: [String: User]
  static let properties = Properties(of: Contact.self) {
    Property(\.name, "name", or: ["title", "label"])
    Property(\.nick, "nick", or: ["alias", "deep.nick"])
    Property(\.owner, "owner", or: ["holder"])
    Property(\.by, "by")
  }
  static let mapping = Mapping(Contact.init, properties)
}

private struct Flat: Model {
  let y: Int
  static let properties = Properties(of: Flat.self) { Property(\.y, "y", or: ["n"]) }
  static let mapping = Mapping(Flat.init, properties)
}

private struct Identified: Model {
  let id: Int
  static let properties = Properties(of: Identified.self) { Property(\.id, "id", or: ["n"]) }
  static let mapping = Mapping(Identified.init, properties)
}

/// A model with aliases that other properties are written to.
private struct Shared: Model {
  let name: String?
  let title: String?
  let inner: Identified
  let first: Int
  let second: Int
  let flat: Flat
  let n: Int
  static let properties = Properties(of: Shared.self) {
    Property(\.name, "name", or: ["title"])
    Property(\.title, "title")
    Property(\.inner, "inner", or: [""])
    Property(\.first, "second[0]")
    Property(\.second, "second[1]", or: ["two"])
    Property(\.flat, "")
    Property(\.n, "n", or: ["y"])
  }
  static let mapping = Mapping(Shared.init, properties)
}
