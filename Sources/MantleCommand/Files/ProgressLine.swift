import Mantle
import MantleFiles
import MantlePlatform

/// A progress line on standard error; shown only if standard error is a terminal.
final class ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var last = ContinuousClock.now
  private var isShown = false

  /// Replaces the text of the line, at most ten times a second. Nothing is shown within the first tenth of a second.
  func show(_ text: @autoclosure () -> String) {
    guard isTerminal, last.duration(to: .now) > .milliseconds(100) else { return }
    last = .now
    isShown = true
    write("\r\u{1B}[K" + text().sanitized)
  }

  func clear() {
    guard isShown else { return }
    isShown = false
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    // The command does not fail if its progress cannot be shown.
    try? FileCalls.writeAll(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
