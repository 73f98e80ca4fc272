import Foundation
import Mantle

/// The code of the README.
enum ReadMe {
  enum WithCodable {
    // snippet
    enum State: String, Codable, CaseIterable { case open, closed }

    struct User: Codable { let login: String }

    struct Issue: Codable {
      let number: Int, state: State, user: User, updatedAt: Date
      var title: String, body: String?
    }
    // end
  }

  typealias State = WithCodable.State

  // snippet
  struct Issue: Model {
    let number: Int, state: State, reporterLogin: String, updatedAt: Date
    var title: String, body: String?

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
}
