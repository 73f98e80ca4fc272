import Mantle

/// A part of a text that is not JSON, and its replacement, which makes the surrounding text
/// readable.
package struct DamagedRegion: Sendable, Hashable {
  /// The bytes concerned; empty if something is missing.
  package internal(set) var range: Range<Int>
  /// The JSON as which the bytes were interpreted; empty if they were skipped.
  package internal(set) var replacement: [UInt8]
  /// The probable cause.
  package internal(set) var cause: Cause
  /// The offset of the incorrect token.
  package let offset: Int
  /// The offset of the innermost open array or object; nil at the root.
  package internal(set) var container: Int?
  /// The expectation of a strict parser at ``offset``.
  let code: JSONSyntaxError.Code
  /// The number of mistakes that are reported with this one, including itself; 0 if the
  /// mistake is covered by another report.
  package var occurrences: Int

  /// Creates a region.
  package init(
    range: Range<Int>, replacement: [UInt8], cause: Cause, offset: Int, container: Int?,
    code: JSONSyntaxError.Code, occurrences: Int = 1
  ) {
    self.range = range
    self.replacement = replacement
    self.cause = cause
    self.offset = offset
    self.container = container
    self.code = code
    self.occurrences = occurrences
  }

  /// The probable cause of a mistake.
  package enum Cause: String, Sendable, Hashable, CaseIterable {
    /// A comment.
    case comment
    /// A comma after the last value of a container.
    case trailingComma = "trailing-comma"
    /// A superfluous comma.
    case surplusComma = "surplus-comma"
    /// A missing comma between two values.
    case missingComma = "missing-comma"
    /// A semicolon in place of a comma.
    case semicolon
    /// A missing colon after a key.
    case missingColon = "missing-colon"
    /// A superfluous colon.
    case surplusColon = "surplus-colon"
    /// `=`, `:=` or `=>` in place of a colon.
    case equalsSign = "equals-sign"
    /// A key without a value.
    case missingValue = "missing-value"
    /// A value without a key in an object.
    case missingKey = "missing-key"
    /// A string in single quotes.
    case singleQuotes = "single-quotes"
    /// A string in typographic quotes.
    case curlyQuotes = "curly-quotes"
    /// A string in backquotes.
    case backquotes
    /// A key without quotes.
    case unquotedKey = "unquoted-key"
    /// A string without quotes.
    case unquotedText = "unquoted-text"
    /// `None`, `True` or `False`.
    case pythonLiteral = "python-literal"
    /// Most strings of the text have single quotes, and there are literals of Python.
    case pythonText = "python-text"
    /// Most strings of the text have single quotes.
    case singleQuotedText = "single-quoted-text"
    /// Most keys of the text have no quotes.
    case javaScriptText = "javascript-text"
    /// Most members of the text have `=>` in place of a colon.
    case arrowText = "arrow-text"
    /// A string in triple quotes.
    case tripleQuotes = "triple-quotes"
    /// The placeholder of a template.
    case placeholder
    /// A call or parentheses around a value, or a function.
    case call
    /// NUL bytes, as in a file that was not written completely.
    case nulBytes = "nul-bytes"
    /// A character that resembles a comma or colon.
    case widePunctuation = "wide-punctuation"
    /// A literal in a wrong spelling, such as `TRUE` or `undefined`.
    case literalSpelling = "literal-spelling"
    /// `NaN` or an infinity.
    case notANumber = "not-a-number"
    /// A number in the notation of another language.
    case numberSpelling = "number-spelling"
    /// A quote inside of a string without a backslash.
    case unescapedQuote = "unescaped-quote"
    /// A control character, such as a line break, inside of a string.
    case unescapedControl = "unescaped-control"
    /// A missing quote at one end of a string.
    case missingQuote = "missing-quote"
    /// A superfluous quote.
    case surplusQuote = "surplus-quote"
    /// One character in place of another one.
    case wrongCharacter = "wrong-character"
    /// Two tokens in reverse order.
    case swapped
    /// A backslash that does not begin a valid escape sequence.
    case invalidEscape = "invalid-escape"
    /// Bytes that are not valid UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// A character that resembles a space or is invisible.
    case otherSpace = "other-space"
    /// A missing closing bracket.
    case missingBracket = "missing-bracket"
    /// A missing opening bracket.
    case missingOpener = "missing-opener"
    /// A comma between values that are not in a list.
    case missingList = "missing-list"
    /// A superfluous bracket.
    case surplusBracket = "surplus-bracket"
    /// A bracket of the other kind.
    case wrongBracket = "wrong-bracket"
    /// The end of the text is missing.
    case cutOff = "cut-off"
    /// A second value on the same line.
    case secondValue = "second-value"
    /// Text without a meaning.
    case strayText = "stray-text"
    /// Text before the JSON.
    case textBefore = "text-before"
    /// Text after the JSON.
    case textAfter = "text-after"
    /// The conflict markers of git.
    case mergeConflict = "merge-conflict"
    /// A number before each line.
    case lineNumbers = "line-numbers"
    /// The same prefix before each line.
    case linePrefix = "line-prefix"
    /// Escape sequences for terminal colors.
    case colors
    /// Another format or encoding, or no text at all.
    case empty, html, xml, php, gzip, zstd, zip, image, binary, utf16, utf32
    /// Another textual format.
    case yaml, csv, settings, patch
    /// A property list of the form before XML, or a `.strings` file.
    case openStep = "openstep"
    case plainText = "plain-text"
    /// JSON whose quotes are escaped, as in a string, in HTML or in CSV.
    case escaped
    /// The rest of a text with too many mistakes.
    case tooDamaged = "too-damaged"
  }
}

extension DamagedRegion.Cause {
  /// Whether the mistake concerns brackets or quotes, so that the following text may belong
  /// to another container.
  package var isStructural: Bool {
    switch self {
    case .missingBracket, .missingOpener, .surplusBracket, .wrongBracket, .cutOff, .secondValue, .textBefore,
      .textAfter, .missingQuote, .wrongCharacter, .swapped, .missingList, .tooDamaged:
      true
    default: isLayer
    }
  }

  /// Whether the mistake concerns a layer that was added to the whole text.
  var isLayer: Bool {
    [.mergeConflict, .lineNumbers, .linePrefix, .colors].contains(self)
  }

  /// Whether most of the text is written in this style.
  var isStyle: Bool { [.pythonText, .singleQuotedText, .javaScriptText, .arrowText].contains(self) }

  /// Whether the mistake concerns the quotes of a string. Mistakes in its content are
  /// independent of it.
  package var isQuotes: Bool {
    isStyle || [.singleQuotes, .curlyQuotes, .backquotes, .tripleQuotes].contains(self)
  }

  /// Whether the mistake is in the content of a string, rather than in its quotes.
  var isContentOfString: Bool {
    [.unescapedQuote, .unescapedControl, .invalidEscape, .invalidUTF8, .nulBytes].contains(self)
  }

  /// Whether JSON with comments (JSONC) permits the text.
  package var isOfJSONC: Bool { self == .comment || self == .trailingComma }

  /// Whether the meaning of the text is unambiguous: it is permitted by JSONC, JSON5 or
  /// related languages.
  var isHarmless: Bool {
    switch self {
    case .comment, .trailingComma, .singleQuotes, .curlyQuotes, .backquotes, .unquotedKey, .pythonLiteral,
      .pythonText, .singleQuotedText, .javaScriptText, .arrowText, .tripleQuotes, .literalSpelling,
      .notANumber, .numberSpelling,
      .otherSpace,
      .widePunctuation, .equalsSign, .semicolon:
      true
    default: false
    }
  }
}

extension DamagedRegion {
  /// Whether the mistake concerns brackets or quotes, rather than a comma or colon.
  var isStructural: Bool {
    switch cause {
    case .swapped: replacement.contains { $0 | 0x20 == ASCII.openBrace || $0 | 0x20 == ASCII.closeBrace }
    case .wrongCharacter: replacement != [ASCII.comma] && replacement != [ASCII.colon]
    default: cause.isStructural
    }
  }
}
