import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let count: Int

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.count, "count", .custom("count", from: String.self) { text in _ = Int(text) } reverse: { String($0) })
  }
  static let mapping = Mapping(Issue.init, properties)
}
