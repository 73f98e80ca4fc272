import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let count: Int
  let isOpen: Bool
  let tags: [String]
  let owner: String?

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.isOpen, "open")
    Property(\.count, "count")
    Property(\.tags, "tags")
    Property(\.owner, "owner")
  }
  static let mapping = Mapping(Issue.init, properties)
}
