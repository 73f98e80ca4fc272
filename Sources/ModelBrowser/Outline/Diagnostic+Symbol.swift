import Mantle

extension Diagnostic {
  var symbol: String {
    switch severity {
    case .error: "✗"
    case .warning: "!"
    case .note: "·"
    }
  }

  /// The problem on one line.
  ///
  /// - Parameter place: where it is in the file; nil to leave that out.
  func line(at place: SourceLocation?) -> String {
    (place.map { "\($0): " } ?? "") + severity.rawValue + ": " + (subject.map { "\($0): " } ?? "") + message
  }
}
