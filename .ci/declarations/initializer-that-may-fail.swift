import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let count: Int
  
  init?(name: String, count: Int) {
    if count < 0 { return nil }
    self.name = name
    self.count = count
  }

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.count, "count")
  }
  static let mapping = Mapping(Issue.init, properties)
}
