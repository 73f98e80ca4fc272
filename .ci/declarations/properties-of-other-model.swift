import Foundation
import Mantle

struct User { let name: String; let count: Int }

struct Issue: Model {
  let name: String
  let count: Int

  static let properties = Properties(of: User.self) {
    Property(\.name, "name")
    Property(\.count, "count")
  }
  static let mapping = Mapping(Issue.init, properties)
}
