/// The brightness of the terminal's background, on which the colors of the palette depend.
enum Background: Sendable, Hashable {
  case dark, light

  /// The OSC 11 sequence of xterm that requests the background color. Many terminals do not answer, and some answer late.
  static let query = "\u{1B}]11;?\u{1B}\\"
  /// The prefix of the terminal's answer to ``query``.
  static let reportStart = Array("\u{1B}]11;".utf8)

  /// Parses the value of `COLORFGBG`, which some terminals set: `15;0` or `15;default;0`. The numbers select basic colors.
  init?(foregroundAndBackground value: String) {
    guard let number = value.split(separator: ";").last.flatMap({ Int($0) }), (0...15).contains(number) else {
      return nil
    }
    self = number < 7 || number == 8 ? .dark : .light
  }

  /// Parses the color in a terminal's answer to ``query``: `rgb:` or `rgba:`, and one to four hexadecimal digits for
  /// each component.
  init?(color: String) {
    let parts = color.drop { $0 != ":" }.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let shares = parts.prefix(3).compactMap { digits in
      (1...4).contains(digits.count)
        ? UInt16(digits, radix: 16).map { Double($0) / Double((1 << (4 * digits.count)) - 1) } : nil
    }
    guard color.hasPrefix("rgb"), shares.count == 3 else { return nil }
    // The perceived brightness according to ITU-R BT.601.
    self = 0.299 * shares[0] + 0.587 * shares[1] + 0.114 * shares[2] > 0.5 ? .light : .dark
  }
}

extension EscapeSequence {
  /// Decodes a terminal's answer with its background color, which ends with BEL or `ESC \`; nil for other input.
  ///
  /// - Parameter isWhole: whether no further bytes follow, so that an incomplete answer is other input.
  static func backgroundReport(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> KeyReading? {
    let start = Background.reportStart
    guard bytes.prefix(start.count).elementsEqual(start.prefix(bytes.count)), bytes.count > 2 || !isWhole
    else { return nil }
    let color = bytes.dropFirst(start.count).prefix { $0 != 0x07 && $0 != 0x1B }
    let rest = bytes.dropFirst(start.count + color.count)
    guard color.count <= longest else { return .unknown(length: start.count + color.count) }
    guard let end = rest.first, end == 0x07 || rest.count > 1 else {
      return isWhole ? .unknown(length: bytes.count) : .incomplete
    }
    let length = start.count + color.count + (end == 0x07 ? 1 : 2)
    return Background(color: String(decoding: color, as: UTF8.self)).map {
      .input(.background($0), length: length)
    }
      ?? .unknown(length: length)
  }
}
