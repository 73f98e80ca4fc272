import Foundation
import Mantle

struct Issue: Model {
  let name: String
  let state: State

  static let properties = Properties(of: Issue.self) {
    Property(\.name, "name")
    Property(\.state, "state", .cases(unknown: .othr))
  }
  static let mapping = Mapping(Issue.init, properties)
}

enum State: String, CaseIterable { case open, other }
