import Mantle

/// The possible typos at a mistake, each with the edits that undo it: changes to one or two
/// tokens by people and programs.
struct TokenSlips {
  /// The edits that undo one typo.
  typealias Slip = SecondLook.Slip

  /// The distance after a mistake within which its end is searched for.
  private static let view = 1 << 13

  private let reader: JSONRepairReader
  private let site: DamagedRegion
  /// Two tokens before the mistake, the token that contains it, and four tokens after that.
  private let tokens: [Range<Int>]

  /// Creates the typos at a mistake.
  ///
  /// - Parameter start: the offset of a token at or before the mistake.
  init(_ bytes: JSONBytes, in range: Range<Int>, at site: DamagedRegion, from start: Int) {
    // Everything, such as the end of a line or a bracket, is searched for nearby.
    let near = start..<min(range.upperBound, site.offset + Self.view)
    reader = JSONRepairReader(bytes, in: near, usesIndentation: false, allowsValuesOnOneLine: true)
    self.site = site
    var tokens: [Range<Int>] = []
    var position = start
    var behind = 0
    while behind < 5, let token = reader.token(at: position) {
      position = token.upperBound
      tokens.append(token)
      if position > site.offset { behind += 1 }
    }
    self.tokens = tokens.suffix(behind + 2)
  }

  /// All possible typos, the most likely ones first.
  var all: [Slip] {
    withExtendedLifetime(reader) {
      wrongQuotes + swaps + otherPunctuation + otherBrackets + keys + texts + surplus + lines
    }
  }

  private func byte(_ token: Range<Int>) -> UInt8 { reader.byte(token.lowerBound) }

  private func isPunctuation(_ token: Range<Int>) -> Bool {
    ",:{}[]".utf8.contains(byte(token))
  }

  /// Whether a token is neither punctuation nor a string.
  private func isBare(_ token: Range<Int>) -> Bool { !isPunctuation(token) && byte(token) != ASCII.quote }

  private func edit(
    _ range: Range<Int>, _ replacement: [UInt8], _ cause: DamagedRegion.Cause,
    code: JSONSyntaxError.Code? = nil, occurrences: Int = 1
  ) -> DamagedRegion {
    DamagedRegion(
      range: range, replacement: replacement, cause: cause, offset: range.lowerBound,
      container: site.container, code: code ?? site.code, occurrences: occurrences)
  }

  // MARK: - Two tokens

  /// The swaps of two adjacent tokens.
  private var swaps: [Slip] {
    zip(tokens, tokens.dropFirst()).prefix(5).compactMap { first, second in
      guard
        isPunctuation(first) != isPunctuation(second) || isPunctuation(first) && byte(first) != byte(second)
      else { return nil }
      let bytes = reader.bytes
      let replacement =
        bytes.slice(second) + bytes.slice(first.upperBound..<second.lowerBound) + bytes.slice(first)
      return [
        edit(first.lowerBound..<second.upperBound, replacement, .swapped, code: expected(byte(second)))
      ]
    }
  }

  /// Returns the error of a strict parser for a missing token.
  private func expected(_ byte: UInt8) -> JSONSyntaxError.Code {
    switch byte {
    case ASCII.comma, ASCII.closeBrace, ASCII.closeBracket: .expectedCommaOrClose
    case ASCII.colon: .expectedColon
    default: .expectedValue
    }
  }

  // MARK: - One token

  /// A colon in place of a comma, the reverse, or a word in place of a comma.
  private var otherPunctuation: [Slip] {
    tokens.indices.dropFirst().compactMap { number in
      let token = tokens[number]
      switch byte(token) {
      case ASCII.colon: return [edit(token, [ASCII.comma], .wrongCharacter, code: .expectedCommaOrClose)]
      case ASCII.comma where isBetweenValues(number):
        return [edit(token, [ASCII.lineFeed], .missingList, code: .trailingContent)]
      case ASCII.comma: return [edit(token, [ASCII.colon], .wrongCharacter, code: .expectedColon)]
      case _
      where isBare(token) && token.count <= 8 && reader.strictScalar(token) == nil
        && ASCII.isWhitespace(reader.byte(token.lowerBound - 1)):
        return [edit(token, [ASCII.comma], .wrongCharacter, code: .expectedCommaOrClose)]
      default: return nil
      }
    }
  }

  private func isBetweenValues(_ number: Int) -> Bool {
    number + 1 < tokens.count && byte(tokens[number - 1]) | 0x20 == ASCII.closeBrace
      && byte(tokens[number + 1]) | 0x20 == ASCII.openBrace && site.container.map { $0 == 0 } ?? true
  }

  /// The brackets of an object in place of those of a list, or the reverse.
  private var otherBrackets: [Slip] {
    tokens.compactMap { token in
      guard byte(token) | 0x20 == ASCII.openBrace, let close = reader.closerAhead(token.upperBound),
        reader.byte(close) == byte(token) + 2
      else { return nil }
      let isObject = byte(token) == ASCII.openBrace
      return [
        edit(token, [isObject ? ASCII.openBracket : ASCII.openBrace], .wrongBracket, code: .expectedValue),
        edit(
          close..<close + 1, [isObject ? ASCII.closeBracket : ASCII.closeBrace], .wrongBracket,
          code: .expectedCommaOrClose, occurrences: 0),
      ]
    }
  }

  // MARK: - Quotes

  /// Quotes of a string that are doubled, or escaped as in a string or in HTML.
  private var wrongQuotes: [Slip] {
    let forms: [(quote: String, cause: DamagedRegion.Cause)] = [
      ("\\\"", .invalidEscape), ("\"\"", .surplusQuote), ("&quot;", .wrongCharacter),
      ("&#34;", .wrongCharacter),
      ("%22", .wrongCharacter),
    ]
    return forms.compactMap { form -> Slip? in
      let quote = Array(form.quote.utf8)
      let starts = [site.offset, max(reader.start, site.offset - 1)] + tokens.map(\.lowerBound)
      guard
        let first = starts.first(where: { reader.bytes.slice($0..<$0 + quote.count).elementsEqual(quote) }),
        let second = reader.bytes.firstOccurrence(
          of: quote, from: first + quote.count + 1, to: reader.lineEnd(first))
      else { return nil }
      let isEntity = form.cause == .wrongCharacter
      // Of two characters the first is removed.
      return [first, second].map {
        edit(
          $0..<$0 + (isEntity ? quote.count : 1), isEntity ? [ASCII.quote] : [], form.cause,
          occurrences: $0 == first ? 1 : 0)
      }
    }
  }

  // MARK: - Keys

  /// A key of several words, in brackets, or missing: `my key: 1`, `["a"]: 1`, `: 1`.
  private var keys: [Slip] {
    guard
      let colon = tokens.indices.first(where: {
        tokens[$0].lowerBound > site.offset && byte(tokens[$0]) == ASCII.colon
      })
    else { return [] }
    let first = tokens[..<colon].lastIndex { ",{".utf8.contains(byte($0)) }.map { $0 + 1 } ?? 0
    if first == colon {
      let start = tokens[colon].lowerBound
      return [[edit(start..<start, Array("\"…\"".utf8), .missingKey, code: .expectedKey)]]
    }
    guard first < colon else { return [] }
    // Of two adjacent strings, one is superfluous.
    let words = tokens[first..<colon]
    guard
      !zip(words, words.dropFirst()).contains(where: { byte($0) == ASCII.quote && byte($1) == ASCII.quote })
    else { return [] }
    let range = tokens[first].lowerBound..<tokens[colon - 1].upperBound
    let isInBrackets = "[(".utf8.contains(byte(tokens[first])) && "])".utf8.contains(byte(tokens[colon - 1]))
    let inner = isInBrackets ? range.lowerBound + 1..<range.upperBound - 1 : range
    let text = reader.bytes.slice(inner).filter { $0 != ASCII.quote }
    guard inner.count <= 64, reader.lineEnd(range.lowerBound) >= range.upperBound,
      text.contains(where: ASCII.isLetter), !text.contains(where: { "\\[](){}".utf8.contains($0) })
    else { return [] }
    return [[edit(range, [ASCII.quote] + text + [ASCII.quote], .unquotedKey, code: .expectedKey)]]
  }

  // MARK: - Text

  /// Unquoted text up to the end of the value or line, and a string that contains quotes.
  private var texts: [Slip] {
    var slips: [Slip] = []
    for (before, token) in zip(tokens, tokens.dropFirst())
    where ":,[".utf8.contains(byte(before)) && reader.lineEnd(before.lowerBound) > token.lowerBound {
      let line = reader.lineEnd(token.lowerBound)
      if byte(token) == ASCII.quote {
        slips += endsOfString(token, line).map {
          [edit(token.lowerBound..<$0, reader.quoted(token.lowerBound + 1..<$0 - 1), .unescapedQuote)]
        }
      } else if byte(token) | 0x20 != ASCII.openBrace, byte(token) != ASCII.comma,
        byte(token) | 0x20 != ASCII.closeBrace
      {
        slips += endsOfText(token.lowerBound, line).map {
          [edit(token.lowerBound..<$0, reader.quoted(token.lowerBound..<$0), .unquotedText)]
        }
      }
    }
    return slips
  }

  /// Returns the offsets after the quotes on a line that may end the string, apart from the
  /// quote that ends the token.
  private func endsOfString(_ token: Range<Int>, _ line: Int) -> [Int] {
    let limit = min(line, token.lowerBound + JSONRepairReader.view)
    let quotes = (token.upperBound..<max(token.upperBound, limit)).lazy.filter {
      reader.byte($0) == ASCII.quote && reader.byte($0 - 1) != ASCII.backslash && reader.isValueEnd($0 + 1)
    }
    return quotes.prefix(4).map { $0 + 1 }
  }

  /// Returns the end of unquoted text: the comma or bracket after it. A sequence of values is
  /// not text.
  private func endsOfText(_ start: Int, _ line: Int) -> [Int] {
    let line = min(line, start + 128)
    var end = (start..<max(start, line)).first {
      ",}]".utf8.contains(reader.byte($0)) && reader.isValueEnd($0)
    }
    end = reader.lastContent(before: end ?? line, from: start) + 1
    guard let end, end > start, isWord(start..<end) else { return [] }
    let text = reader.bytes.text(start..<end)
    guard text.contains(where: { $0.isLetter || $0.isNumber }), !text.contains("--") else { return [] }
    return [end]
  }

  /// Whether the tokens of a text include a word or sign, rather than only JSON values.
  private func isWord(_ text: Range<Int>) -> Bool {
    var position = text.lowerBound
    while position < text.upperBound, let token = reader.token(at: position) {
      if isBare(token), reader.strictScalar(token) == nil { return true }
      position = token.upperBound
    }
    return false
  }

  /// A stray token, two of them, or words up to the end of the line or of HTML.
  private var surplus: [Slip] {
    var ranges: [Range<Int>] = []
    for (number, token) in tokens.enumerated() {
      if isPunctuation(token) { ranges.append(token) }
      if isCloser(token), number + 1 < tokens.count, isCloser(tokens[number + 1]) {
        ranges.append(token.lowerBound..<tokens[number + 1].upperBound)
      }
      guard isBare(token), isWord(token) else { continue }
      ranges.append(token)
      if byte(token) == ASCII.less, let close = lastTagEnd(token) { ranges.append(token.lowerBound..<close) }
      ranges.append(token.lowerBound..<max(token.upperBound, reader.lineEnd(token.lowerBound)))
      if number + 1 < tokens.count, isBare(tokens[number + 1]), isWord(tokens[number + 1]) {
        ranges.append(token.lowerBound..<tokens[number + 1].upperBound)
      }
    }
    return ranges.map { [edit($0, [], isCloser($0) && $0.count > 1 ? .surplusBracket : .strayText)] }
  }

  private func isCloser(_ token: Range<Int>) -> Bool { byte(token) | 0x20 == ASCII.closeBrace }

  /// Lines of other text, up to a line that begins like JSON.
  private var lines: [Slip] {
    tokens.filter { beginsLine($0) && byte($0) != ASCII.quote }.compactMap { token in
      var end = reader.lineEnd(token.lowerBound)
      for _ in 0..<Self.mostLines where !"\"{}[]".utf8.contains(reader.byte(reader.skip(end))) {
        end = reader.lineEnd(reader.skip(end))
      }
      return isWord(token.lowerBound..<end) ? [edit(token.lowerBound..<end, [], .strayText)] : nil
    }
  }

  private static let mostLines = 8

  private func beginsLine(_ token: Range<Int>) -> Bool {
    let before = reader.lastContent(before: token.lowerBound, from: reader.start) + 1
    return reader.bytes.countLineFeeds(in: before..<token.lowerBound) > 0
  }

  /// Returns the end of the last tag of the HTML that begins with a token; nil if there is
  /// none.
  private func lastTagEnd(_ token: Range<Int>) -> Int? {
    guard ASCII.isLetter(reader.byte(token.lowerBound + 1)) || reader.byte(token.lowerBound + 1) == 0x21
    else { return nil }
    return (token.lowerBound..<reader.end).last { reader.byte($0) == ASCII.greater }.map { $0 + 1 }
  }
}

extension JSONRepairReader {
  /// Returns the token at or after an offset: a string, punctuation, or a word; nil at the
  /// end.
  func token(at offset: Int) -> Range<Int>? {
    let first = skip(offset)
    guard first < end else { return nil }
    if text[first] == ASCII.quote {
      let close = try? JSONScanner.string(text, first + 1, end).close
      return close.flatMap { $0 < end ? first..<$0 + 1 : nil } ?? first..<first + 1
    }
    return first..<max(first + 1, wordEnd(first))
  }
}
