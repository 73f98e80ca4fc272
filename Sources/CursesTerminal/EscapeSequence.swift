import TerminalText

/// Decodes keys that send Escape and further bytes: the ECMA-48 sequences of xterm, the Linux console and similar terminals.
enum EscapeSequence {
  static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// The maximum length of a key's sequence. Longer sequences are skipped as a whole.
  static let longest = 64

  /// Decodes the first key of bytes that begin with Escape.
  ///
  /// - Parameter isWhole: whether no further bytes follow, so that an incomplete sequence is decoded without its rest.
  static func decode(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> KeyReading {
    let rest = bytes.dropFirst()
    guard let second = rest.first else { return isWhole ? .key(.escape, length: 1) : .incomplete }
    switch second {
    case 0x1B: return .key(.escape, length: 1)
    case UInt8(ascii: "["): return controlSequence(bytes, isWhole: isWhole)
    case UInt8(ascii: "O"): return singleShift(bytes, isWhole: isWhole)
    case UInt8(ascii: "]"):
      return backgroundReport(bytes, isWhole: isWhole) ?? alternate(rest, isWhole: isWhole)
    default: return alternate(rest, isWhole: isWhole)
    }
  }

  /// Decodes the key after an Escape byte as that key with Alt.
  ///
  /// - Parameters:
  ///   - rest: the bytes after the Escape byte.
  ///   - isWhole: whether no further bytes follow.
  private static func alternate(_ rest: ArraySlice<UInt8>, isWhole: Bool) -> KeyReading {
    switch PlainKey.decode(rest, isWhole: isWhole) {
    case .input(.key(.character(let character)), let length): .key(.alt(character), length: length + 1)
    case .input(.key(.backspace), _): .key(.alt("\u{7F}"), length: 2)
    case .input(_, let length): .key(.alt(Character(Unicode.Scalar(rest.first ?? 0))), length: length + 1)
    case let other: other
    }
  }

  /// Decodes `ESC O` and a letter: cursor and function keys in application mode.
  private static func singleShift(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> KeyReading {
    guard let final = bytes.dropFirst(2).first else {
      return isWhole ? .key(.alt("O"), length: 2) : .incomplete
    }
    if final == UInt8(ascii: "M") { return .key(.enter, length: 3) }
    guard let key = letterKey(final, Modifiers(parameter: 1)) else { return .key(.alt("O"), length: 2) }
    return .key(key, length: 3)
  }

  /// Decodes a control sequence: `ESC [`, parameters and a final byte.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> KeyReading {
    let body = bytes.dropFirst(2)
    if body.first == UInt8(ascii: "[") {
      guard body.count > 1 else { return isWhole ? .unknown(length: 3) : .incomplete }
      return linuxFunction(body.dropFirst().first)
    }
    let middle = body.prefix { (0x20...0x3F).contains($0) }
    let length = 2 + middle.count + 1
    guard let final = body.dropFirst(middle.count).first, middle.count < longest else {
      if middle.count >= longest { return .overlong(length: length - 1) }
      guard isWhole else { return .incomplete }
      return middle.isEmpty ? .key(.alt("["), length: 2) : .unknown(length: bytes.count)
    }
    guard (0x40...0x7E).contains(final) else { return .unknown(length: length - 1) }
    if middle.first == UInt8(ascii: "<") {
      return mouse(middle.dropFirst(), final).map { .input(.mouse($0), length: length) }
        ?? .unknown(length: length)
    }
    let numbers = middle.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(number)
    let modifiers = Modifiers(parameter: numbers.count > 1 ? numbers[1] : 1)
    guard final == UInt8(ascii: "~") else {
      // A sequence with another first number is a report of the terminal and not a key.
      guard (numbers.first ?? 1) == 1 else { return .unknown(length: length) }
      return letterKey(final, modifiers).map { .key($0, length: length) } ?? .unknown(length: length)
    }
    if numbers == [200] { return .pasteBegins(length: length) }
    return numberKey(numbers.first ?? 0, modifiers).map { .key($0, length: length) }
      ?? .unknown(length: length)
  }

  /// Returns the number of bytes that continue an overlong control sequence and are skipped, and whether the sequence
  /// ends with them.
  static func restOfOverlong(_ bytes: ArraySlice<UInt8>) -> (length: Int, ends: Bool) {
    let middle = bytes.prefix { (0x20...0x3F).contains($0) }.count
    guard let final = bytes.dropFirst(middle).first else { return (middle, false) }
    return (0x40...0x7E).contains(final) ? (middle + 1, true) : (middle, true)
  }

  /// Parses a mouse event of xterm: `ESC [ < buttons ; column ; row M`, or `m` when a button is released; nil for
  /// unsupported events.
  private static func mouse(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> MouseEvent? {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(number)
    guard numbers.count == 3, final == UInt8(ascii: "M") || final == UInt8(ascii: "m") else { return nil }
    let action: MouseEvent.Action? =
      switch (numbers[0] & ~0b11100, final == UInt8(ascii: "M")) {
      case (0, true): .press
      case (0, false): .release
      case (32, _): .drag
      case (64, true): .wheelUp
      case (65, true): .wheelDown
      default: nil
      }
    return action.map { MouseEvent($0, row: max(0, numbers[2] - 1), column: max(0, numbers[1] - 1)) }
  }

  /// Decodes the first function keys of the Linux console: `ESC [ [ A` to `E`.
  private static func linuxFunction(_ final: UInt8?) -> KeyReading {
    guard let final, (0x41...0x45).contains(final) else { return .unknown(length: 4) }
    return .key(.function(Int(final) - 0x40), length: 4)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int {
    digits.isEmpty ? 1 : digits.reduce(0) { min($0 * 10 + Int($1 & 0x0F), 9_999) }
  }
}

extension EscapeSequence {
  /// The modifier keys of a key press, as xterm encodes them: a bit set plus one.
  private struct Modifiers {
    let shift: Bool
    let alt: Bool
    let altOrControl: Bool

    init(parameter: Int) {
      // A parameter outside this range does not encode modifiers.
      let bits = (1...16).contains(parameter) ? parameter - 1 : 0
      shift = bits & 1 != 0
      alt = bits & 0b10 != 0
      altOrControl = bits & 0b110 != 0
    }
  }

  private static func letterKey(_ final: UInt8, _ modifiers: Modifiers) -> Key? {
    switch final {
    case UInt8(ascii: "A"): modifiers.alt ? .altUp : .up
    case UInt8(ascii: "B"): modifiers.alt ? .altDown : .down
    case UInt8(ascii: "C"): modifiers.altOrControl ? .wordRight : modifiers.shift ? .shiftRight : .right
    case UInt8(ascii: "D"): modifiers.altOrControl ? .wordLeft : modifiers.shift ? .shiftLeft : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    default: nil
    }
  }

  private static func numberKey(_ number: Int, _ modifiers: Modifiers) -> Key? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: modifiers.altOrControl ? .deleteWord : .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }
}
