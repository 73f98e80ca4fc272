import Mantle

extension Diagnostic {
  var symbol: String {
    switch severity {
    case .error: "✗"
    case .warning: "!"
    case .note: "·"
    }
  }

  /// The problem on one line; edited records have the places of the edited text.
  ///
  /// - Parameter placed: with line and column, for which lines are counted.
  func line(placed: Bool) -> String {
    let place = (placed ? location : nil).map { "\($0.line):\($0.column): " } ?? ""
    return place + severity.rawValue + ": " + (subject.map { "\($0): " } ?? "") + message
  }
}
