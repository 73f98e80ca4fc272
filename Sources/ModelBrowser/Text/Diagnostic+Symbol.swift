import Mantle

extension Diagnostic {
  var symbol: String {
    switch severity {
    case .error: "✗"
    case .warning: "!"
    case .note: "·"
    }
  }
}
