import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let owner: any Owner

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.owner, "owner")
  }
  static let mapping = Mapping(Issue.init, properties)
}

protocol Owner {
  var login: String { get }
}
