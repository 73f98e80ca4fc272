import MantlePlatform

extension CursesTerminal {
  /// Copies text to the clipboard through the terminal (OSC 52), and through the configured command if there is one.
  /// The returned message reports both attempts; whether the terminal accepted the text is unknown.
  package func copy(_ text: String) -> String {
    let bytes = text.utf8.count == 1 ? "1 byte" : "\(text.utf8.count) bytes"
    let routes = [copyThroughTerminal(text), copyThroughCommand(text)].compactMap(\.self)
    let taken = routes.filter(\.isTaken).map(\.words)
    let refused = routes.filter { !$0.isTaken }.map(\.words)
    let head = taken.isEmpty ? "not copied" : "copied \(bytes): " + taken.joined(separator: " and ")
    return refused.isEmpty ? head : head + (taken.isEmpty ? ": " : "; ") + refused.joined(separator: "; ")
  }

  /// The result of copying text through the terminal or the command, and its description for the message.
  private typealias Route = (isTaken: Bool, words: String)

  private func copyThroughTerminal(_ text: String) -> Route {
    guard let sequence = ClipboardSequence(copying: text, inside: environment.multiplexer) else {
      return (
        false,
        "\(text.utf8.count) bytes exceed the clipboard limit of terminals (\(ClipboardSequence.maximumBytes))"
      )
    }
    tty.write(sequence.text)
    let wrapping =
      switch environment.multiplexer {
      case nil: ""
      case .tmux: "; tmux needs set-clipboard on"
      case .screen: ", through screen"
      }
    return (true, "sent to the terminal (OSC 52\(wrapping))")
  }

  private func copyThroughCommand(_ text: String) -> Route? {
    guard let line = options.clipboardCommand, !line.isEmpty else { return nil }
    switch ShellCommand(line).run(input: Array(text.utf8)) {
    case .exited(0): return (true, "given to \(line)")
    case .exited(let status): return (false, "\(line) failed with status \(status)")
    case .stillRunning: return (false, "\(line) did not finish")
    case .notStarted(let reason): return (false, "\(line) did not start: \(reason)")
    }
  }
}

/// An OSC 52 sequence of xterm, which copies text to the clipboard of the user's terminal, even through ssh, tmux and screen.
struct ClipboardSequence: Sendable, Hashable {
  /// A terminal multiplexer that requires a wrapped OSC 52 sequence.
  enum Multiplexer: Sendable, Hashable {
    case tmux, screen
  }

  /// The maximum size of a text that terminals accept: 100,000 bytes in base64.
  static let maximumBytes = 74_994
  /// The maximum number of bytes that GNU Screen forwards in one sequence.
  private static let screenPiece = 512

  let text: String

  /// Creates the sequence that copies a text; nil if the text is longer than ``maximumBytes``.
  ///
  /// - Parameter multiplexer: the terminal multiplexer in which the process runs; nil if there is none.
  init?(copying text: String, inside multiplexer: Multiplexer?) {
    guard text.utf8.count <= Self.maximumBytes else { return nil }
    let plain = "\u{1B}]52;c;" + Data(text.utf8).base64EncodedString() + "\u{7}"
    switch multiplexer {
    case nil: self.text = plain
    case .tmux:
      // tmux interprets the plain sequence if `set-clipboard` is on, and forwards the wrapped one if passthrough is allowed.
      self.text = plain + "\u{1B}Ptmux;\u{1B}" + plain + "\u{1B}\\"
    case .screen: self.text = Self.pieces(plain).map { "\u{1B}P" + $0 + "\u{1B}\\" }.joined()
    }
  }

  private static func pieces(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: screenPiece).map {
      String(decoding: bytes[$0...].prefix(screenPiece), as: UTF8.self)
    }
  }
}
