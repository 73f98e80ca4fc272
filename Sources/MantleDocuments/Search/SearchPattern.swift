import LinearRegex
import Mantle

/// A search term: a string, or a regular expression. Lowercase letters match both cases; an uppercase letter makes the
/// search case-sensitive.
package struct SearchPattern: Sendable {
  /// Which part of a row a match must be in.
  package enum Scope: Sendable {
    case all, keys, values
  }

  package let text: String
  package let ignoresCase: Bool
  /// The byte sequences of which every match contains at least one in its JSON, whichever characters are escaped. At an
  /// occurrence, ``matches(at:in:_:)`` decides.
  package let needles: [[UInt8]]
  /// The number of needles, from the first one, that are matches by themselves.
  private(set) var exactNeedles = 0
  /// The characters of a string; empty for a regular expression.
  private(set) var characters: [SearchedCharacter] = []
  /// The characters of a string in both cases.
  private(set) var scalars: [UInt32] = []
  /// The regular expression that must match where a needle is found; nil for a string.
  package private(set) var expression: RegularExpression?
  package var scope = Scope.all

  /// The prefix of the escapes with which JSON can write each ASCII character.
  package static let escape = Array(#"\u00"#.utf8)

  /// Creates the pattern of a string.
  ///
  /// - Parameter keys: keys to be found although the text is not in them, being shown under other names.
  /// - Returns: nil for an empty text.
  package init?(_ text: String, orKeys keys: [String] = []) {
    guard !text.isEmpty else { return nil }
    self.text = text
    let ignoresCase = text == text.lowercased()
    self.ignoresCase = ignoresCase
    characters = text.unicodeScalars.map { SearchedCharacter($0, ignoringCase: ignoresCase) }
    scalars = characters.flatMap { $0.scalars.map(\.value) }
    let escaped = JSONText.escaped(text)
    let exact = (text == escaped ? [text] : [escaped, text]) + keys.map(JSONText.quoted)
    exactNeedles = exact.count
    needles = exact.map { Array($0.utf8) } + Set(characters.flatMap(\.rareSpellings))
  }

  /// Creates the pattern of a regular expression.
  package init(_ expression: RegularExpression) {
    text = expression.text
    ignoresCase = expression.ignoresCase
    let literals = expression.literals.filter(\.isPlainInJSON)
    // Without a text that is in every match, every key and value is inspected: strings by their quotes, other values
    // by the characters they can begin with.
    needles =
      !literals.isEmpty && literals.count == expression.literals.count
      ? literals.map { Array($0.utf8) } + [Self.escape] : "\"-0123456789tfn".utf8.map { [$0] }
    self.expression = expression
  }

  /// Reads a text as a regular expression if it contains any of the special characters, otherwise as a string.
  ///
  /// - Returns: nil for an empty text.
  /// - Throws: ``PatternError``.
  package init?(expression text: String) throws(PatternError) {
    if text.contains(where: { #"\.[]{}()*+?|^$"#.contains($0) }) {
      self.init(try RegularExpression(text, ignoringCase: Self.hasNoCapital(text)))
    } else {
      self.init(text)
    }
  }

  /// Whether no letter is a capital; the letters of classes such as `\D` do not count.
  private static func hasNoCapital(_ text: String) -> Bool {
    var isEscaped = false
    for character in text {
      if !isEscaped, character.isUppercase { return false }
      isEscaped = character == "\\" && !isEscaped
    }
    return true
  }

  /// Returns the range of the first match in a text; nil if there is none.
  package func firstRange(in text: Substring) -> Range<String.Index>? {
    if let expression { return expression.firstRange(in: text) }
    let scalars = text.unicodeScalars
    return scalars.indices.lazy.compactMap { start in
      var rest = scalars[start...]
      let isMatch = characters.allSatisfy { rest.popFirst().map($0.scalars.contains) == true }
      return isMatch ? start..<rest.startIndex : nil
    }.first
  }

  package func matches(_ text: String) -> Bool { firstRange(in: text[...]) != nil }

  /// Returns whether a value contains the term: in a string without its quotes, or anywhere in a list or object.
  package func occurs(in node: JSONNode) -> Bool {
    if let expression { return node.texts.contains { expression.matches($0) } }
    let range = node.byteRange
    let isQuoted = node.kind == .string
    return occurs(in: node.document.bytes, isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range)
  }

  /// Whether a range of bytes contains the string.
  package func occurs(in bytes: JSONBytes, _ range: Range<Int>) -> Bool {
    needles.contains { needle in
      var start = range.lowerBound
      while let offset = bytes.firstOccurrence(
        of: needle, from: start, to: range.upperBound, ignoringCase: ignoresCase)
      {
        if matches(at: offset, in: bytes, range) { return true }
        start = offset + 1
      }
      return false
    }
  }
}

extension String {
  /// Whether JSON can write the text only as it is, or with `\u` escapes.
  package var isPlainInJSON: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !contains { "\"\\/".contains($0) }
  }
}
