import Foundation
import Mantle

/// One page of a list: a generic model.
public struct Page<Item: JSONConvertible & Sendable>: Model, Sendable {
  public let items: [Item]
  public let next: URL?

  public static var mapping: Mapping<Page> {
    .cached {
      let properties = Properties(of: Page.self) {
        Property(\.items, "items")
        Property(\.next, "next")
      }
      return Mapping(Page.init, properties)
    }
  }
}
