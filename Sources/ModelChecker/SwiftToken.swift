/// A word or a symbol of Swift source with its position. Comments and lines of conditional compilation have no tokens.
struct SwiftToken: Equatable {
  /// The source text of the token; `"` for a string literal.
  let text: String
  /// The number of the token's line, counted from 1.
  let line: Int
  /// The column of the token in bytes, counted from 1.
  let column: Int
  /// Whether the token is the first one of its line.
  let beginsLine: Bool

  var isWord: Bool { text.utf8.first.map(\.isWordByte) ?? false }

  /// Returns the tokens of a source file, with the detail that finding declarations requires.
  static func tokens(of source: String) -> [SwiftToken] {
    var reader = SwiftTokenReader(source)
    return reader.read()
  }
}

/// A scanner that splits Swift source into tokens. It scans bytes, because scanning characters takes six times as long,
/// and it runs whenever a source file is saved.
private struct SwiftTokenReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0
  private var tokens: [SwiftToken] = []
  private var beginsLine = true

  init(_ source: String) { bytes = Array(source.utf8) }

  mutating func read() -> [SwiftToken] {
    while let next = peek() { readToken(next) }
    return tokens
  }

  private mutating func readToken(_ next: UInt8) {
    switch next {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: " "), UInt8(ascii: "\t"): advance()
    case UInt8(ascii: "/") where isNext("//"): skip { $0 == UInt8(ascii: "\n") }
    case UInt8(ascii: "/") where isNext("/*"): skipComment()
    case UInt8(ascii: "#") where isRawText: readText()
    case UInt8(ascii: "#") where beginsLine && isCondition: skip { $0 == UInt8(ascii: "\n") }
    case UInt8(ascii: "\""): readText()
    case UInt8(ascii: "`"): readEscapedWord()
    case _ where next.isWordByte: readWord()
    default: append(String(decoding: CollectionOfOne(next), as: UTF8.self), length: 1)
    }
  }

  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private func isNext(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private var isRawText: Bool { bytes[position...].first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"") }

  private var isCondition: Bool { ["#if", "#else", "#end"].contains(where: isNext) }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count {
      guard let passed = peek() else { return }
      position += 1
      guard passed == UInt8(ascii: "\n") else { continue }
      line += 1
      lineStart = position
      beginsLine = true
    }
  }

  private mutating func skip(until isEnd: (UInt8) -> Bool) {
    while let next = peek(), !isEnd(next) { advance() }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if isNext("/*") { depth += 1 }
      if isNext("*/") { depth -= 1 }
      advance(isNext("/*") || isNext("*/") ? 2 : 1)
    } while depth > 0 && peek() != nil
  }

  private mutating func readWord() {
    let length = bytes[position...].prefix { $0.isWordByte }.count
    append(String(decoding: bytes[position..<position + length], as: UTF8.self), length: length)
  }

  private mutating func readEscapedWord() {
    advance()
    readWord()
    advance()
  }

  /// Appends a token that begins at the current position, and advances past it.
  private mutating func append(_ text: String, length: Int) {
    guard length > 0 else { return }
    tokens.append(
      SwiftToken(text: text, line: line, column: position - lineStart + 1, beginsLine: beginsLine))
    beginsLine = false
    advance(length)
  }

  /// Reads a string literal as one token: on one or several lines, raw or not. Its interpolations are skipped, because
  /// they contain no declarations.
  private mutating func readText() {
    let hashes = String(repeating: "#", count: bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count)
    let isLong = bytes[(position + hashes.utf8.count)...].starts(with: "\"\"\"".utf8)
    let quotes = isLong ? "\"\"\"" : "\""
    append("\"", length: hashes.utf8.count + quotes.utf8.count)
    while let next = peek(), !isNext(quotes + hashes), isLong || next != UInt8(ascii: "\n") {
      if isNext("\\" + hashes + "(") {
        advance(1 + hashes.utf8.count)
        skipInsertion()
      } else {
        advance(isNext("\\" + hashes) ? 2 + hashes.utf8.count : 1)
      }
    }
    if isNext(quotes + hashes) { advance(quotes.utf8.count + hashes.utf8.count) }
    beginsLine = false
  }

  /// Skips the parentheses of an interpolation in a string literal.
  private mutating func skipInsertion() {
    let before = tokens
    var depth = 0
    while let next = peek() {
      let count = tokens.count
      readToken(next)
      for token in tokens[count...] { depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0 }
      if depth == 0 && tokens.count > count { break }
    }
    tokens = before
  }
}

extension UInt8 {
  /// Whether the byte can be part of a word: a letter, a digit, the underscore, or a byte of a character outside ASCII.
  fileprivate var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }
}
