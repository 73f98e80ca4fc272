/// A place of a text that is not JSON, and what stands in for it so that everything around it can be read.
package struct DamagedRegion: Sendable, Hashable {
  /// The bytes concerned; empty where something is missing.
  package internal(set) var range: Range<Int>
  /// The JSON they were read as; empty where they were passed over.
  package internal(set) var replacement: [UInt8]
  /// What it probably is.
  package let cause: Cause
  /// The first byte of the token that is wrong.
  package let offset: Int
  /// Where the innermost array or object that is open there begins; nil outside of any.
  package let container: Int?
  /// What a strict parser expects at ``offset``.
  let code: JSONSyntaxError.Code

  /// What a mistake probably is.
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
    case literalSpelling = "literal-spelling"
    case notANumber = "not-a-number"
    case numberSpelling = "number-spelling"
    case unescapedQuote = "unescaped-quote"
    case unescapedControl = "unescaped-control"
    case missingQuote = "missing-quote"
    case surplusQuote = "surplus-quote"
    case wrongColon = "wrong-colon"
    case invalidEscape = "invalid-escape"
    case invalidUTF8 = "invalid-utf8"
    case otherSpace = "other-space"
    case missingBracket = "missing-bracket"
    case missingOpener = "missing-opener"
    case surplusBracket = "surplus-bracket"
    case wrongBracket = "wrong-bracket"
    case cutOff = "cut-off"
    case secondValue = "second-value"
    case strayText = "stray-text"
    case textBefore = "text-before"
    case textAfter = "text-after"
    case empty, html, xml, gzip, zstd, zip, binary, utf16, utf32
    case tooDamaged = "too-damaged"
  }
}

extension DamagedRegion.Cause {
  /// Whether brackets or quotes are concerned, so that what stands behind it may belong elsewhere.
  var isStructural: Bool {
    switch self {
    case .missingBracket, .missingOpener, .surplusBracket, .wrongBracket, .cutOff, .secondValue, .textBefore,
      .textAfter, .missingQuote, .tooDamaged:
      true
    default: false
    }
  }

  /// Whether the text says the same to everyone: what JSONC, JSON5 and the languages around JSON allow.
  package var isHarmless: Bool {
    switch self {
    case .comment, .trailingComma, .singleQuotes, .curlyQuotes, .backquotes, .unquotedKey, .pythonLiteral,
      .literalSpelling, .notANumber, .numberSpelling, .otherSpace, .equalsSign, .semicolon:
      true
    default: false
    }
  }
}
