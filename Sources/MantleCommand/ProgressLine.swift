import Mantle
import MantlePlatform

/// A line on standard error that says how far something is; only where that is a terminal.
final class ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var last = ContinuousClock.now
  private var isShown = false

  /// Shows a text in place of the last one, at most ten times a second, and not in the first tenth.
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
    // What cannot be shown of progress is no failure of the command.
    try? FileDescriptor(STDERR_FILENO).write(Array(text.utf8))
  }
}
