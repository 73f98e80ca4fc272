import Mantle

/// A scanner of the filter language: signs, words, keys and quoted strings.
struct FilterScanner {
  /// The text as one character for each Unicode scalar, so that a combining mark does not merge with the sign before
  /// it.
  let characters: [Character]
  var position = 0

  init(_ text: String) { characters = text.unicodeScalars.map(Character.init) }

  var current: Character? { position < characters.count ? characters[position] : nil }
  var next: Character? { position + 1 < characters.count ? characters[position + 1] : nil }

  mutating func skipBlanks() {
    while let character = current, character.isWhitespace { position += 1 }
  }

  func startsWord(_ word: String) -> Bool {
    let end = position + word.count
    guard end <= characters.count, String(characters[position..<end]).lowercased() == word else {
      return false
    }
    return end == characters.count || !(characters[end].isLetter || "_-.[=<>~!".contains(characters[end]))
  }

  /// Skips the given word and the blanks before it, ignoring case; returns false without skipping if another text
  /// follows.
  mutating func takeWord(_ word: String) -> Bool {
    let start = position
    skipBlanks()
    guard startsWord(word) else {
      position = start
      return false
    }
    position += word.count
    return true
  }

  /// Skips the given sign and the blanks before it; returns false without skipping if another text follows.
  mutating func take(_ sign: String) -> Bool {
    let start = position
    skipBlanks()
    guard characters[position...].starts(with: sign), !sign.isEmpty else {
      position = start
      return false
    }
    position += sign.count
    return true
  }

  func failure(_ reason: String, at place: Int? = nil) -> FilterError {
    FilterError(position: place ?? position, reason: reason)
  }

  // MARK: - Strings

  /// Scans a key within a name, in which a backslash escapes a special character; nil if the text does not begin with a key.
  mutating func key() -> String? {
    var key = ""
    while let character = current, !" .[]()=<>!~,\"'".contains(character) || character == "\\" {
      if character == "\\", position + 1 < characters.count { position += 1 }
      key.append(characters[position])
      position += 1
    }
    return key.isEmpty ? nil : key
  }

  /// Scans a string in single or double quotes, and returns its contents.
  mutating func quoted() throws(FilterError) -> String {
    let (start, quote) = (position, current)
    position += 1
    var text = ""
    while let character = current, character != quote {
      // A backslash escapes the quote and itself. Other backslashes belong to the regular expression.
      if character == "\\", next == quote || next == "\\" && quote == "\"" { position += 1 }
      text.append(characters[position])
      position += 1
    }
    guard take(quote.map { String($0) } ?? "") else {
      throw failure("this quote is never closed", at: start)
    }
    return text
  }

  /// Scans a quoted key, and returns it without quotes. In double quotes, it may contain JSON escapes.
  mutating func quotedKey() throws(FilterError) -> String {
    let start = position
    if let root = (try? JSONDocument(json()))?.root, root.kind == .string { return root.displayText }
    position = start
    return try quoted()
  }

  /// Scans a regular expression between slashes, in which a backslash escapes a slash.
  mutating func expression() throws(FilterError) -> String {
    let start = position
    position += 1
    var text = ""
    while let character = current, character != "/" {
      if character == "\\", next == "/" {
        position += 1
      } else if character == "\\", let next {
        text.append(character)
        text.append(next)
        position += 2
        continue
      }
      text.append(characters[position])
      position += 1
    }
    guard take("/") else { throw failure("this / is never closed", at: start) }
    return text
  }

  /// Scans text that may be a JSON value, which is not parsed: a string in double quotes, an array, an object or a
  /// word.
  mutating func json() -> String {
    let start = position
    var (depth, isInText) = (0, false)
    while let character = current {
      if character == "\"" {
        isInText.toggle()
      } else if isInText {
        if character == "\\" { position += 1 }
      } else if depth == 0, character.isWhitespace || ",)]}".contains(character) {
        break
      } else if "[{".contains(character) {
        depth += 1
      } else if "]}".contains(character) {
        depth -= 1
      }
      position = min(position + 1, characters.count)
    }
    return String(characters[start..<position])
  }

  /// Scans unquoted text up to `and`, `or` or a closing bracket; in a list, up to a comma.
  mutating func words(inList: Bool = false, inBrackets: Bool) -> String {
    skipBlanks()
    let start = position
    var end = position
    var open = 0
    while position < characters.count {
      let isAtWord = position == start || characters[position - 1] == " "
      if isAtWord, position > start, startsWord("and") || startsWord("or") || startsSign { break }
      if characters[position] == ")", open == 0, position > start || inBrackets || inList { break }
      if characters[position] == "(" { open += 1 } else if characters[position] == ")" { open -= 1 }
      if inList, characters[position] == "," { break }
      position += 1
      if characters[position - 1] != " " { end = position }
    }
    return String(characters[start..<end])
  }

  /// Whether an operator is at the current position. In an operand, it shows that an `and` is missing.
  private var startsSign: Bool {
    ["=", "!=", "==", "===", "!==", "<", "<=", ">", ">=", "~", "!~", "&&", "||"].contains { sign in
      characters[position...].starts(with: sign + " ")
    }
  }
}

extension String {

  /// The text in the syntax of filters and searches: in quotes, with a backslash before each quote and each backslash.
  package var inFilterQuotes: String {
    "\"\(replacing(["\\": "\\\\", "\"": "\\\""]))\""
  }

  /// The key as a name in a filter: with a backslash before special characters, or in brackets if it is a reserved word.
  package var filterName: String {
    let name = unicodeScalars.map { " .[]()=<>!~,\"'\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }
      .joined()
    let isReserved =
      FilterPath.Own(rawValue: self) != nil
      || ["not", "and", "or"].contains(where: FilterScanner(name).startsWord)
    let hasBlanks = contains { $0 != " " && ($0.isWhitespace || $0 < " ") }
    let isOpen = last.map { "=<>~!,".contains($0) } ?? true
    return isOpen || first == "/" || isReserved || hasBlanks ? "[\(JSONText.quoted(self))]" : name
  }

  /// The string without its filter quotes and escapes, or the string itself if it is not quoted.
  var withoutFilterQuotes: String {
    var scanner = FilterScanner(self)
    guard scanner.current == "\"", let text = try? scanner.quoted(), scanner.current == nil else {
      return self
    }
    return text
  }
}
