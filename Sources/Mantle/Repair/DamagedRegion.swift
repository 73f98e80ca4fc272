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
  package let container: Int?
  /// The expectation of a strict parser at ``offset``.
  let code: JSONSyntaxError.Code
  /// The number of mistakes that are reported with this one, including itself; 0 if the
  /// mistake is covered by another report.
  var occurrences = 1

  /// The probable cause of a mistake.
  package enum Cause: String, Sendable, Hashable, CaseIterable {
    case comment
    case trailingComma = "trailing-comma"
    case surplusComma = "surplus-comma"
    case missingComma = "missing-comma"
    case semicolon
    case missingColon = "missing-colon"
    case surplusColon = "surplus-colon"
    case equalsSign = "equals-sign"
    case missingValue = "missing-value"
    case missingKey = "missing-key"
    case singleQuotes = "single-quotes"
    case curlyQuotes = "curly-quotes"
    case backquotes
    case unquotedKey = "unquoted-key"
    case unquotedText = "unquoted-text"
    case pythonLiteral = "python-literal"
    /// Most strings of the text have single quotes, and there are literals of Python.
    case pythonText = "python-text"
    case singleQuotedText = "single-quoted-text"
    case javaScriptText = "javascript-text"
    case arrowText = "arrow-text"
    case tripleQuotes = "triple-quotes"
    case joinedStrings = "joined-strings"
    case placeholder
    case call
    case nulBytes = "nul-bytes"
    case widePunctuation = "wide-punctuation"
    case literalSpelling = "literal-spelling"
    case notANumber = "not-a-number"
    case numberSpelling = "number-spelling"
    case unescapedQuote = "unescaped-quote"
    case unescapedControl = "unescaped-control"
    case missingQuote = "missing-quote"
    case surplusQuote = "surplus-quote"
    /// One character in place of another one.
    case wrongCharacter = "wrong-character"
    /// Two tokens in reverse order.
    case swapped
    case invalidEscape = "invalid-escape"
    case invalidUTF8 = "invalid-utf8"
    case otherSpace = "other-space"
    case missingBracket = "missing-bracket"
    case missingOpener = "missing-opener"
    /// A comma between values that are not in a list.
    case missingList = "missing-list"
    case surplusBracket = "surplus-bracket"
    case wrongBracket = "wrong-bracket"
    case cutOff = "cut-off"
    case secondValue = "second-value"
    case strayText = "stray-text"
    case textBefore = "text-before"
    case textAfter = "text-after"
    /// The end of an older, longer text that was overwritten by a shorter one.
    case olderRest = "older-rest"
    case mergeConflict = "merge-conflict"
    case lineNumbers = "line-numbers"
    case linePrefix = "line-prefix"
    case chunkSizes = "chunk-sizes"
    /// The progress output of a program.
    case progress
    case missingBeginning = "missing-beginning"
    case colours
    case empty, html, xml, php, gzip, zstd, zip, binary, utf16, utf32
    case yaml, csv, settings, mail, patch, form, base64, token, certificate
    case plainText = "plain-text"
    case escaped
    case tooDamaged = "too-damaged"
  }
}

extension DamagedRegion.Cause {
  /// Whether the mistake concerns brackets or quotes, so that the following text may belong
  /// to another container.
  var isStructural: Bool {
    switch self {
    case .missingBracket, .missingOpener, .surplusBracket, .wrongBracket, .cutOff, .secondValue, .textBefore,
      .textAfter, .olderRest, .missingQuote, .wrongCharacter, .swapped, .missingList, .tooDamaged:
      true
    default: isLayer
    }
  }

  /// Whether the mistake concerns a layer that was added to the whole text.
  var isLayer: Bool {
    [.mergeConflict, .lineNumbers, .linePrefix, .chunkSizes, .colours, .progress, .missingBeginning]
      .contains(self)
  }

  /// Whether most of the text is written in this style.
  var isStyle: Bool { [.pythonText, .singleQuotedText, .javaScriptText, .arrowText].contains(self) }

  /// Whether the mistake concerns the quotes of a string. Mistakes in its content are
  /// independent of it.
  var isQuotes: Bool {
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
  package var isHarmless: Bool {
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
