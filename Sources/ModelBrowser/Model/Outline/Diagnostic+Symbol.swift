import Mantle
import TerminalText

extension Diagnostic.Severity {
  var symbol: String {
    switch self {
    case .error: "✗"
    case .warning: "!"
    case .note: "·"
    }
  }

  var role: Style.Role {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .plain
    }
  }
}

extension Diagnostic {
  /// The problem on one line.
  ///
  /// - Parameter place: where it is in the file; nil to leave that out.
  func line(at place: SourceLocation?) -> String {
    (place.map { "\($0): " } ?? "") + severity.rawValue + ": " + (subject.map { "\($0): " } ?? "") + message
  }
}
