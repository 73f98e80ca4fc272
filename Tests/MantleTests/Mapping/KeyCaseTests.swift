import Mantle
import Testing

/// Keys whatever their case, which a mapping opts in to.
@Suite struct KeyCaseTests {
  struct User: Model, Equatable {
    let name: String
    let login: String?

    static let properties = Properties(of: User.self) {
      Property(\.name, "fullName")
      Property(\.login, "account.login", or: ["login"])
    }
    static let mapping = Mapping(User.init, properties).ignoringKeyCase()
  }

  @Test(
    arguments: [
      (#"{"fullName":"a","account":{"login":"l"}}"#, "l"),
      (#"{"FULLNAME":"a","Account":{"LOGIN":"l"}}"#, "l"),
      (#"{"fullname":"a","Login":"l"}"#, "l"), (#"{"FullName":"b","fullName":"a"}"#, nil),
    ] as [(String, String?)]) func keysAreDecodedInAnyCase(json: String, login: String?) throws
  {
    #expect(try User.decode(json: json) == User(name: "a", login: login))
    #expect(try User.report(json: json).value == User(name: "a", login: login))
  }

  @Test func keysAreEncodedInTheCaseOfTheMapping() throws {
    try User.mapping.check()
    let user = try User.decode(json: #"{"FULLNAME":"a","ACCOUNT":{"Login":"l"}}"#)
    #expect(try user.json() == #"{"fullName":"a","account":{"login":"l"}}"#)
  }

  @Test func unknownKeysAndErrorsAreReportedInAnyCase() throws {
    let options = DecodingOptions(unknownKeys: .refused)
    _ = try User.decode(json: #"{"FULLNAME":"a"}"#, options: options)
    #expect(throws: DecodingFailure.self) {
      try User.decode(json: #"{"FULLNAME":"a","x":1}"#, options: options)
    }
    let problem = try User.report(json: #"{"FULLNAME":7}"#).diagnostics.first
    #expect(problem?.property == "name" && problem?.expected == "string", "\(problem as Any)")
  }
}
