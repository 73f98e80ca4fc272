import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let count: Int

  static let mapping = Mapping(Issue.init) {
    Property(\.name, "name")
    Property(\.count, "count")
  }
}
