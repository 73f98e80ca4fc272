import Foundation
import Mantle

struct Issue: Model {
  let name: String
  var kind = "issue"

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
  }
  static let mapping = Mapping(Issue.init, properties)
}
