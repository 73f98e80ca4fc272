extension DamagedRegion {
  /// The mistake as a diagnostic: what was expected, what stands there, and what it probably is.
  ///
  /// - Parameters:
  ///   - bytes: the text as it was.
  ///   - path: where the part of the text that was read stands in a larger document.
  package func diagnostic(in bytes: JSONBytes, basePath path: JSONKeyPath = JSONKeyPath()) -> Diagnostic {
    let error = error(in: bytes)
    var diagnostic = Diagnostic(
      .error, cause == .tooDamaged ? .limit : .syntax, path: path, expected: error.expected,
      found: error.found, hint: hint(in: bytes).map { .sentence($0) }
    ).placed(at: offset, in: bytes)
    switch cause {
    case .trailingComma: diagnostic.found = "a trailing comma"
    case .missingQuote:
      (diagnostic.expected, diagnostic.found) = ("'\"' at both ends of a string", "one of them")
    case .singleQuotes, .backquotes, .curlyQuotes:
      if code == .expectedCommaOrClose { diagnostic.expected = "a value in double quotes" }
    case .numberSpelling:
      (diagnostic.expected, diagnostic.found) = ("a number as JSON writes it", "`\(word(bytes))`")
    case .empty: (diagnostic.expected, diagnostic.found) = ("a JSON value", "nothing")
    case .html, .xml, .gzip, .zstd, .zip, .binary, .utf16, .utf32:
      (diagnostic.expected, diagnostic.found) = ("JSON in UTF-8", kindOfText)
    case .tooDamaged: (diagnostic.expected, diagnostic.found) = ("a text with fewer mistakes", nil)
    default: break
    }
    return diagnostic
  }

  /// What a strict parser says of it.
  private func error(in bytes: JSONBytes) -> JSONSyntaxError {
    JSONSyntaxError(
      code, at: offset, in: bytes, end: bytes.count, container: container, limits: .default)
  }

  private var kindOfText: String {
    switch cause {
    case .html: "an HTML page"
    case .xml: "XML"
    case .gzip: "data compressed with gzip"
    case .zstd: "data compressed with zstd"
    case .zip: "a zip archive"
    case .binary: "binary data"
    case .utf16: "UTF-16"
    default: "UTF-32"
    }
  }

  /// What it probably is, and what to do.
  func hint(in bytes: JSONBytes) -> String? {
    func place(_ offset: Int?) -> String {
      guard let offset else { return "" }
      let place = bytes.location(at: offset)
      return "\(place.line):\(place.column)"
    }
    let opened = container.map { bytes[$0] == ASCII.openBracket ? "the array" : "the object at \(place($0))" }
    let opener = opened.map { $0 == "the array" ? "the array at \(place(container))" : $0 } ?? "the text"
    switch cause {
    case .missingBracket: return "\(opener) is not closed before this"
    case .wrongBracket: return "the bracket does not match the one that opened \(opener)"
    case .cutOff: return "the text is cut off: \(opener) is not closed"
    case .invalidUTF8: return "save the text as UTF-8"
    case .unquotedText: return wordHint(bytes.text(range))
    case .invalidEscape: return escapeHint(in: bytes)
    case .literalSpelling where word(bytes) == "undefined":
      return "this is JavaScript; JSON writes null, or leaves the key out (JSON.stringify does)"
    case .unescapedControl where bytes[offset] != ASCII.lineFeed && bytes[offset] != ASCII.tab:
      return "in a string this character is written as its escape, \\u and four hexadecimal digits"
    case .textAfter where range.allSatisfy { bytes[$0] == 0 }:
      return "\(range.count) NUL bytes: the file was reserved and not written to its end; truncate it here"
    case .strayText, .textAfter: return range.count > 1 ? skipped : "a stray character? Remove it"
    case .textBefore: return "\(textBefore(bytes.text(range))): \(skipped)"
    case .tooDamaged: return "from here on nothing is read: \(skipped)"
    default: return Self.hints[cause]
    }
  }

  private func word(_ bytes: JSONBytes) -> String { Shortened.text(bytes.text(range)) }

  private func wordHint(_ word: String) -> String {
    let literal = ["true", "false", "null"].first { $0.hasPrefix(word) }
    return literal.map { "`\($0)`, cut off? Else put the text in double quotes" }
      ?? "put the text in double quotes"
  }

  private func escapeHint(in bytes: JSONBytes) -> String {
    switch bytes[offset + 1] {
    case UInt8(ascii: "'"): "a single quote is written without a backslash"
    case UInt8(ascii: "x"): "JSON has no \\x: write \\u00 and the two digits"
    case UInt8(ascii: "u"): "\\u needs four hexadecimal digits; a backslash itself is written \\\\"
    default: "a backslash inside a string is written \\\\"
    }
  }

  /// What text in front of JSON probably is.
  private func textBefore(_ text: String) -> String {
    if text.hasPrefix(")]}'") { return "a prefix against script inclusion stands before the JSON; strip it" }
    if text.hasPrefix("HTTP/") {
      return "the headers of the response stand before the JSON (curl without -i)"
    }
    if text.hasPrefix("```") { return "this marks code in Markdown; keep what is between the marks" }
    if text.hasPrefix("data:") || text.hasPrefix("event:") {
      return "a stream of server-sent events: the JSON stands behind each `data:`"
    }
    if text.last(where: { !$0.isWhitespace }) == "=" {
      return "an assignment of JavaScript: the JSON is what is assigned, without a semicolon behind it"
    }
    if text.hasSuffix("("), text.dropLast().allSatisfy({ $0.isLetter || $0.isNumber || "._$".contains($0) }) {
      return "JSONP: the JSON is the argument of this call"
    }
    return "text before the JSON, such as a line of a log, was passed over"
  }

  private var skipped: String { "bytes \(range.lowerBound) to \(range.upperBound) were not read" }

  private static let hints: [Cause: String] = [
    .comment: "JSON has no comments; remove it",
    .trailingComma: "remove the comma: JSON allows none after the last value",
    .surplusComma: "a comma too many, or a value is missing",
    .missingComma: "is a comma missing before this?",
    .semicolon: "JSON separates values by commas",
    .missingColon: "a ':' belongs between a key and its value",
    .surplusColon: "a ':' too many",
    .wrongColon: "a ':' belongs between a key and its value",
    .equalsSign: "JSON writes ':' between a key and its value",
    .missingValue: "the key has no value; write null if it has none",
    .missingKey: "every value of an object needs a key, and every key a value; this one was passed over",
    .singleQuotes: "JSON uses double quotes",
    .curlyQuotes: "these are typographic quotes; JSON uses \"",
    .backquotes: "JSON uses double quotes",
    .unquotedKey: "put the key in double quotes",
    .pythonLiteral: "this is Python; JSON writes null, true and false (json.dumps does)",
    .literalSpelling: "JSON knows null, true and false, in small letters",
    .notANumber: "JSON has no NaN and no infinity; write null or a string",
    .numberSpelling: "JSON numbers have digits on both sides of the point, no leading zero, '+' or '0x'",
    .unescapedQuote: "a quote inside a string is written \\\"",
    .unescapedControl: "in a string a line break is written \\n, a tab \\t",
    .missingQuote: "a quote is missing at one end of this string",
    .surplusQuote: "a quote too many",
    .otherSpace: "this looks like a space and is another character; replace it by a space",
    .missingOpener: "a '{' or '[' is missing before this",
    .surplusBracket: "a bracket too many",
    .secondValue:
      "several values stand on one line; put each on a line of its own (NDJSON), or all in an array",
    .empty: "the text is empty; was there a response?",
    .html: "probably an error or login page: look at the address, the status and the credentials",
    .xml: "ask the service for JSON (Accept: application/json)",
    .gzip: "decompress it first: gunzip",
    .zstd: "decompress it first: zstd -d",
    .zip: "unpack it first: unzip",
    .binary: "a binary file, such as a program or a picture; is it the right one?",
    .utf16: "convert it first: iconv -f UTF-16 -t UTF-8",
    .utf32: "convert it first: iconv -f UTF-32 -t UTF-8",
  ]
}
