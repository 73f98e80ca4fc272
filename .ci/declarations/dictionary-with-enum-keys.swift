import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let votes: [State: Int]

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.votes, "votes")
  }
  static let mapping = Mapping(Issue.init, properties)
}

enum State: String {
  case open, closed
}
