import Mantle

extension Diagnostic {
  /// The problem without its place, for a line that stands at the place: `expected "open" or "closed"`.
  var shortText: String {
    let text: String? =
      switch (expected, found) {
      case (.some(let expected), _) where code == .missing: "missing, expected \(expected)"
      case (.some(let expected), .some(let found)): "expected \(expected), found \(found)"
      case (.some(let expected), nil): "expected \(expected)"
      case (nil, .some(let found)): "found \(found)"
      case (nil, nil): detail
      }
    return text ?? code.rawValue
  }

  var symbol: String {
    switch severity {
    case .error: "✗"
    case .warning: "!"
    case .note: "·"
    }
  }
}
