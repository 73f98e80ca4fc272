import Mantle
import Observation
import Testing

/// Names that key paths do not tell: those of the properties of `@Observable` classes, and computed ones.
struct ObservableNameTests {
  @Test func keysDeriveFromTheDeclaredNames() throws {
    let text = #"{"user_name":"a","nick":"b","last_seen":3,"is_new":true,"is_old":false}"#
    let store = try Store.decode(json: text)
    #expect(store.nick == "b")
    #expect(store.lastSeen == 3)
    #expect(try store.json() == text)
    try Store.mapping.check()
    #expect(try store.json(EncodingOptions(including: ["lastSeen"])) == #"{"last_seen":3}"#)
  }

  @Test func assigningMappingDistinguishesEqualTypes() throws {
    let text = #"{"user_name":"a","nick_name":"b","count":1}"#
    let account = try Account.decode(json: text)
    #expect((account.userName, account.nickName, account.count) == ("a", "b", 1))
    #expect(try account.json() == text)
    try Account.mapping.check()
    #expect(try account.json(EncodingOptions(including: ["nickName"])) == #"{"nick_name":"b"}"#)
  }

  /// A transformer that a registry chooses by the property's name.
  @Test func registryReceivesTheDeclaredName() throws {
    #expect(try Chosen.decode(json: #"{"title":"a","sub_title":"b"}"#).subTitle == "B")
  }

  @Test func computedPropertyWithoutAKeyIsRejected() {
    #expect(throws: MappingError.self) { try Computed.mapping.check() }
    #expect(throws: MappingError.self) { try Computed.decode(json: #"{"a":1}"#) }
  }
}

@Observable private final class Store: Model {
  var userName: String
  var nick: String?
  var lastSeen: Int?
  var isNew: Bool
  var isOld: Bool
  init(userName: String, nick: String?, lastSeen: Int?, isNew: Bool, isOld: Bool) {
    (self.userName, self.nick, self.lastSeen) = (userName, nick, lastSeen)
    (self.isNew, self.isOld) = (isNew, isOld)
  }
  static let properties = Properties(of: Store.self, keys: .snakeCase) {
    Property(\.userName, "user_name")
    Property(\.nick)
    Property(\.lastSeen)
    Property(\.isNew)
    Property(\.isOld)
  }
  static let mapping = Mapping(Store.init, properties)
}

@Observable private final class Account: Model {
  var userName = ""
  var nickName = ""
  var count = 0
  static let properties = Properties(of: Account.self, keys: .snakeCase) {
    Property(\.userName, "user_name")
    Property(\.nickName)
    Property(\.count)
  }
  static let mapping = Mapping(assigning: Account.init, properties)
}

@Observable private final class Chosen: Model {
  var title: String
  var subTitle: String
  init(title: String, subTitle: String) { (self.title, self.subTitle) = (title, subTitle) }
  static let properties = Properties(
    of: Chosen.self,
    transformers: TransformerRegistry().choosing(for: String.self) { name in
      name == "subTitle"
        ? .custom("upper", from: String.self, forward: { $0.uppercased() }, reverse: { $0.lowercased() })
        : nil
    }
  ) {
    Property(\.title, "title")
    Property(\.subTitle, "sub_title")
  }
  static let mapping = Mapping(Chosen.init, properties)
}

private struct Computed: Model {
  var stored: Int
  var a: Int {
    get { stored }
    set { stored = newValue }
  }
  static let properties = Properties(of: Computed.self) { Property(\.a) }
  static let mapping = Mapping(Computed.init(stored:), properties)
}
