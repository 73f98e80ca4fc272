import TerminalText

/// Decodes the bytes that a terminal sends into keys, pastes and mouse events.
///
/// Input may be split at any byte: an incomplete sequence waits for its rest. Unknown sequences are skipped as a
/// whole instead of being decoded as text.
struct KeyDecoder: Sendable {
  /// The kind of incomplete input whose rest the decoder waits for.
  enum Pending: Sendable {
    case nothing
    /// The decoder waits for the rest of a key's sequence. A single Escape byte is a key if no further input follows
    /// soon.
    case key
    case paste
  }

  /// A unit of terminal input after decoding: a key, a paste, a mouse event, or a report of the background color.
  enum Input: Sendable, Hashable {
    case key(Key)
    case paste(String)
    case mouse(MouseEvent)
    case background(Background)
  }

  private var bytes: [UInt8] = []
  private var start = 0
  private var pasted: [UInt8]?
  /// Whether the decoder is skipping the rest of an overlong sequence.
  private var isInOverlong = false
  private let known: [[UInt8]: Key]
  private let longestKnown: Int

  /// The maximum size of a paste in bytes. A larger paste is delivered in parts.
  static let longestPaste = 1 << 24

  init(known: [[UInt8]: Key] = [:]) {
    self.known = known
    longestKnown = known.keys.map(\.count).max() ?? 0
  }

  mutating func feed(_ more: some Sequence<UInt8>) {
    if start == bytes.count {
      bytes.removeAll(keepingCapacity: bytes.count < 1 << 16)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  var pending: Pending {
    if pasted != nil { return .paste }
    return start < bytes.count || isInOverlong ? .key : .nothing
  }

  /// Whether the undecoded bytes contain the start of a report of the background color.
  var holdsBackground: Bool { bytes[start...].firstRange(of: Background.reportStart) != nil }

  /// Returns the next input in the bytes that have arrived; nil if more bytes are needed.
  ///
  /// - Parameter nothingFollows: whether an incomplete sequence is decoded without its rest.
  mutating func next(nothingFollows: Bool = false) -> Input? {
    while true {
      if pasted != nil { return nextPaste(nothingFollows: nothingFollows).map(Input.paste) }
      if isInOverlong {
        let (length, ends) = EscapeSequence.restOfOverlong(bytes[start...])
        start += length
        isInOverlong = !ends && !nothingFollows
      }
      guard start < bytes.count else { return nil }
      switch decode(bytes[start...], isWhole: nothingFollows) {
      case .input(let input, let length):
        start += length
        return input
      case .unknown(let length): start += length
      case .overlong(let length):
        start += length
        isInOverlong = true
      case .pasteBegins(let length):
        start += length
        pasted = []
      case .incomplete: return nil
      }
    }
  }

  private func decode(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> KeyReading {
    if bytes.first == 0x1B {
      for length in stride(from: min(longestKnown, bytes.count), to: 1, by: -1) {
        if let key = known[Array(bytes.prefix(length))] { return .key(key, length: length) }
      }
      return EscapeSequence.decode(bytes, isWhole: isWhole)
    }
    return PlainKey.decode(bytes, isWhole: isWhole)
  }

  private mutating func nextPaste(nothingFollows: Bool) -> String? {
    let rest = bytes[start...]
    let end = rest.firstRange(of: EscapeSequence.pasteEnd)
    // The end marker of the paste may have arrived incompletely.
    let held = end == nil && !nothingFollows ? rest.lengthOfPartial(EscapeSequence.pasteEnd) : 0
    let upTo = end?.lowerBound ?? rest.endIndex - held
    pasted?.append(contentsOf: rest[..<upTo])
    start = end?.upperBound ?? upTo
    guard let whole = pasted else { return nil }
    if end != nil || nothingFollows {
      pasted = nil
    } else if whole.count > Self.longestPaste {
      pasted = []
    } else {
      return nil
    }
    return whole.asPastedText
  }
}

/// The result of decoding the first bytes of the input, with their number.
enum KeyReading: Sendable, Hashable {
  case input(KeyDecoder.Input, length: Int)
  case unknown(length: Int)
  /// The bytes begin with a sequence that is longer than the sequence of any key.
  case overlong(length: Int)
  case pasteBegins(length: Int)
  case incomplete

  static func key(_ key: Key, length: Int) -> KeyReading { .input(.key(key), length: length) }
}

extension ArraySlice<UInt8> {
  /// Returns the length of the longest suffix that may be the start of a sequence whose rest has not arrived; 0 if
  /// there is none.
  fileprivate func lengthOfPartial(_ sequence: [UInt8]) -> Int {
    (1..<sequence.count).last { $0 <= count && suffix($0).elementsEqual(sequence.prefix($0)) } ?? 0
  }
}

extension [UInt8] {
  /// The pasted text, in which each carriage return, which terminals send as a line break, is a line feed.
  fileprivate var asPastedText: String {
    String(String(decoding: self, as: UTF8.self).map { $0 == "\r" || $0 == "\r\n" ? "\n" : $0 })
  }
}

/// Decodes keys that send a character or a control code.
enum PlainKey {
  /// Decodes the first key of bytes that do not begin with Escape.
  ///
  /// - Parameter isWhole: whether no further bytes follow, so that an incomplete character is decoded without its rest.
  static func decode(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> KeyReading {
    guard let first = bytes.first else { return .incomplete }
    if first < 0x80 { return .key(key(ofASCII: first), length: 1) }
    let expected = length(startingWith: first)
    let scalar = bytes.prefix(expected)
    let continued = scalar.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count + 1
    if continued < expected, continued == scalar.count, !isWhole { return .incomplete }
    let text = String(decoding: scalar.prefix(continued), as: UTF8.self)
    guard continued == expected, text.unicodeScalars.count == 1, let character = text.first else {
      return .key(.character("\u{FFFD}"), length: continued)
    }
    return .key(.character(character), length: expected)
  }

  static func key(ofASCII byte: UInt8) -> Key {
    switch byte {
    case 0x0D, 0x0A: .enter
    case 0x09: .tab
    case 0x08, 0x7F: .backspace
    case 0x1B: .escape
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x00, 0x1C...0x1F: .control(Character(Unicode.Scalar(byte + 0x40)))
    default: .character(Character(Unicode.Scalar(byte)))
    }
  }

  private static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
