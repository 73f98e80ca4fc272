import LinearRegex
import Mantle
import TerminalText

/// A literal search string. Lowercase letters match both cases; an uppercase letter makes the search
/// case-sensitive.
package struct SearchPattern: Sendable, Hashable {
  package let text: String
  package let ignoresCase: Bool
  /// The byte sequences that represent the string in JSON: unescaped, and with the characters escaped that
  /// JSON requires to be escaped.
  package let needles: [[UInt8]]
  /// The regular expression that must match where a needle is found; nil for a literal string.
  package private(set) var expression: RegularExpression?
  package var scope = Scope.all

  /// - Parameter keys: keys to be found although the text is not in them, being shown under other names.
  /// - Returns: nil for an empty text.
  package init?(_ text: String, orKeys keys: [String] = []) {
    guard !text.isEmpty else { return nil }
    self.text = text
    ignoresCase = text == text.lowercased()
    let plain = Array(text.utf8)
    let escaped = Array(JSONText.escaped(text).utf8)
    let ascii = Array(JSONText.asciiEscaped(text).utf8)
    var needles = [escaped]
    for needle in [plain, ascii] + keys.map({ Array(JSONText.quoted($0).utf8) })
    where !needles.contains(needle) {
      needles.append(needle)
    }
    self.needles = needles
  }

  /// A regular expression.
  init(_ expression: RegularExpression, scope: Scope) {
    text = expression.text
    ignoresCase = expression.ignoresCase
    let literals = expression.literals.filter { literal in
      literal.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && !literal.contains { "\"\\/".contains($0) }
    }
    // Without a text that is in every match, every key and value is looked at: strings by their quotes, the others by
    // the characters they can begin with.
    needles =
      !literals.isEmpty && literals.count == expression.literals.count
      ? literals.map { Array($0.utf8) } : "\"-0123456789tfn".utf8.map { [$0] }
    self.expression = expression
    self.scope = scope
  }

  /// Where in a text the pattern is found first.
  package func firstRange(in text: Substring) -> Range<String.Index>? {
    if let expression { return expression.firstRange(in: text) }
    guard ignoresCase else { return text.firstRange(of: self.text) }
    var start = text.startIndex
    while start < text.endIndex {
      if let end = match(in: text, at: start) { return start..<end }
      start = text.index(after: start)
    }
    return nil
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.text == b.text && a.needles == b.needles && a.scope == b.scope
      && (a.expression == nil) == (b.expression == nil)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(needles)
    hasher.combine(text)
  }

  package func matches(_ text: String) -> Bool { firstRange(in: text[...]) != nil }

  /// A span with its matches in the style of matches.
  package func highlight(_ span: Span) -> [Span] {
    var spans: [Span] = []
    var rest = span.text[...]
    while let range = firstRange(in: rest), !range.isEmpty {
      if range.lowerBound > rest.startIndex {
        spans.append(Span(String(rest[..<range.lowerBound]), span.style))
      }
      var style = span.style
      style.role = .match
      spans.append(Span(String(rest[range]), style))
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty { spans.append(Span(String(rest), span.style)) }
    return spans
  }

  private func match(in text: Substring, at start: String.Index) -> String.Index? {
    var position = start
    for character in self.text {
      guard position < text.endIndex, text[position].lowercased() == character.lowercased() else {
        return nil
      }
      position = text.index(after: position)
    }
    return position
  }
}
