import Mantle

/// A range of a text that is not valid JSON, with a replacement that makes the surrounding text parseable.
package struct DamagedRegion: Sendable, Hashable {
  /// The range of the affected bytes; empty if something is missing.
  package internal(set) var range: Range<Int>
  /// The JSON that replaces the bytes; empty if the bytes are only skipped.
  package internal(set) var replacement: [UInt8]
  /// The probable cause of the mistake.
  package internal(set) var cause: Cause
  /// The offset of the token at which a strict parser reports the mistake.
  package let offset: Int
  /// The offset of the innermost array or object that contains the mistake; nil at the root.
  package internal(set) var container: Int?
  /// The code of the error that a strict parser reports at ``offset``.
  let code: JSONSyntaxError.Code
  /// The number of mistakes that are reported as this one, including itself; 0 if another report covers the mistake.
  package var occurrences: Int

  /// Creates the region of a mistake.
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

  /// The probable cause of a mistake in malformed JSON. Each case stands for the mistaken part of the text.
  package enum Cause: String, Sendable, Hashable, CaseIterable {
    /// A comment, which JSON does not allow.
    case comment
    /// A comma after the last value of a container, which JSON does not allow.
    case trailingComma = "trailing-comma"
    /// A superfluous comma, such as one of two commas in a row.
    case surplusComma = "surplus-comma"
    /// A missing comma between two values.
    case missingComma = "missing-comma"
    /// A semicolon in place of a comma.
    case semicolon
    /// A missing colon after a key.
    case missingColon = "missing-colon"
    /// A superfluous colon, such as one of two colons in a row.
    case surplusColon = "surplus-colon"
    /// `=`, `:=` or `=>` in place of a colon.
    case equalsSign = "equals-sign"
    /// A key without a value after it.
    case missingValue = "missing-value"
    /// A value in an object without a key before it.
    case missingKey = "missing-key"
    /// A string in single quotes instead of double quotes.
    case singleQuotes = "single-quotes"
    /// A string in typographic quotes instead of straight ones.
    case curlyQuotes = "curly-quotes"
    /// A string in backquotes instead of double quotes.
    case backquotes
    /// A key without quotes.
    case unquotedKey = "unquoted-key"
    /// A string without quotes.
    case unquotedText = "unquoted-text"
    /// `None`, `True` or `False` in place of `null`, `true` or `false`.
    case pythonLiteral = "python-literal"
    /// Single quotes around most strings of the text, together with Python literals.
    case pythonText = "python-text"
    /// Single quotes around most strings of the text.
    case singleQuotedText = "single-quoted-text"
    /// Unquoted keys in most of the text, as in JavaScript.
    case javaScriptText = "javascript-text"
    /// `=>` instead of a colon in most members of the text.
    case arrowText = "arrow-text"
    /// A string in triple quotes, as in Python.
    case tripleQuotes = "triple-quotes"
    /// A placeholder of a template, such as `${name}`, instead of a value.
    case placeholder
    /// A function in place of a value, or a call or parentheses around a value.
    case call
    /// NUL bytes, as in a file that was not completely written.
    case nulBytes = "nul-bytes"
    /// A character that resembles a comma or colon and is in its place.
    case widePunctuation = "wide-punctuation"
    /// A literal in a wrong spelling, such as `TRUE` or `undefined`.
    case literalSpelling = "literal-spelling"
    /// `NaN` or an infinity, which JSON cannot represent.
    case notANumber = "not-a-number"
    /// A number in the notation of another language.
    case numberSpelling = "number-spelling"
    /// A quote inside of a string without a backslash.
    case unescapedQuote = "unescaped-quote"
    /// A control character, such as a line break, inside of a string.
    case unescapedControl = "unescaped-control"
    /// A missing quote at one end of a string.
    case missingQuote = "missing-quote"
    /// A superfluous double quote, such as one of two at the start of a string.
    case surplusQuote = "surplus-quote"
    /// A character in place of a comma, a colon, a bracket or a quote.
    case wrongCharacter = "wrong-character"
    /// Two tokens in the wrong order.
    case swapped
    /// A backslash that does not begin a valid escape sequence.
    case invalidEscape = "invalid-escape"
    /// Bytes that are not valid UTF-8.
    case invalidUTF8 = "invalid-utf8"
    /// A character that is not JSON white space but resembles a space or is invisible.
    case otherSpace = "other-space"
    /// A missing bracket at the end of a container.
    case missingBracket = "missing-bracket"
    /// A missing bracket at the start of a container.
    case missingOpener = "missing-opener"
    /// Commas between values that are not in a list.
    case missingList = "missing-list"
    /// A superfluous bracket of any kind.
    case surplusBracket = "surplus-bracket"
    /// A bracket of an object in place of a bracket of an array, or the reverse.
    case wrongBracket = "wrong-bracket"
    /// The end of a truncated text, at which containers are still open.
    case cutOff = "cut-off"
    /// A second value on the same line, outside of all containers.
    case secondValue = "second-value"
    /// Text without a meaning in JSON, such as an ellipsis between values.
    case strayText = "stray-text"
    /// Text before the JSON.
    case textBefore = "text-before"
    /// Text after the JSON.
    case textAfter = "text-after"
    /// Conflict markers that git wrote into the text.
    case mergeConflict = "merge-conflict"
    /// A number before each line.
    case lineNumbers = "line-numbers"
    /// The same prefix before each line.
    case linePrefix = "line-prefix"
    /// Escape sequences for terminal colors in the text.
    case colors
    /// The whole text is empty, or has another format or encoding, or is binary data.
    case empty, html, xml, php, gzip, zstd, zip, image, binary, utf16, utf32
    /// The whole text has another textual format.
    case yaml, csv, settings, patch
    /// The whole text is an OpenStep property list, or a `.strings` file.
    case openStep = "openstep"
    case plainText = "plain-text"
    /// The whole text is JSON whose quotes are escaped, as in a string, in HTML or in CSV.
    case escaped
    /// The rest of a text that is skipped because of too many mistakes before it.
    case tooDamaged = "too-damaged"
  }
}

extension DamagedRegion.Cause {
  /// Whether the mistake affects brackets or quotes, so that the following text may belong to another container.
  package var isStructural: Bool {
    switch self {
    case .missingBracket, .missingOpener, .surplusBracket, .wrongBracket, .cutOff, .secondValue, .textBefore,
      .textAfter, .missingQuote, .wrongCharacter, .swapped, .missingList, .tooDamaged:
      true
    default: isLayer
    }
  }

  /// Whether the cause is a layer that was added to the whole text, such as line numbers.
  var isLayer: Bool {
    [.mergeConflict, .lineNumbers, .linePrefix, .colors].contains(self)
  }

  /// Whether the cause is the style of another language in which most of the text is written.
  var isStyle: Bool { [.pythonText, .singleQuotedText, .javaScriptText, .arrowText].contains(self) }

  /// Whether the mistake affects the quotes of a string. Mistakes in the content of the string are independent of it.
  package var isQuotes: Bool {
    isStyle || [.singleQuotes, .curlyQuotes, .backquotes, .tripleQuotes].contains(self)
  }

  /// Whether the mistake is in the content of a string and not in its quotes.
  var isContentOfString: Bool {
    [.unescapedQuote, .unescapedControl, .invalidEscape, .invalidUTF8, .nulBytes].contains(self)
  }

  /// Whether JSON with comments (JSONC) permits the text, so that it is not a mistake there.
  package var isOfJSONC: Bool { self == .comment || self == .trailingComma }

  /// Whether the meaning of the text is unambiguous, because JSONC, JSON5 or a related language permits it.
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
  /// Whether the mistake affects brackets or quotes, and not only a comma or colon.
  var isStructural: Bool {
    switch cause {
    case .swapped: replacement.contains { $0 | 0x20 == ASCII.openBrace || $0 | 0x20 == ASCII.closeBrace }
    case .wrongCharacter: replacement != [ASCII.comma] && replacement != [ASCII.colon]
    default: cause.isStructural
    }
  }
}
