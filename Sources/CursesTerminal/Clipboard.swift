import MantlePlatform

/// The sequence that puts text on the clipboard of the terminal the person sits at, also through ssh, tmux and screen:
/// OSC 52 of xterm's control sequences.
struct ClipboardSequence: Sendable, Hashable {
  /// A terminal multiplexer that an OSC 52 sequence must be wrapped for.
  enum Multiplexer: Sendable, Hashable {
    case tmux, screen
  }

  /// Terminals drop longer ones: 100 000 bytes of base64.
  static let mostBytes = 74_994
  /// The number of bytes that GNU Screen passes on in one piece.
  private static let screenPiece = 512

  let text: String

  /// Nil for a text longer than terminals take.
  init?(copying text: String, inside multiplexer: Multiplexer?) {
    guard text.utf8.count <= Self.mostBytes else { return nil }
    let plain = "\u{1B}]52;c;" + Data(text.utf8).base64EncodedString() + "\u{7}"
    switch multiplexer {
    case nil: self.text = plain
    case .tmux:
      // tmux takes the plain one when it may set the clipboard, and passes on the other when it may pass on.
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
