/// What can be seen on a screen: a text, or what a pattern matches.
protocol Visible {
  /// What a report calls it.
  var name: String { get }
  func isOn(_ screen: String) -> Bool
}

extension String: Visible {
  var name: String { "\"\(self)\"" }
  func isOn(_ screen: String) -> Bool { screen.contains(self) }
}

extension Regex: Visible {
  /// A pattern cannot say what it is; the screen beside it in the report does.
  var name: String { "what a pattern matches" }
  func isOn(_ screen: String) -> Bool { screen.contains(self) }
}
