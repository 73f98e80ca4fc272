import Mantle
import Testing

/// Members that `writing` and `afterEncoding` add follow the encode call.
struct AddedMemberTests {
  @Test(arguments: [
    (
      EncodingOptions(),
      #"{"id":1,"copy":{"name":"a","note":null},"note":null,"sign":{"name":"a","note":null}}"#
    ),
    (
      EncodingOptions(profile: "db"),
      #"{"id":1,"copy":{"owner_name":"a"},"note":null,"sign":{"owner_name":"a"}}"#
    ),
    (EncodingOptions(nilEncoding: .omitted), #"{"id":1,"copy":{"name":"a"},"sign":{"name":"a"}}"#),
    (EncodingOptions(including: ["id"]), #"{"id":1}"#),
    (EncodingOptions(including: ["copy"]), #"{"copy":{"name":"a","note":null}}"#),
    (EncodingOptions(excluding: ["copy", "id"]), #"{"note":null,"sign":{"name":"a","note":null}}"#),
    (
      EncodingOptions(including: ["id"], everyModel: { try $1.set("by", "call") }), #"{"id":1,"by":"call"}"#
    ),
  ])
  func addedMembersFollowTheOptionsOfTheCall(_ context: EncodingOptions, _ expected: String) throws {
    #expect(try Doc(id: 1).json(context) == expected)
  }

  @Test func addedMembersFollowTheNullPolicy() throws {
    #expect(try Quiet(id: 1).json() == #"{"id":1}"#)
  }

  @Test func selectionRejectsUnknownNamesOfAddedMembers() {
    #expect(throws: MappingError.self) { try Doc(id: 1).json(EncodingOptions(including: ["coppy"])) }
  }
}

private struct Owner: Model {
  let name: String
  let note: String?
  static let properties = Properties(of: Owner.self) {
    Property(\.name, "name")
    Property(\.note, "note")
  }
  static let mapping = Mapping(Owner.init, properties)
  static let profiles = [
    "db": Mapping(
      Owner.init,
      Properties(of: Owner.self) {
        Property(\.name, "owner_name")
        Property(\.note, "note").decodeOnly()
      })
  ]
}

private struct Doc: Model {
  let id: Int
  static let properties = Properties(of: Doc.self) { Property(\.id, "id") }
  static let mapping = Mapping(Doc.init, properties)
    .writing("copy") { _ in Owner(name: "a", note: nil) }
    .writing("note") { _ in String?.none }
    .afterEncoding { try $1.set("sign", Owner(name: "a", note: nil)) }
  static let profiles = ["db": mapping]
}

private struct Quiet: Model {
  let id: Int
  static let properties = Properties(of: Quiet.self) { Property(\.id, "id") }
  static let mapping = Mapping(Quiet.init, properties).encodeNil(as: .omitted).writing("note") { _ in
    String?.none
  }
}
