extension CursesTerminal {
  /// Offers text to the clipboard: through the terminal (OSC 52), and through the command of the options if there is one.
  /// The answer names the routes; whether a terminal obeyed, it does not tell.
  package func copy(_ text: String) -> String {
    let bytes = text.utf8.count == 1 ? "1 byte" : "\(text.utf8.count) bytes"
    let routes = [copyThroughTerminal(text), copyThroughCommand(text)].compactMap(\.self)
    let taken = routes.filter(\.isTaken).map(\.words)
    let refused = routes.filter { !$0.isTaken }.map(\.words)
    let head = taken.isEmpty ? "not copied" : "copied \(bytes): " + taken.joined(separator: " and ")
    return refused.isEmpty ? head : head + (taken.isEmpty ? ": " : "; ") + refused.joined(separator: "; ")
  }

  /// The result of copying through one path, and its description for the message.
  private typealias Route = (isTaken: Bool, words: String)

  private func copyThroughTerminal(_ text: String) -> Route {
    guard let sequence = ClipboardSequence(copying: text, inside: environment.multiplexer) else {
      return (false, "\(text.utf8.count) bytes are more than terminals take (\(ClipboardSequence.mostBytes))")
    }
    tty.write(sequence.text)
    let wrapping =
      switch environment.multiplexer {
      case nil: ""
      case .tmux: "; tmux passes it on with set-clipboard on"
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
