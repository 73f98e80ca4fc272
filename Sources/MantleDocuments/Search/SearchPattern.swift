import LinearRegex
import Mantle

/// A pattern to search for: a string or a regular expression. A pattern in lowercase ignores case; an uppercase letter
/// makes the search case-sensitive.
package struct SearchPattern: Sendable {
  /// The part of a row that the search inspects.
  package enum Scope: Sendable {
    case all, keys, values
  }

  package let text: String
  package let ignoresCase: Bool
  /// Byte strings of which the JSON of every match contains at least one, regardless of how its characters are escaped.
  /// ``matches(at:in:_:)`` decides whether an occurrence is a match.
  package let needles: [[UInt8]]
  /// The number of byte strings at the start of ``needles`` whose occurrences are always matches.
  private(set) var exactNeedles = 0
  /// The characters of the search string; empty for a regular expression.
  private(set) var characters: [SearchedCharacter] = []
  /// The Unicode scalars of the search string; if the search ignores case, those of both cases.
  private(set) var scalars: [UInt32] = []
  /// The regular expression that decides about occurrences of the needles; nil for a search string.
  package private(set) var expression: RegularExpression?
  package var scope = Scope.all

  /// The common prefix of the `\u` escapes of all ASCII characters in JSON.
  package static let escape = Array(#"\u00"#.utf8)

  /// Creates the pattern for a search string.
  ///
  /// - Parameter keys: keys that also match, because they are displayed under names that contain the string.
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

  /// Creates the pattern for a regular expression.
  package init(_ expression: RegularExpression) {
    text = expression.text
    ignoresCase = expression.ignoresCase
    let literals = expression.literals.filter(\.isPlainInJSON)
    // If no text occurs in every match, every key and value is tested: strings are found by their quotes, other
    // values by the characters with which they can begin.
    needles =
      !literals.isEmpty && literals.count == expression.literals.count
      ? literals.map { Array($0.utf8) } + [Self.escape] : "\"-0123456789tfn".utf8.map { [$0] }
    self.expression = expression
  }

  /// Creates a pattern for a regular expression if the text contains special characters, otherwise for a search string.
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

  /// Returns whether the text of a pattern has no uppercase letter. Letters of classes such as `\D` are ignored.
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

  /// Returns whether the pattern occurs in a value. The quotes of a string are not searched. A list or object is
  /// searched with everything inside it.
  package func occurs(in node: JSONNode) -> Bool {
    if let expression { return node.texts.contains { expression.matches($0) } }
    let range = node.byteRange
    let isQuoted = node.kind == .string
    return occurs(in: node.document.bytes, isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range)
  }

  /// Returns whether a range of bytes contains a match of the search string.
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
  /// Whether a text has only one literal form in JSON, so that all of its other forms contain `\u` escapes.
  package var isPlainInJSON: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !contains { "\"\\/".contains($0) }
  }
}
