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
    Property(\.count, "count")
    Property(\.isOpen, "open")
    Property(\.isOpen, "open")
    Property(\.tags, "tags")
    Property(\.owner, "owner")
  }
  static let mapping = Mapping(Issue.init, properties)
}
