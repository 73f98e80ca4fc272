import LinearRegex
import Mantle

/// A search term: a literal string or a regular expression. Lowercase letters match both cases; an uppercase
/// letter makes the search case-sensitive.
package enum TextMatcher: Sendable, Equatable {
  case literal(SearchPattern)
  case expression(RegularExpression)

  /// Reads a text as a regular expression where it has any of its signs.
  ///
  /// - Returns: nil for an empty text.
  /// - Throws: ``PatternError``.
  init?(expression text: String) throws(PatternError) {
    guard text.contains(where: { #"\.[]{}()*+?|^$"#.contains($0) }) else {
      guard let pattern = SearchPattern(text) else { return nil }
      self = .literal(pattern)
      return
    }
    self = .expression(try RegularExpression(text, ignoringCase: Self.isSmall(text)))
  }

  /// Whether no letter is a capital; those of `\D` and the like do not count.
  private static func isSmall(_ text: String) -> Bool {
    var isEscaped = false
    for character in text {
      if !isEscaped, character.isUppercase { return false }
      isEscaped = character == "\\" && !isEscaped
    }
    return true
  }

  var text: String {
    switch self {
    case .literal(let pattern): pattern.text
    case .expression(let expression): expression.text
    }
  }

  var words: String {
    switch self {
    case .literal(let pattern): pattern.text.inFilterQuotes
    case .expression(let expression): "/\(expression.text)/"
    }
  }

  func matches(_ text: String) -> Bool {
    switch self {
    case .literal(let pattern): pattern.matches(text)
    case .expression(let expression): expression.matches(text)
    }
  }

  /// Whether a value's text has it: that of a string without quotes; of a list or an object, any text inside.
  func occurs(in node: JSONNode) -> Bool {
    switch self {
    case .literal(let pattern): pattern.occurs(in: node)
    case .expression(let expression): node.texts.contains { expression.matches($0) }
    }
  }

  package static func == (a: Self, b: Self) -> Bool { a.words == b.words }
}

extension JSONNode {
  /// The keys and values inside, or the value's own text, one after the other.
  var texts: some Sequence<String> {
    var open = [self]
    var keys: [JSONNode] = []
    return AnyIterator {
      if let key = keys.popLast() { return key.displayText }
      while let node = open.popLast() {
        switch node.kind {
        case .array: open += Array(node.elements).reversed()
        case .object:
          let members = Array(node.members)
          open += members.map(\.value).reversed()
          keys += members.map(\.key).reversed()
          if let key = keys.popLast() { return key.displayText }
        case .string: return node.displayText
        default: return node.rawText
        }
      }
      return nil
    }
  }
}

extension SearchPattern {
  /// Whether a value holds the text; a string's quotes are no part of it.
  func occurs(in node: JSONNode) -> Bool {
    let range = node.byteRange
    let isQuoted = node.kind == .string
    return occurs(in: node.document.bytes, isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range)
  }

  func occurs(in bytes: JSONBytes, _ range: Range<Int>) -> Bool {
    needles.contains {
      bytes.firstOccurrence(of: $0, from: range.lowerBound, to: range.upperBound, ignoringCase: ignoresCase)
        != nil
    }
  }
}

extension String {
  /// The text as filters and searches read it: in quotes, with a backslash before quotes and backslashes only.
  var inFilterQuotes: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// A key as a name in a filter.
  package var filterName: String {
    reduce(into: "") { name, character in
      if " .[]()=<>!~,\"'\\".contains(character) { name += "\\" }
      name.append(character)
    }
  }

  /// The string without its filter quotes and escapes, or the string itself if it is not quoted.
  var withoutFilterQuotes: String {
    guard count > 1, first == "\"", last == "\"" else { return self }
    return String(dropFirst().dropLast()).replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
  }
}
