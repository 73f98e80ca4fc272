import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let due: Field<Date>

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.due, "due")
  }
  static let mapping = Mapping(Issue.init, properties)
}
