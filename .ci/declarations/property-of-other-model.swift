import Foundation
import Mantle

struct User { let login: String }

struct Issue: Model {
  let name: String
  let count: Int

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\User.login, "login")
  }
  static let mapping = Mapping(Issue.init, properties)
}
