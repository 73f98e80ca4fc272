import Mantle

/// Reads the text of a filter.
///
/// ```
/// filter     = both { "or" both }
/// both       = negated { "and" negated }
/// negated    = [ "not" ] ( "(" filter ")" | comparison | flag | text )
/// comparison = name ( "=" "!=" "<" "<=" ">" ">=" "~" "!~" ) value | name [ "not" ] "in" "(" value { "," value } ")"
/// ```
struct FilterParser {
  private let characters: [Character]
  private let names: FilterNames
  private var position = 0
  private var depth = 0
  /// What the end of the text is in the middle of, for completion.
  private(set) var unfinished = Unfinished.name([], start: 0)

  enum Unfinished {
    /// A name, of which these parts are complete.
    case name([FilterNames.Part], start: Int)
    case value(FilterPath, start: Int)
    /// A complete condition.
    case nothing
  }

  private static let mostNested = 100

  init(_ text: String, _ names: FilterNames) {
    characters = Array(text)
    self.names = names
  }

  mutating func parse() throws(FilterError) -> Filter.Condition {
    let condition = try choice()
    skipBlanks()
    if let character = current { throw failure("\"\(character)\" where \"and\" or \"or\" was expected") }
    return condition
  }

  // MARK: - Conditions

  private mutating func choice() throws(FilterError) -> Filter.Condition {
    var parts = [try both()]
    while takeWord("or") || take("||") { parts.append(try both()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func both() throws(FilterError) -> Filter.Condition {
    var parts = [try negated()]
    while takeWord("and") || take("&&") { parts.append(try negated()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negated() throws(FilterError) -> Filter.Condition {
    skipBlanks()
    let isNot = takeWord("not") || current == "!" && next != "=" && next != "~" && take("!")
    guard isNot else { return try single() }
    try nest()
    defer { depth -= 1 }
    return .not(try negated())
  }

  private mutating func nest() throws(FilterError) {
    depth += 1
    if depth > Self.mostNested { throw failure("more than 100 conditions inside each other") }
  }

  private mutating func single() throws(FilterError) -> Filter.Condition {
    skipBlanks()
    unfinished = .name([], start: position)
    let start = position
    switch current {
    case nil: throw failure("a condition was expected")
    case "(": return try group()
    case "\"", "'": return .text(.literal(try pattern(try quoted(), at: start)))
    case "/": return .text(try regularExpression())
    default: break
    }
    if let flag = takeFlag() { return .flag(flag) }
    if let comparison = try comparison() { return .comparison(comparison) }
    position = start
    let text = words()
    return .text(.literal(try pattern(text, at: start)))
  }

  private mutating func group() throws(FilterError) -> Filter.Condition {
    let start = position
    position += 1
    try nest()
    let condition = try choice()
    depth -= 1
    guard take(")") else { throw failure("a ( that nothing closes (quotes make it a text)", at: start) }
    unfinished = .nothing
    return condition
  }

  private func pattern(_ text: String, at start: Int) throws(FilterError) -> SearchPattern {
    guard let pattern = SearchPattern(text) else { throw failure("a condition was expected", at: start) }
    return pattern
  }

  private mutating func takeFlag() -> Filter.Flag? {
    let start = position
    guard let flag = Filter.Flag.allCases.first(where: { takeWord($0.rawValue) }) else { return nil }
    let end = position
    let isName = takeRelation() != nil
    position = isName ? start : end
    if end < characters.count { unfinished = .nothing }
    return isName ? nil : flag
  }

  // MARK: - Comparisons

  /// - Returns: nil where no sign of a comparison follows: then it is a text.
  private mutating func comparison() throws(FilterError) -> FilterComparison? {
    let start = position
    guard let (parts, isLiteral) = try name() else { return nil }
    let words = String(characters[start..<position])
    let isComplete = position == characters.count
    guard let (relation, isNegated) = takeRelation() else {
      if !isComplete { unfinished = .nothing }
      return nil
    }
    let path = try names.path(words, parts, isLiteral: isLiteral)
    var operands: [FilterOperand] = []
    if relation == .isIn {
      skipBlanks()
      guard take("(") else { throw failure("\"in\" is followed by a list: (a, b)") }
      repeat { operands.append(try operand(of: path, relation, inList: true)) } while take(",")
      guard take(")") else { throw failure("the list ends with )") }
      unfinished = .nothing
    } else {
      operands = [try operand(of: path, relation, inList: false)]
    }
    return FilterComparison(path: path, relation: relation, isNegated: isNegated, operands: operands)
  }

  private mutating func takeRelation() -> (FilterComparison.Relation, isNegated: Bool)? {
    let signs: [(String, FilterComparison.Relation, Bool)] = [
      ("!=", .equal, true), ("!~", .matches, true), ("==", .equal, false), ("=~", .matches, false),
      ("<=", .atMost, false), (">=", .atLeast, false), ("=", .equal, false), ("<", .less, false),
      (">", .greater, false), ("~", .matches, false),
    ]
    for (sign, relation, isNegated) in signs where take(sign) { return (relation, isNegated) }
    let start = position
    let isNegated = takeWord("not")
    // `colour in progress` is a text.
    if takeWord("in"), followsBracket { return (.isIn, isNegated) }
    position = start
    return nil
  }

  private var followsBracket: Bool { characters[position...].first { $0 != " " } == "(" }

  /// A name: keys with dots between them, `[3]`, `[]`, `["any key"]`; nil where none begins here.
  private mutating func name() throws(FilterError) -> (parts: [FilterNames.Part], isLiteral: Bool)? {
    let start = position
    let isLiteral = current == "." && take(".")
    var parts: [FilterNames.Part] = []
    while let character = current {
      let partStart = position
      unfinished = .name(parts, start: partStart)
      if character == "[" {
        parts.append(FilterNames.Part(step: try bracket(), position: partStart))
      } else {
        guard let key = key() else { break }
        let own = parts.isEmpty && !isLiteral ? FilterPath.Own(rawValue: key) : nil
        parts.append(FilterNames.Part(step: own.map { .own($0) } ?? .key(key), position: partStart))
      }
      // Without blanks: a dot behind a blank begins another name.
      guard current == "[" || current == "." && position + 1 <= characters.count else { break }
      if current == "." {
        position += 1
        unfinished = .name(parts, start: position)
        if current == nil { return nil }
      }
    }
    if parts.isEmpty { position = start }
    return parts.isEmpty ? nil : (parts, isLiteral)
  }

  private mutating func key() -> String? {
    var key = ""
    while let character = current, !" .[]()=<>!~,\"'".contains(character) || character == "\\" {
      if character == "\\", position + 1 < characters.count { position += 1 }
      key.append(characters[position])
      position += 1
    }
    return key.isEmpty ? nil : key
  }

  private mutating func bracket() throws(FilterError) -> FilterPath.Step {
    let start = position
    position += 1
    if take("]") { return .each }
    if current == "\"" || current == "'" {
      let key = try quoted()
      guard take("]") else { throw failure("a [ that nothing closes", at: start) }
      return .key(key)
    }
    let digits = characters[position...].prefix { $0.isASCII && $0.isNumber }
    position += digits.count
    guard let index = Int(String(digits)), take("]") else {
      throw failure("between [ and ] stands a number, nothing, or a key in quotes", at: start)
    }
    return .index(index)
  }

  // MARK: - Values

  private mutating func operand(
    of path: FilterPath, _ relation: FilterComparison.Relation, inList: Bool
  ) throws(FilterError) -> FilterOperand {
    skipBlanks()
    let start = position
    unfinished = .value(path, start: start)
    let isQuoted = current == "\"" || current == "'"
    var text = ""
    var matcher: TextMatcher?
    if relation == .matches, current == "/" {
      let expression = try regularExpression()
      (matcher, text) = (expression, expression.text)
    } else {
      text = isQuoted ? try quoted() : words(inList: inList)
      if !isQuoted, text.isEmpty { throw failure("a value was expected (\"\" is the empty text)", at: start) }
      if !isQuoted, let sign = text.first, "=<>~".contains(sign) {
        throw failure("two signs in a row (in quotes it is a text)", at: start)
      }
      if relation == .matches { matcher = try self.matcher(text, at: isQuoted ? start + 1 : start) }
    }
    if position < characters.count || isQuoted { unfinished = .nothing }
    let isDate = if case .date = path.shape?.unwrapped { true } else { false }
    let operand = FilterOperand(text, isQuoted: isQuoted, isDate: isDate, matcher: matcher, now: names.now)
    if let problem = operand.problem(for: path, relation) { throw failure(problem, at: start) }
    return operand
  }

  private func matcher(_ text: String, at start: Int) throws(FilterError) -> TextMatcher? {
    do throws(PatternError) { return try TextMatcher(expression: text) } catch {
      throw failure(
        "\(error.reason) (~ takes a regular expression; \\ makes a sign itself)", at: start + error.position)
    }
  }

  private mutating func regularExpression() throws(FilterError) -> TextMatcher {
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
    guard take("/") else { throw failure("a / that no other one closes", at: start) }
    do throws(PatternError) {
      return .expression(try RegularExpression(text, ignoringCase: text == text.lowercased()))
    } catch {
      throw failure(error.reason, at: start + 1 + error.position)
    }
  }

  private mutating func quoted() throws(FilterError) -> String {
    let (start, quote) = (position, current)
    position += 1
    var text = ""
    while let character = current, character != quote {
      // A backslash is for the quote and itself; all others are the regular expression's.
      if character == "\\", next == quote || next == "\\" && quote == "\"" { position += 1 }
      text.append(characters[position])
      position += 1
    }
    guard take(quote.map { String($0) } ?? "") else {
      throw failure("a quote that no other one closes", at: start)
    }
    return text
  }

  /// Words up to `and`, `or` or a bracket that closes; in a list, up to a comma.
  private mutating func words(inList: Bool = false) -> String {
    skipBlanks()
    let start = position
    var end = position
    var open = 0
    while position < characters.count {
      let isAtWord = position == start || characters[position - 1] == " "
      if isAtWord, position > start, startsWord("and") || startsWord("or") || startsSign { break }
      if characters[position] == ")", open == 0, position > start || depth > 0 || inList { break }
      if characters[position] == "(" { open += 1 } else if characters[position] == ")" { open -= 1 }
      if inList, characters[position] == "," { break }
      position += 1
      if characters[position - 1] != " " { end = position }
    }
    return String(characters[start..<end])
  }

  /// Whether a second comparison's sign stands here: an `and` was forgotten.
  private var startsSign: Bool {
    ["=", "!=", "==", "<", "<=", ">", ">=", "~", "!~", "&&", "||"].contains { sign in
      characters[position...].starts(with: sign + " ")
    }
  }

  // MARK: - Characters

  private var current: Character? { position < characters.count ? characters[position] : nil }
  private var next: Character? { position + 1 < characters.count ? characters[position + 1] : nil }

  private mutating func skipBlanks() {
    while let character = current, character.isWhitespace { position += 1 }
  }

  private func startsWord(_ word: String) -> Bool {
    let end = position + word.count
    guard end <= characters.count, String(characters[position..<end]).lowercased() == word else {
      return false
    }
    return end == characters.count || !(characters[end].isLetter || "_-.[=<>~!".contains(characters[end]))
  }

  private mutating func takeWord(_ word: String) -> Bool {
    let start = position
    skipBlanks()
    guard startsWord(word) else {
      position = start
      return false
    }
    position += word.count
    return true
  }

  private mutating func take(_ sign: String) -> Bool {
    let start = position
    skipBlanks()
    guard characters[position...].starts(with: sign), !sign.isEmpty else {
      position = start
      return false
    }
    position += sign.count
    return true
  }

  private func failure(_ reason: String, at place: Int? = nil) -> FilterError {
    FilterError(position: place ?? position, reason: reason)
  }
}
