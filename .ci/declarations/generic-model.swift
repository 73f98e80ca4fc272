import Foundation
import Mantle

struct Page<Item: Model>: Model {
  let items: [Item]

  static let properties = Properties(of: Page.self) {
    Property(\.items, "items")
  }
  static let mapping = Mapping(Page.init, properties)
}
