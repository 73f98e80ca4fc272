import Mantle

extension RoundedNumbers {
  /// One warning for all of them; nil where there are none.
  package var warning: Diagnostic? {
    guard var warning = first, let detail = warning.detail else { return nil }
    let what = count == 1 ? "a number is rounded" : "\(count) numbers are rounded, the first here"
    (warning.severity, warning.detail) = (.warning, "\(what): \(detail)")
    return warning
  }
}
