import Foundation
import Mantle
import Testing

/// The samples of two articles about the original, with their mistakes put right.
struct ArticleConformance {
  static let issue = """
    {
      "uid": 1,
      "title": "Found a bug",
      "url": "https://api.github.com/repos/octocat/Hello-World/issues/1347",
      "number": 1347,
      "state": "open",
      "user": {"login": "octocat", "id": 1},
      "assignee": {"login": "octocat", "id": 1, "type": "User"},
      "created_at": "2011-04-22T13:33:48Z",
      "awesome": true
    }
    """

  @Test("SD-34, SD-37, SD-49, SD-57: the sample decodes despite unmapped and missing keys")
  func sampleIssueDecodes() throws {
    let issue = try ArticleIssue.decode(json: Self.issue)
    #expect(issue.uid == 1)
    #expect(issue.reporterLogin == "octocat")
    #expect(issue.assignee == ArticleUser(login: "octocat"))
    #expect(issue.updatedAt == nil)
    #expect(issue.isAwesome)
    #expect(issue.url.absoluteString == "https://api.github.com/repos/octocat/Hello-World/issues/1347")
    let json = try JSONValue(json: try issue.json())
    #expect(json.node["awesome"]?.boolValue == true)
    #expect(json.node["isAwesome"] == nil)
    #expect(json.node["url"]?.displayText == issue.url.absoluteString)
  }

  @Test("SD-46: a person with two cars round-trips, with years as strings")
  func carsOfPersonRoundTrip() throws {
    let text = #"{"name":"Bob","cars":[{"make":"ford","year":"1972"},{"make":"mazda","year":"2000"}]}"#
    let person = try CarOwner.decode(json: text)
    #expect(person.cars == [OwnedCar(make: "ford", year: "1972"), OwnedCar(make: "mazda", year: "2000")])
    #expect(try person.json() == text)
  }

  @Test("SD-59: null scalars use their default for null")
  func nullScalarsUseTheirDefaultForNull() throws {
    let scalars = try Scalars.decode(json: #"{"integer":null,"number":null,"flag":null}"#)
    #expect(scalars == Scalars(integer: 0, number: 0, flag: false))
  }

  @Test("SD-65, SD-66, SD-70, SD-81: one model serves two APIs, each with its own keys")
  func profilesUseTheirOwnKeys() throws {
    let a = try Credentials.decode(json: #"{"user":"abc","password":"abc"}"#)
    let b = try Credentials.decode(
      json: #"{"user":"123","pwd":"123"}"#, options: DecodingOptions(profile: "B"))
    #expect(a == Credentials(user: "abc", password: "abc"))
    #expect(b == Credentials(user: "123", password: "123"))
    #expect(try b.json() == #"{"user":"123","password":"123"}"#)
    #expect(try a.json(EncodingOptions(profile: "B")) == #"{"user":"abc","pwd":"abc"}"#)
  }

  @Test("SD-72: one profile decodes and another encodes, nested models included")
  func oneProfileDecodesAndAnotherEncodes() throws {
    let logins = try [Credentials].decode(json: #"[{"user":"a","password":"p"}]"#)
    let rows = EncodingOptions(profile: "database")
    #expect(try logins.json(rows) == #"[{"user_name":"a","pass_hash":"p"}]"#)
    #expect(
      try [Credentials].decode(json: try logins.json(rows), options: DecodingOptions(profile: "database"))
        == logins)
  }

  @Test("SD-76: stored state outside the mapping is left alone")
  func decodingLeavesUnmappedStateAlone() throws {
    var model = try Visited.decode(json: #"{"name":"n","visits":7}"#)
    #expect(model.visits == 0)
    model.visits = 3
    #expect(try model.json() == #"{"name":"n"}"#)
    #expect(Visited.propertyNames == ["name"])
  }

  @Test("SD-81: JSON, a database row and memory give the same model")
  func jsonRowAndMemoryGiveTheSameModel() throws {
    let fromJSON = try Credentials.decode(json: #"{"user":"a","password":"p"}"#)
    let fromRow = try Credentials.decode(
      json: #"{"user_name":"a","pass_hash":"p"}"#, options: DecodingOptions(profile: "database"))
    let fromMemory = try Credentials.build(from: [PropertyValue("user", "a"), PropertyValue("password", "p")])
    #expect(fromJSON == fromRow)
    #expect(fromJSON == fromMemory)
    #expect(fromMemory == Credentials(user: "a", password: "p"))
  }
}

private struct ArticleUser: Model, Equatable, Sendable {
  let login: String
  static let properties = Properties(of: ArticleUser.self) { Property(\.login, "login") }
  static let mapping = Mapping(ArticleUser.init, properties)
}

private struct ArticleIssue: Model, Equatable, Sendable {
  let uid: Int
  let title: String
  let url: URL
  let reporterLogin: String
  let assignee: ArticleUser?
  let updatedAt: Date?
  let isAwesome: Bool
  static let properties = Properties(of: ArticleIssue.self) {
    Property(\.uid, "uid")
    Property(\.title, "title")
    Property(\.url, "url")
    Property(\.reporterLogin, "user.login")
    Property(\.assignee, "assignee")
    Property(\.updatedAt, "updated_at", .iso8601)
    Property(\.isAwesome, "awesome")
  }
  static let mapping = Mapping(ArticleIssue.init, properties)
}

private struct OwnedCar: Model, Equatable, Sendable {
  let make: String
  let year: String
  static let properties = Properties(of: OwnedCar.self) {
    Property(\.make, "make")
    Property(\.year, "year")
  }
  static let mapping = Mapping(OwnedCar.init, properties)
}

private struct CarOwner: Model, Equatable, Sendable {
  let name: String
  let cars: [OwnedCar]
  static let properties = Properties(of: CarOwner.self) {
    Property(\.name, "name")
    Property(\.cars, "cars")
  }
  static let mapping = Mapping(CarOwner.init, properties)
}

private struct Scalars: Model, Equatable, Sendable {
  let integer: Int
  let number: Double
  let flag: Bool
  static let properties = Properties(of: Scalars.self) {
    Property(\.integer, "integer").default(0, for: .null)
    Property(\.number, "number").default(0, for: .null)
    Property(\.flag, "flag").default(false, for: .null)
  }
  static let mapping = Mapping(Scalars.init, properties)
}

private struct Credentials: Model, Equatable, Sendable {
  let user: String
  let password: String

  static let properties = Properties(of: Credentials.self) {
    Property(\.user, "user")
    Property(\.password, "password")
  }
  static let mapping = Mapping(Credentials.init, properties)

  static let profiles = [
    "B": Mapping(
      Credentials.init,
      Properties(of: Credentials.self) {
        Property(\.user, "user")
        Property(\.password, "pwd")
      }),
    "database": Mapping(
      Credentials.init,
      Properties(of: Credentials.self) {
        Property(\.user, "user_name")
        Property(\.password, "pass_hash")
      }),
  ]
}

private struct Visited: Model, Equatable, Sendable {
  let name: String
  var visits = 0

  init(name: String) { self.name = name }
  static let properties = Properties(of: Visited.self) { Property(\.name, "name") }
  static let mapping = Mapping(Visited.init(name:), properties)
}
