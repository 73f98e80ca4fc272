/// A namespace for the form in which text of several lines is edited on one line: line breaks, tabs and other control
/// characters are escapes.
///
/// `\n`, `\r`, `\t`, `\e`, `\\` and `\u{hex}` are escapes; a backslash before anything else is a backslash.
package enum EscapedText {
  /// Returns a text in the form for editing, with escapes.
  package static func escape(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "\\": result += startsEscape(scalars[(index + 1)...]) ? "\\\\" : "\\"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        result += Escape.of(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text that typed text with escapes represents.
  package static func unescape(_ typed: String) -> String {
    var result = String.UnicodeScalarView()
    forEachScalar(of: typed) { meant, _ in result.append(meant) }
    return String(result)
  }

  /// Returns the first escape in typed text, other than that of a backslash, and a description of its meaning; nil if
  /// there is none.
  package static func firstEscape(in typed: String) -> (text: String, meaning: String)? {
    var first: (text: String, meaning: String)?
    forEachScalar(of: typed) { meant, escape in
      if first == nil, let escape, meant != "\\" { first = (escape, words(for: meant)) }
    }
    return first
  }

  /// Calls a closure with each scalar that typed text represents, and with the escape that represents the scalar. The
  /// escape is nil for a scalar that was typed unescaped.
  private static func forEachScalar(
    of typed: String, _ body: (_ meant: Unicode.Scalar, _ escape: String?) -> Void
  ) {
    var rest = Substring(typed).unicodeScalars
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let (meant, length) = escape(at: rest) else {
        body(scalar, nil)
        continue
      }
      body(meant, "\\" + String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
  }

  private static func words(for scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "a line break"
    case "\r": "a carriage return"
    case "\t": "a tab"
    case "\u{1B}": "the escape character"
    default: "U+" + String(scalar.value, radix: 16, uppercase: true)
    }
  }

  /// The scalars that are represented by a letter or a backslash after a backslash, by this character.
  private static let meanings = Dictionary(
    uniqueKeysWithValues: Escape.letters.map { ($0.value, $0.key) } + [("\\", "\\")])

  /// Returns the scalar that an escape represents, and the number of the escape's scalars after the backslash; nil if
  /// there is no escape.
  ///
  /// - Parameter rest: the typed scalars after a backslash.
  private static func escape(
    at rest: Substring.UnicodeScalarView
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let first = rest.first else { return nil }
    if first == "u" { return codePoint(rest.dropFirst()) }
    return meanings[Character(first)].map { ($0, 1) }
  }

  private static func codePoint(
    _ rest: Substring.UnicodeScalarView
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard rest.first == "{", let end = rest.prefix(10).firstIndex(of: "}") else { return nil }
    let digits = String(rest[rest.index(after: rest.startIndex)..<end])
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, digits.unicodeScalars.count + 3)
  }

  /// Returns whether a backslash in a text must be escaped, because together with the following scalars it would form
  /// an escape.
  ///
  /// - Parameter rest: the scalars of the text after the backslash.
  private static func startsEscape(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let next = rest.first else { return false }
    return "nrtue\\".unicodeScalars.contains(next)
      || next.value < 0x20 || (0x7F...0x9F).contains(next.value)
  }
}
