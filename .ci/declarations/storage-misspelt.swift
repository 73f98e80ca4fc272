import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let count: Int

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.count, "count").retention(.transitory)
  }
  static let mapping = Mapping(Issue.init, properties)
}
