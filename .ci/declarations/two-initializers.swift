import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let count: Int
  
  init(name: String, count: Int) {
    self.name = name
    self.count = count
  }
  init(title: String, number: Int) {
    self.init(name: title, count: number)
  }

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.count, "count")
  }
  static let mapping = Mapping(Issue.init, properties)
}
