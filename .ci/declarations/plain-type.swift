import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let place: Place

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.place, "place")
  }
  static let mapping = Mapping(Issue.init, properties)
}

struct Place {
  let city: String
}
