import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let count: Int

  static let properties = Properties(of: Issue.self) {
  }
  static let mapping = Mapping(Issue.init, properties)
}
