import Mantle

extension RewrittenValues {
  /// One warning for all of them; nil where there are none.
  package var warning: Diagnostic? {
    guard var warning = firstRounded, let detail = warning.detail else { return nil }
    let what = rounded == 1 ? "a number is rounded" : "\(rounded) numbers are rounded, the first here"
    (warning.severity, warning.detail) = (.warning, "\(what): \(detail)")
    return warning
  }
}
