import Foundation
import Mantle
import Testing

/// The code of the README.
enum ReadMe {
  // snippet
  enum State: String, CaseIterable { case open, closed }

  struct Issue: Model {
    let number: Int
    let state: State
    let reporterLogin: String
    let updatedAt: Date
    var title: String
    var body: String?

    static let properties = Properties(of: Issue.self) {
      Property(\.number, "number")
      Property(\.state, "state", .cases)
      Property(\.reporterLogin, "user.login")
      Property(\.updatedAt, "updated_at", .iso8601)
      Property(\.title, "title")
      Property(\.body, "body")
    }
    static let mapping = Mapping(Issue.init, properties)
  }
  // end

  @Test static func use() throws {
    let text = """
      [{"number":1,"state":"open","user":{"login":"ann"},"updated_at":"2011-04-22T13:33:48Z","title":"t","body":null}]
      """
    // snippet
    let issues = try [Issue].decode(json: text)  // throws all errors together
    let decoded = try Issue.report(json: #"{"number": "7"}"#)  // value and diagnostics
    let bytes = try issues[0].jsonBytes()
    // end
    #expect("[\(String(decoding: bytes, as: UTF8.self))]" == text)
    #expect(decoded.value == nil && decoded.diagnostics.count == 5)
  }
}
