import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let range: (Int, Int)

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.range, "range")
  }
  static let mapping = Mapping(Issue.init, properties)
}
