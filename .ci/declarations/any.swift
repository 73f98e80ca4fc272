import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let extra: Any

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.extra, "extra")
  }
  static let mapping = Mapping(Issue.init, properties)
}
