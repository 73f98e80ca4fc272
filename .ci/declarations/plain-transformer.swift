import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let count: Int

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.count, "count", doubling)
  }
  static let mapping = Mapping(Issue.init, properties)
}

let doubling = Transformer<Int, Int>(forward: { $0 * 2 }, reverse: { $0 / 2 })
