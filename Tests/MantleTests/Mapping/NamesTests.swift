import Foundation
import Testing

@testable import Mantle

/// Names that a call gives are checked before it begins.
@Suite struct NamesTests {
  @Test func optionalPropertyDerivesItsKey() throws {
    struct Task: Model {
      let dueOn: Date?
      static let properties = Properties(of: Task.self, keys: .snakeCase) { Property(\.dueOn, .iso8601) }
      static let mapping = Mapping(Task.init, properties)
    }
    let text = #"{"due_on":"1970-01-01T00:00:01Z"}"#
    #expect(try Task.decode(json: text).dueOn == Date(timeIntervalSince1970: 1))
    #expect(try Task.decode(json: text).json() == text)
    #expect(try Task.decode(json: "{}").dueOn == nil)
  }

  @Test(arguments: [
    ("imageURLs", "image_urls"), ("userIDs", "user_ids"), ("URLs", "urls"), ("pdfURLsByID", "pdf_urls_by_id"),
    ("IDs2", "ids2"), ("apiIDsString", "api_ids_string"), ("htmlURLText", "html_url_text"),
    ("fooURL", "foo_url"),
    ("HTMLURL", "htmlurl"), ("line2Text", "line2_text"), ("isABSector", "is_ab_sector"),
    ("savedAs", "saved_as"),
    ("xAxis", "x_axis"), ("createdAt", "created_at"),
  ])
  func snakeCaseKeepsPluralAcronymsTogether(_ name: String, _ key: String) {
    #expect(KeyNaming.snakeCase.key(for: name) == key)
  }

  @Test func unknownProfilesAreRejected() throws {
    #expect(try Login.decode(json: #"{"pwd":"x"}"#, options: DecodingOptions(profile: "b")).password == "x")
    let error = #expect(throws: MappingError.self) {
      try Login.decode(json: #"{"pwd":"x"}"#, options: DecodingOptions(profile: "c"))
    }
    #expect(error?.description == "Login: there is no profile `c`; there are `b`")
    #expect(throws: MappingError.self) {
      try [Login].decode(json: "[]", options: DecodingOptions(profile: "c"))
    }
    #expect(throws: MappingError.self) {
      try [String: Login?].report(json: "{}", options: DecodingOptions(profile: "c"))
    }
    #expect(throws: MappingError.self) {
      try Set<Door>.decode(json: "[]", options: DecodingOptions(profile: "c"))
    }
    #expect(throws: MappingError.self) { try Login(password: "x").json(EncodingOptions(profile: "c")) }
    #expect(throws: MappingError.self) {
      try Login.elements(of: JSONBytes("[]"), options: DecodingOptions(profile: "c"))
    }
  }

  /// One of the members has to have it.
  @Test func clusterRejectsProfilesThatNoMemberHas() throws {
    let door = try Door.decode(json: #"{"pwd":"x"}"#, options: DecodingOptions(profile: "b"))
    #expect(door == .login(Login(password: "x")))
    let error = #expect(throws: MappingError.self) {
      try Door.decode(json: #"{"pwd":"x"}"#, options: DecodingOptions(profile: "c"))
    }
    #expect(error?.description == "Bell: there is no profile `c`")
    #expect(throws: MappingError.self) {
      try [Door].decode(json: "[]", options: DecodingOptions(profile: "c"))
    }
    #expect(throws: MappingError.self) { try door.json(EncodingOptions(including: ["pasword"])) }
  }

  @Test func nestedModelsWithoutTheProfileUseTheirMainMapping() throws {
    let account = try Account.decode(
      json: #"{"l":{"password":"x"}}"#, options: DecodingOptions(profile: "short"))
    #expect(account.login.password == "x")
    #expect(try account.json(EncodingOptions(profile: "short")) == #"{"l":{"password":"x"}}"#)
  }

  @Test func unknownPropertyNamesAreRejected() throws {
    let login = Login(password: "x")
    #expect(try login.json(EncodingOptions(including: ["password"])) == #"{"password":"x"}"#)
    let error = #expect(throws: MappingError.self) { try login.json(EncodingOptions(including: ["pasword"])) }
    #expect(error?.description == "Login: there is no property `pasword`; there are `password`")
    #expect(throws: MappingError.self) { try [login].json(EncodingOptions(excluding: ["pasword"])) }
    #expect(throws: MappingError.self) { try login.merging(login, by: .presentOnly(["pasword"])) }
  }

  @Test func profilesApplyToChangesAndPatches() throws {
    let (a, b) = (Login(password: "x"), Login(password: "y"))
    #expect(try a.changes(to: b, profile: "b").map(\.path) == ["pwd"])
    #expect(try a.mergePatch(to: b, profile: "b").text == #"{"pwd":"y"}"#)
    #expect(try a.applying(mergePatch: JSONValue(json: #"{"pwd":"y"}"#), profile: "b") == b)
    #expect(Login.mapping(for: "b").description.properties.map(\.keyPaths) == [["pwd"]])
    #expect(throws: MappingError.self) { try BrokenProfile.profiles["colliding"]?.check() }
  }
}

private struct Login: Model, Hashable {
  let password: String
  static let properties = Properties(of: Login.self) { Property(\.password, "password") }
  static let mapping = Mapping(Login.init, properties)
  static let shortProperties = Properties(of: Login.self) { Property(\.password, "pwd") }
  static let profiles = ["b": Mapping(Login.init, shortProperties)]
}

private enum Door: PolymorphicModel, Hashable {
  case login(Login)
  case other(Bell)
  static let cluster = Cluster<Door>([
    .model(Bell.self, where: { $0.member("sound") != nil }, wrap: Door.other) {
      if case .other(let bell) = $0 { bell } else { nil }
    },
    .otherwise(Login.self, wrap: Door.login) { if case .login(let login) = $0 { login } else { nil } },
  ])
}

private struct Bell: Model, Hashable {
  let sound: String
  static let properties = Properties(of: Bell.self) { Property(\.sound, "sound") }
  static let mapping = Mapping(Bell.init, properties)
}

private struct Account: Model {
  let login: Login
  static let properties = Properties(of: Account.self) { Property(\.login, "login") }
  static let mapping = Mapping(Account.init, properties)
  static let shortProperties = Properties(of: Account.self) { Property(\.login, "l") }
  static let profiles = ["short": Mapping(Account.init, shortProperties)]
}

private struct BrokenProfile: Model {
  let a, b: Int
  static let properties = Properties(of: BrokenProfile.self) {
    Property(\.a, "a")
    Property(\.b, "b")
  }
  static let mapping = Mapping(BrokenProfile.init, properties)
  static let colliding = Properties(of: BrokenProfile.self) {
    Property(\.a, "a")
    Property(\.b, "a")
  }
  static let profiles = ["colliding": Mapping(BrokenProfile.init, colliding)]
}
