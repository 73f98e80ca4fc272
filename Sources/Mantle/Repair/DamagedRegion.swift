/// A place of a text that is not JSON, and what stands in for it so that everything around it can be read.
package struct DamagedRegion: Sendable, Hashable {
  /// The bytes concerned; empty where something is missing.
  package internal(set) var range: Range<Int>
  /// The JSON they were read as; empty where they were passed over.
  package internal(set) var replacement: [UInt8]
  /// What it probably is.
  package internal(set) var cause: Cause
  /// The first byte of the token that is wrong.
  package let offset: Int
  /// Where the innermost array or object that is open there begins; nil outside of any.
  package let container: Int?
  /// What a strict parser expects at ``offset``.
  let code: JSONSyntaxError.Code
  /// How many mistakes are reported with this one, itself included; 0 where another one's report is about it too.
  var occurrences = 1

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
    /// All of the text has single quotes.
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
    /// One character where another one belongs.
    case wrongCharacter = "wrong-character"
    /// Two tokens that changed places.
    case swapped
    case invalidEscape = "invalid-escape"
    case invalidUTF8 = "invalid-utf8"
    case otherSpace = "other-space"
    case missingBracket = "missing-bracket"
    case missingOpener = "missing-opener"
    /// A comma between values that no list is around.
    case missingList = "missing-list"
    case surplusBracket = "surplus-bracket"
    case wrongBracket = "wrong-bracket"
    case cutOff = "cut-off"
    case secondValue = "second-value"
    case strayText = "stray-text"
    case textBefore = "text-before"
    case textAfter = "text-after"
    /// The end of an older, longer text that a shorter one was written over.
    case olderRest = "older-rest"
    case mergeConflict = "merge-conflict"
    case lineNumbers = "line-numbers"
    case linePrefix = "line-prefix"
    case chunkSizes = "chunk-sizes"
    /// What a program wrote of its progress.
    case progress
    case missingBeginning = "missing-beginning"
    case colours
    case empty, html, xml, php, gzip, zstd, zip, binary, utf16, utf32
    case yaml, csv, settings, mail, patch, form, base64, token, certificate
    /// A property list of the form before XML, or a `.strings` file.
    case openStep = "openstep"
    case plainText = "plain-text"
    case escaped
    case tooDamaged = "too-damaged"
  }
}

extension DamagedRegion.Cause {
  /// Whether brackets or quotes are concerned, so that what stands behind it may belong elsewhere.
  var isStructural: Bool {
    switch self {
    case .missingBracket, .missingOpener, .surplusBracket, .wrongBracket, .cutOff, .secondValue, .textBefore,
      .textAfter, .olderRest, .missingQuote, .wrongCharacter, .swapped, .missingList, .tooDamaged:
      true
    default: isLayer
    }
  }

  /// Whether it was put on all of the text.
  var isLayer: Bool {
    [.mergeConflict, .lineNumbers, .linePrefix, .chunkSizes, .colours, .progress, .missingBeginning]
      .contains(self)
  }

  /// Whether most of the text is written like that.
  var isStyle: Bool { [.pythonText, .singleQuotedText, .javaScriptText, .arrowText].contains(self) }

  /// Whether a string is meant, whatever its quotes are: what is wrong with its content is wrong anyway.
  var isQuotes: Bool {
    isStyle || [.singleQuotes, .curlyQuotes, .backquotes, .tripleQuotes].contains(self)
  }

  /// Whether something in a string is wrong, rather than its quotes.
  var isContentOfString: Bool {
    [.unescapedQuote, .unescapedControl, .invalidEscape, .invalidUTF8, .nulBytes].contains(self)
  }

  /// Whether it is what JSON with comments allows.
  package var isOfJSONC: Bool { self == .comment || self == .trailingComma }

  /// Whether the text says the same to everyone: what JSONC, JSON5 and the languages around JSON allow.
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
  /// Whether brackets or quotes are concerned, rather than a comma or colon.
  var isStructural: Bool {
    switch cause {
    case .swapped: replacement.contains { $0 | 0x20 == ASCII.openBrace || $0 | 0x20 == ASCII.closeBrace }
    case .wrongCharacter: replacement != [ASCII.comma] && replacement != [ASCII.colon]
    default: cause.isStructural
    }
  }
}
