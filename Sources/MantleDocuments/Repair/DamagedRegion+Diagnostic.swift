import Mantle

extension DamagedRegion {
  /// Returns a diagnostic for the mistake, with the expected and the found text and the probable cause.
  ///
  /// - Parameters:
  ///   - bytes: the original text.
  ///   - path: the path of the text in a larger document.
  package func diagnostic(in bytes: JSONBytes, basePath path: JSONKeyPath = JSONKeyPath()) -> Diagnostic {
    let error = error(in: bytes)
    var diagnostic = Diagnostic(
      .error, cause == .tooDamaged ? .limit : .syntax, path: path, expected: error.expected,
      found: error.found, hint: (hint(in: bytes).map { $0 + places }).map { .sentence($0) }
    ).placed(at: offset, in: bytes)
    switch cause {
    case .surplusBracket where isOpener(in: bytes) && container == nil:
      diagnostic.expected = "a whole value on each line"
    case .unquotedText where bytes[offset] == ASCII.minus || ASCII.isDigit(bytes[offset]):
      diagnostic.found = "`\(word(bytes))`"
    case .singleQuotes, .backquotes, .curlyQuotes, .tripleQuotes:
      if code != .expectedKey { diagnostic.expected = "a value in double quotes" }
    case .numberSpelling, .call, .linePrefix: diagnostic.found = "`\(word(bytes))`"
    case .placeholder:
      let word = bytes.text(offset..<range.upperBound).split(separator: ",").first ?? ""
      diagnostic.found = "a template's placeholder, `\(Shortened.text(String(word)))`"
    case .nulBytes: diagnostic.found = range.count > 1 ? "\(range.count) NUL bytes" : "a NUL byte"
    case .tooDamaged: diagnostic.found = nil
    default:
      if let kind = cause.kindOfText { (diagnostic.expected, diagnostic.found) = ("JSON in UTF-8", kind) }
    }
    if let words = Self.words[cause] {
      diagnostic.expected = words.expected ?? diagnostic.expected
      diagnostic.found = words.found ?? diagnostic.found
    }
    return diagnostic
  }

  /// The expected and found texts for causes that the messages of a strict parser describe less precisely.
  private static let words: [Cause: (expected: String?, found: String?)] = [
    .trailingComma: (nil, "a trailing comma"),
    .missingQuote: ("'\"' at both ends of a string", "only one"),
    .pythonText: ("JSON", "Python's repr"),
    .javaScriptText: ("JSON", "a value of JavaScript"),
    .arrowText: ("JSON", "`=>` between keys and values"),
    .singleQuotedText: ("strings in double quotes", "single quotes"),
    .numberSpelling: ("a number as JSON writes it", nil),
    .call: ("a value", nil),
    .mergeConflict: ("JSON", "an unresolved merge conflict"),
    .lineNumbers: ("JSON", "a line number"),
    .linePrefix: ("JSON", nil),
    .colors: ("JSON", "a color of a terminal"),
    .empty: ("a JSON value", "nothing"),
    .tooDamaged: ("text with fewer mistakes", nil),
  ]

  /// Returns the error that a strict parser reports for the mistake.
  private func error(in bytes: JSONBytes) -> JSONSyntaxError {
    JSONSyntaxError(
      code, at: offset, in: bytes, end: bytes.count, container: container, limits: .default)
  }

  /// The number of occurrences in parentheses, such as ` (3 places)`, if several occurrences are reported as one
  /// mistake; otherwise empty.
  private var places: String {
    guard occurrences > 1, cause != .mergeConflict else { return "" }
    return cause == .lineNumbers || cause == .linePrefix
      ? " (\(occurrences) lines)" : " (\(occurrences) places)"
  }

  /// Returns the hint of the diagnostic: the probable cause of the mistake, and a suggested fix; nil if there is
  /// nothing to add.
  func hint(in bytes: JSONBytes) -> String? {
    bracketHint(bytes) ?? tokenHint(bytes) ?? surroundingHint(bytes) ?? Self.hints[cause]
  }

  private func bracketHint(_ bytes: JSONBytes) -> String? {
    switch cause {
    case .missingQuote where endsWithEscapedQuote(bytes):
      "the backslash before the last quote makes it a part of the string: a backslash itself is written \\\\"
    case .missingBracket: "\(opener(bytes)) is not closed before this"
    case .wrongBracket where isOpener(in: bytes):
      "`\(String(decoding: replacement, as: UTF8.self))` belongs here instead of `\(bytes.text(range))`"
    case .wrongBracket: "the bracket does not match the one that opened \(opener(bytes))"
    case .cutOff: "the input is cut off: \(opener(bytes)) is not closed"
    case .missingOpener where container == nil:
      "these members are not in an object: put `{` before and `}` after them"
    case .missingOpener where isFirstOfArray(in: bytes):
      "an array has no keys: write `{` and `}` around keys with values"
    case .surplusBracket where isBehindMember(in: bytes):
      "a bracket too many, or `[` is missing before the value that ends here"
    case .surplusBracket where isOpener(in: bytes) && container == nil:
      "in NDJSON each line is a value of its own: remove the brackets around all of them"
    default: nil
    }
  }

  /// Returns a description of the innermost container around the mistake: `the array at 3:5`.
  private func opener(_ bytes: JSONBytes) -> String {
    guard let container else { return "the text" }
    let place = bytes.location(at: container)
    let what = bytes[container] == ASCII.openBracket ? "the array" : "the object"
    return "\(what) at \(place)"
  }

  /// Returns the hint for a mistake in a word, a number, a string or a character; nil for other mistakes.
  private func tokenHint(_ bytes: JSONBytes) -> String? {
    let meant = String(decoding: replacement.prefix(1), as: UTF8.self)
    switch cause {
    case .unquotedText: return wordHint(bytes.text(range))
    case .invalidEscape: return escapeHint(in: bytes)
    case .numberSpelling: return numberHint(bytes.text(range))
    case .widePunctuation:
      let sign = bytes.text(range)
      return "this is `\(sign)` (\(Self.codePoint(sign))); JSON writes `\(meant)`"
    case .wrongCharacter where replacement == [ASCII.quote] && range.count > 2:
      return "this is how HTML and URLs write a quote: write `\"` itself"
    case .wrongCharacter:
      let length = replacement.count > 1 ? max(1, JSONScanner.utf8Length(bytes.base + offset)) : range.count
      return "`\(meant)` belongs here instead of `\(bytes.text(offset..<offset + length))`"
    case .swapped: return swapHint(bytes)
    case .unescapedQuote where isBetweenStrings(bytes):
      return "JSON does not join strings and has no `+`: write one string, or a comma between two"
    case .missingKey where !replacement.isEmpty: return "the key before this ':' is missing"
    case .otherSpace: return spaceHint(bytes.text(range))
    case .call where bytes[offset] == 0x28:
      return "JSON has no parentheses: remove them, or write `[` and `]` around a list"
    case .call where bytes.text(range).hasPrefix("function"):
      return "a JavaScript function is not a value: leave out its key"
    case .literalSpelling where word(bytes) == "undefined":
      return "this is JavaScript; JSON writes null, or leaves the key out (JSON.stringify does)"
    case .unescapedControl
    where bytes[offset] == ASCII.carriageReturn && bytes[offset + 1] == ASCII.lineFeed:
      return "in a string, a line break is written \\r\\n, or \\n alone"
    case .unescapedControl where bytes[offset] != ASCII.lineFeed && bytes[offset] != ASCII.tab:
      return "in a string, this character is written as its escape, \\u and four hexadecimal digits"
    case .nulBytes where range.upperBound == bytes.count:
      return "\(range.count) NUL bytes: the space was reserved, but not written; truncate the file here"
    case .surplusComma where bytes[offset] == ASCII.semicolon && container == nil:
      return "a statement of JavaScript ends with ';'; JSON ends with the value: remove it"
    default: return nil
    }
  }

  /// Returns the hint for text around the JSON or between its values, and for missing text; nil for other mistakes.
  private func surroundingHint(_ bytes: JSONBytes) -> String? {
    switch cause {
    case .linePrefix: return prefixHint(bytes.text(range))
    case .lineNumbers where bytes[range.upperBound - 1] == ASCII.colon:
      return "each line begins with a number, as `grep -n` writes it: remove the numbers"
    case .plainText: return textHint(bytes)
    case .strayText where isEllipsis(bytes.text(range)): return Self.ellipsis
    case .strayText where bytes.text(range).hasPrefix("--") || bytes.text(range).hasPrefix("<!--"):
      return "a comment? JSON has none; remove it"
    case .strayText where ["<<<<<<< ", "=======", ">>>>>>> "].contains { bytes.text(range).hasPrefix($0) }:
      return Self.hints[.mergeConflict]
    case .strayText where isNULs(bytes): return Self.hints[.nulBytes]
    case .strayText where bytes.text(range) == "\"": return Self.hints[.surplusQuote]
    case .strayText where isPage(bytes):
      return "a page of HTML begins here: the response was broken off by an error; \(skipped)"
    case .textAfter where range.count > 1:
      return "text after the JSON, such as the output of a program: \(skipped)"
    case .strayText where range.count > 1 && container == nil && isKnown(bytes.text(range)):
      return "\(textBefore(bytes.text(range))): \(skipped)"
    case .strayText where range.count > 1 && container == nil:
      return "this is not JSON, such as a line of a log: \(skipped)"
    case .strayText where isUnit(in: bytes):
      return "JSON numbers have no unit: remove `\(bytes.text(range))`, or put both in double quotes"
    case .strayText where range.count > 1: return "this does not belong here, remove it: \(skipped)"
    case .strayText, .textAfter: return range.count > 1 ? skipped : "a stray character? Remove it"
    case .textBefore: return "\(textBefore(bytes.text(range))): \(skipped)"
    case .tooDamaged: return "nothing after this is read: \(skipped)"
    default: return nil
    }
  }

  /// Returns whether the text of the region stands for omitted values, such as `...`, and is not other text with an
  /// ellipsis.
  private func isEllipsis(_ text: String) -> Bool {
    container != nil && (text.contains("...") || text.contains("…") || Self.saysLeftOut(text))
      || text.allSatisfy { ".…, ".contains($0) }
  }

  /// Returns whether a text contains a word such as `truncated` or `omitted`, so that it stands for omitted values.
  static func saysLeftOut(_ text: String) -> Bool {
    ["truncated", "omitted", "snip"].contains(where: text.lowercased().contains)
  }

  private func isOpener(in bytes: JSONBytes) -> Bool { bytes[offset] | 0x20 == ASCII.openBrace }

  private func word(_ bytes: JSONBytes) -> String { Shortened.text(bytes.text(range)) }

  private static func codePoint(_ text: String) -> String {
    text.unicodeScalars.first?.codePoint ?? ""
  }

  private static let events = "a stream of server-sent events: the JSON follows each `data:`"
  private static let ellipsis = "something was left out here: the data is incomplete"

  private func wordHint(_ word: String) -> String {
    if word.hasPrefix("...") || word.hasPrefix("…") || word.hasPrefix("<") && Self.saysLeftOut(word) {
      return Self.ellipsis
    }
    if word.hasPrefix("[object ") {
      return "JavaScript converted an object to text here, and its content is lost: use JSON.stringify"
    }
    if word.hasPrefix("/"), word.dropFirst().contains("/") {
      return "this is a regular expression of JavaScript: put its pattern in double quotes"
    }
    if word.hasSuffix("%"), Double(word.dropLast()) != nil {
      return "JSON numbers have no unit: remove the `%`"
    }
    if word == "-" { return "a minus sign alone is not a number; write null if there is no value" }
    if word.first.map({ "-0123456789".contains($0) }) == true {
      return
        "this begins like a number: if it is text, such as a version, put it in double quotes"
    }
    let literal = ["true", "false", "null"].first { $0.hasPrefix(word) }
    return literal.map { "`\($0)`, cut off? Otherwise, put the text in double quotes" }
      ?? "put the text in double quotes"
  }

  private func numberHint(_ word: String) -> String {
    if word.contains(",") {
      return "JSON numbers have no comma: write \(String(decoding: replacement, as: UTF8.self))"
    }
    if word.contains("_") { return "JSON numbers have no `_` between their digits" }
    if let dash = word.first(where: { "–—−－".contains($0) }) {
      return "this dash (\(Self.codePoint(String(dash)))) is not a minus sign: write `-`"
    }
    if word.contains(where: { $0.isNumber && !$0.isASCII }) { return "the digits of JSON numbers are 0 to 9" }
    if word.contains(" ") {
      return word.first?.isNumber == true
        ? "JSON numbers have no space between their digits" : "remove the space after the sign"
    }
    if word.dropFirst().first.map({ "+-".contains($0) }) == true { return "a number has one sign" }
    let isHexadecimal = word.lowercased().contains("0x")
    if !isHexadecimal, let last = word.last {
      if "eE+-".contains(last) { return "a digit is missing after the `e` of the exponent" }
      if last.isLetter { return "JSON numbers have no suffix: remove the `\(last)`" }
    }
    return "JSON numbers have digits on both sides of the point, no leading zero, '+' or '0x'"
  }

  private func spaceHint(_ character: String) -> String {
    let isVisible = character.unicodeScalars.first?.properties.generalCategory != .format
    return isVisible
      ? "this looks like a space and is another character (\(Self.codePoint(character))); replace it by a space"
      : "this character (\(Self.codePoint(character))) is invisible: remove it"
  }

  private func prefixHint(_ prefix: String) -> String {
    if prefix.hasPrefix("data:") {
      return Self.events
    }
    let what = prefix.hasPrefix(">") ? "a quoted mail" : "an added prefix"
    return "each line begins with `\(Shortened.text(prefix))` (\(what)): remove it"
  }

  /// Returns whether only white space is between the opening bracket of the enclosing array and the mistake.
  private func isFirstOfArray(in bytes: JSONBytes) -> Bool {
    guard let container, bytes[container] == ASCII.openBracket, container < offset else { return false }
    return bytes.slice(container + 1..<offset).allSatisfy(ASCII.isWhitespace)
  }

  /// Returns whether only white space or a plus sign is between the mistaken quote and the next quote.
  private func isBetweenStrings(_ bytes: JSONBytes) -> Bool {
    let gap = bytes.slice(range.upperBound..<min(bytes.count, range.upperBound + 16)).prefix {
      $0 != bytes[range.lowerBound]
    }
    return !gap.isEmpty && gap.count < 16 && gap.allSatisfy { ASCII.isWhitespace($0) || $0 == ASCII.plus }
  }

  private func isNULs(_ bytes: JSONBytes) -> Bool { bytes.slice(range).allSatisfy { $0 == 0 } }

  private func textHint(_ bytes: JSONBytes) -> String {
    if bytes.slice(0..<min(bytes.count, 64)).allSatisfy({ $0 == 0 }) {
      return "the file begins with NUL bytes: its space was reserved, but not written; fetch it again"
    }
    let line = bytes.text(0..<min(bytes.count, 256)).split(whereSeparator: \.isNewline).first ?? ""
    if line.hasPrefix("version https://git-lfs") {
      return "this is a pointer of Git LFS: git lfs pull fetches the file"
    }
    return
      "the input begins with `\(Shortened.text(String(line)))`: is it an error message, or the wrong file?"
  }

  private func escapeHint(in bytes: JSONBytes) -> String {
    switch bytes[offset + 1] {
    case ASCII.quote: "the quote that begins a string has no backslash before it"
    case UInt8(ascii: "'"): "a single quote is written without a backslash"
    case ASCII.lineFeed, ASCII.carriageReturn: "a string of JSON is on one line: write \\n where it breaks"
    case UInt8(ascii: "x"): "JSON has no \\x: write \\u00 and the two digits"
    case UInt8(ascii: "u"): "\\u needs four hexadecimal digits; a backslash itself is written \\\\"
    default: "a backslash inside a string is written \\\\"
    }
  }

  /// Returns a description of the probable origin of text before the JSON.
  private func textBefore(_ text: String) -> String {
    if [")]}'", "while(1)", "for(;;)"].contains(where: text.hasPrefix) {
      return "the JSON has a prefix against script inclusion; remove it"
    }
    if text.hasPrefix("<br") {
      return "PHP printed a warning before the JSON: display_errors should be off"
    }
    if text.hasPrefix("HTTP/") {
      return "the JSON is preceded by the headers of the response (use curl without -i)"
    }
    if text.hasPrefix("* "), text.contains("\n< HTTP/") {
      return "the text contains the log of curl -v: keep standard error (2>&1) out of the file"
    }
    if text.contains("```") { return "this marks code in Markdown; keep what is between the marks" }
    if text.hasPrefix("data:") || text.hasPrefix("event:") {
      return Self.events
    }
    if text.last(where: { !$0.isWhitespace }) == "=" {
      return "a JavaScript assignment: the JSON is the assigned value, without the semicolon"
    }
    if text.last(where: { !$0.isWhitespace }) == "(", !text.contains("\n") {
      return "JSONP: the JSON is the argument of this call"
    }
    return "text before the JSON, such as a line of a log, was skipped"
  }

  /// Returns whether the program that wrote the text before the JSON is certain, such as an HTTP client.
  private func isKnown(_ text: String) -> Bool {
    ["HTTP/", "```", "data:", "event:"].contains(where: text.hasPrefix)
  }

  private var skipped: String { "bytes \(range.lowerBound) to \(range.upperBound) were not read" }
}
