import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let kind = "issue"

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.kind, "kind")
  }
  static let mapping = Mapping(Issue.init, properties)
}
