import LinearRegex
import Mantle
import MantleDocuments

/// The parser of the filter language.
///
/// ```
/// filter     = both { "or" both }
/// both       = negated { "and" negated }
/// negated    = [ "not" ] ( "(" filter ")" | comparison | flag | text )
/// comparison = value ( "=" "!=" "<" "<=" ">" ">=" "~" "!~" ) words | value ( "===" "!==" ) JSON | value [ "not" ] "in" "(" words { "," words } ")"
/// words      = text | ".name" | "(" value ")" | call
/// ```
package struct FilterParser {
  var scanner: FilterScanner
  var names: FilterNames
  /// The current nesting depth of conditions and values.
  var depth = 0
  /// The number of operators so far, which limits the depth of a calculation.
  var operatorCount = 0
  /// Whether a comma ends an operand, as in the arguments of a function.
  var stopsAtComma = false
  /// The lists that `[]` explodes into rows; nil if `[]` denotes all elements of a list.
  var exploded: ExplodedLists?
  /// Whether the parser tries to read a parenthesis as a value, and may return to its start. Nested parentheses are not
  /// tried again.
  private var isOnTrial = false
  /// The part at the end of the text that the user may be typing, for completion.
  var unfinished = Unfinished.name([], start: 0)

  /// The part at the end of a filter that the user may be typing, for completion.
  enum Unfinished {
    /// A name whose last component is incomplete, with its complete components before.
    case name([FilterNames.Part], start: Int)
    case value(FilterPath, start: Int)
    /// A complete condition, for which there is nothing to suggest.
    case nothing
  }

  private static let maximumNested = 100
  static let maximumOperators = 500

  init(_ text: String, _ names: FilterNames) {
    scanner = FilterScanner(text)
    self.names = names
  }

  mutating func parse() throws(FilterError) -> Filter.Condition {
    let condition = try choice()
    scanner.skipBlanks()
    if let character = scanner.current {
      throw scanner.failure("\"\(character)\" where \"and\" or \"or\" was expected")
    }
    return condition
  }

  // MARK: - Conditions

  /// Parses conditions that are joined by `or`.
  ///
  /// - Parameter first: the first condition, if it is already parsed.
  mutating func choice(after first: Filter.Condition? = nil) throws(FilterError) -> Filter.Condition {
    var parts = first.map { [$0] } ?? []
    if parts.isEmpty { parts = [try both()] }
    while scanner.takeWord("or") || scanner.take("||") { parts.append(try both()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  /// Parses conditions that are joined by `and`.
  ///
  /// - Parameter first: the first condition, if it is already parsed.
  mutating func both(after first: Filter.Condition? = nil) throws(FilterError) -> Filter.Condition {
    var parts = first.map { [$0] } ?? []
    if parts.isEmpty { parts = [try negated()] }
    while scanner.takeWord("and") || scanner.take("&&") { parts.append(try negated()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func negated() throws(FilterError) -> Filter.Condition {
    scanner.skipBlanks()
    let isNot =
      scanner.takeWord("not")
      || scanner.current == "!" && scanner.next != "=" && scanner.next != "~" && scanner.take("!")
    guard isNot else { return try single() }
    try nest()
    defer { depth -= 1 }
    return .not(try negated())
  }

  mutating func nest() throws(FilterError) {
    depth += 1
    if depth > Self.maximumNested { throw scanner.failure("more than 100 nested conditions") }
  }

  private mutating func single() throws(FilterError) -> Filter.Condition {
    scanner.skipBlanks()
    unfinished = .name([], start: scanner.position)
    let start = scanner.position
    switch scanner.current {
    case nil: throw scanner.failure("a condition was expected")
    case "(": return try group()
    case "\"", "'":
      if let condition = try quotedComparison() { return condition }
      scanner.position = start
      return .text(try pattern(try scanner.quoted(), at: start))
    case "/": return .text(try regularExpression())
    default: break
    }
    if let flag = takeFlag() { return .flag(flag) }
    var failure: FilterError?
    if let condition = try comparison(&failure) { return condition }
    scanner.position = start
    let text = scanner.words(inBrackets: depth > 0)
    if let failure, takeRelation() != nil { throw failure }
    return .text(try pattern(text, at: start))
  }

  private mutating func group() throws(FilterError) -> Filter.Condition {
    let start = scanner.position
    var failure: FilterError?
    if let comparison = comparisonInBrackets(&failure) { return comparison }
    scanner.position += 1
    try nest()
    let condition = try choice()
    depth -= 1
    guard scanner.take(")") else {
      throw scanner.failure("this ( is never closed (put text in quotes)", at: start)
    }
    unfinished = .nothing
    var rest = self
    if let failure, rest.takeRelation() != nil || (scanner.nextOperator ?? .join) != .join { throw failure }
    return condition
  }

  /// Parses a comparison whose left side begins with a parenthesis, as in `(qty + 1) * 2 > 3`; nil if the parenthesis
  /// encloses a condition.
  ///
  /// - Parameter failure: receives the error in the left or right side of the comparison.
  private mutating func comparisonInBrackets(_ failure: inout FilterError?) -> Filter.Condition? {
    guard !isOnTrial else { return nil }
    var trial = self
    trial.isOnTrial = true
    do throws(FilterError) {
      let left = try trial.calculation(from: scanner.position)
      guard let (relation, isNegated) = trial.takeRelation() else { return nil }
      let comparison = try trial.comparison(of: path(of: left), relation, isNegated)
      trial.isOnTrial = false
      self = trial
      return .comparison(comparison)
    } catch {
      failure = error
      return nil
    }
  }

  private func pattern(_ text: String, at start: Int) throws(FilterError) -> SearchPattern {
    guard let pattern = SearchPattern(text) else {
      throw scanner.failure("a condition was expected", at: start)
    }
    return pattern
  }

  private mutating func takeFlag() -> Filter.Flag? {
    let start = scanner.position
    guard let flag = Filter.Flag.allCases.first(where: { scanner.takeWord($0.rawValue) }) else { return nil }
    let end = scanner.position
    let isName = takeRelation() != nil
    scanner.position = isName ? start : end
    if end < scanner.characters.count { unfinished = .nothing }
    return isName ? nil : flag
  }

  // MARK: - Comparisons

  /// Parses a comparison whose name begins with a quoted key; nil if the quoted text is not followed by an operator.
  private mutating func quotedComparison() throws(FilterError) -> Filter.Condition? {
    let start = scanner.position
    _ = try scanner.quoted()
    let isName = scanner.current == "." || scanner.current == "[" || takeRelation() != nil
    scanner.position = start
    var failure: FilterError?
    return isName ? try comparison(&failure) : nil
  }

  /// Parses a comparison of a path or calculation with an operand.
  ///
  /// - Parameter failure: receives the error in a calculation if the text may also be a search text.
  /// - Returns: nil if no comparison operator follows; the text is a search text then.
  private mutating func comparison(_ failure: inout FilterError?) throws(FilterError) -> Filter.Condition? {
    let start = scanner.position
    guard let (parts, isLiteral) = try name() else { return nil }
    if isCall(parts, isLiteral: isLiteral) { return try calledComparison(from: start) }
    if scanner.current == "(" { return try calculatedComparison(from: start, &failure) }
    let words = String(scanner.characters[start..<scanner.position])
    let isComplete = scanner.position == scanner.characters.count
    guard let (relation, isNegated) = takeRelation() else {
      if scanner.nextOperator != nil { return try calculatedComparison(from: start, &failure) }
      if !isComplete { unfinished = .nothing }
      if names.isName(parts), let path = try? names.path(words, parts, isLiteral: isLiteral) {
        try refuseWord(behind: words, path)
      }
      return nil
    }
    let path: FilterPath
    do throws(FilterError) { path = try resolve(words, parts, isLiteral: isLiteral) } catch {
      // The name may end at an operator without blanks: qty*price > 3.
      let condition = try calculatedComparison(from: start, &failure)
      if let condition { return condition }
      throw failure.map { $0.position > error.position ? $0 : error } ?? error
    }
    return .comparison(try comparison(of: path, relation, isNegated))
  }

  /// Returns whether a name is the name of a function, and an opening parenthesis follows it.
  func isCall(_ parts: [FilterNames.Part], isLiteral: Bool) -> Bool {
    guard scanner.current == "(", !isLiteral, parts.count == 1, case .key(let key) = parts[0].step else {
      return false
    }
    return Calculation.Function(rawValue: key.lowercased()) != nil
  }

  /// Parses the calculation on the left side of a comparison.
  private mutating func calculation(from start: Int) throws(FilterError) -> Calculation {
    scanner.position = start
    return try operations(after: try operand(), binding: Calculation.Operator.add.precedence)
  }

  /// Parses a condition that begins with a call: a comparison of its result, or the call alone, which must be a
  /// boolean.
  private mutating func calledComparison(from start: Int) throws(FilterError) -> Filter.Condition {
    let left = try calculation(from: start)
    guard let (relation, isNegated) = takeRelation() else { return try truth(of: left, from: start) }
    return .comparison(try comparison(of: path(of: left), relation, isNegated))
  }

  /// Parses a comparison whose left side is a calculation; nil if no comparison operator follows or if a side has an
  /// error.
  private mutating func calculatedComparison(
    from start: Int, _ failure: inout FilterError?
  ) throws(FilterError) -> Filter.Condition? {
    let left: Calculation
    do throws(FilterError) {
      left = try calculation(from: start)
    } catch {
      failure = error
      return nil
    }
    guard let (relation, isNegated) = takeRelation() else {
      unfinished = .nothing
      return nil
    }
    return .comparison(try comparison(of: path(of: left), relation, isNegated))
  }

  /// Parses the operands of a comparison after its operator, and returns the comparison.
  mutating func comparison(
    of path: FilterPath, _ relation: FilterComparison.Relation, _ isNegated: Bool
  ) throws(FilterError) -> FilterComparison {
    var operands: [FilterOperand] = []
    if relation == .isIn {
      scanner.skipBlanks()
      guard scanner.take("(") else { throw scanner.failure("\"in\" is followed by a list: (a, b)") }
      repeat { operands.append(try operand(of: path, relation, inList: true)) } while scanner.take(",")
      guard scanner.take(")") else { throw scanner.failure("missing ) after the list") }
      unfinished = .nothing
    } else if relation == .identical {
      operands = [try json()]
    } else {
      operands = [try operand(of: path, relation, inList: stopsAtComma)]
    }
    return FilterComparison(path: path, relation: relation, isNegated: isNegated, operands: operands)
  }

  /// The comparison operators to suggest for words that other languages use as operators.
  private static let signs = [
    "is": "=", "equals": "=", "equal": "=", "contains": "~", "like": "~", "matches": "~", "has": "~",
    "between": ">=", "exists": "!= absent", "absent": "= absent", "missing": "= absent", "null": "= null",
  ]

  /// Reports an error for text that is clearly not a search text: a name followed by an operator word of another
  /// language, or a boolean alone.
  private mutating func refuseWord(behind name: String, _ path: FilterPath) throws(FilterError) {
    let start = scanner.position
    defer { scanner.position = start }
    scanner.skipBlanks()
    let isAlone =
      scanner.current.map { $0 == ")" } ?? true || scanner.startsWord("and") || scanner.startsWord("or")
    if isAlone, case .boolean? = path.shape?.unwrapped {
      throw scanner.failure(
        "\(name) alone is not a condition; did you mean \(name) = true? (put text in quotes)", at: start)
    }
    scanner.position = start
    guard let (word, sign) = Self.signs.first(where: { scanner.takeWord($0.key) }) else { return }
    throw scanner.failure(
      "\"\(word)\" is not a comparison operator; did you mean \(name) \(sign)\(sign.contains(" ") ? "" : " …")? (put text in quotes)",
      at: start)
  }

  mutating func takeRelation() -> (FilterComparison.Relation, isNegated: Bool)? {
    let signs: [(String, FilterComparison.Relation, Bool)] = [
      ("===", .identical, false), ("!==", .identical, true), ("!=", .equal, true), ("!~", .matches, true),
      ("==", .equal, false), ("=~", .matches, false),
      ("<=", .atMost, false), (">=", .atLeast, false), ("=", .equal, false), ("<", .less, false),
      (">", .greater, false), ("~", .matches, false),
    ]
    for (sign, relation, isNegated) in signs where scanner.take(sign) { return (relation, isNegated) }
    let start = scanner.position
    let isNegated = scanner.takeWord("not")
    // `colour in progress` is a search text.
    if scanner.takeWord("in"), followsBracket { return (.isIn, isNegated) }
    scanner.position = start
    return nil
  }

  private var followsBracket: Bool { scanner.characters[scanner.position...].first { $0 != " " } == "(" }

  /// Parses a name: keys separated by dots, `[3]`, `[]`, `["any key"]`; nil if the text does not begin with a name.
  mutating func name() throws(FilterError) -> (parts: [FilterNames.Part], isLiteral: Bool)? {
    let start = scanner.position
    let isLiteral = scanner.current == "." && scanner.take(".")
    var parts: [FilterNames.Part] = []
    while let character = scanner.current {
      let partStart = scanner.position
      unfinished = .name(parts, start: partStart)
      if character == "[" {
        parts.append(FilterNames.Part(step: try bracket(), position: partStart))
      } else {
        let isQuoted = character == "\"" || character == "'"
        guard let key = isQuoted ? try scanner.quotedKey() : scanner.key() else { break }
        if isLiteral, parts.isEmpty, !isQuoted, key.utf8.allSatisfy(ASCII.isDigit), names.hasNames,
          !names.names(after: []).contains(key)
        {
          let reason = "no key \(JSONText.quoted(key)); the number is written 0.\(key)"
          throw scanner.failure(
            "\(reason) (.[\(JSONText.quoted(key))] searches for the key anyway)", at: start)
        }
        let own = parts.isEmpty && !isLiteral ? FilterPath.Own(rawValue: key) : nil
        parts.append(FilterNames.Part(step: own.map { .own($0) } ?? .key(key), position: partStart))
      }
      // A dot after a blank begins another name, so blanks are not skipped.
      guard
        scanner.current == "[" || scanner.current == "." && scanner.position + 1 <= scanner.characters.count
      else { break }
      if scanner.current == "." {
        scanner.position += 1
        unfinished = .name(parts, start: scanner.position)
        if scanner.current == nil { return nil }
      }
    }
    if parts.isEmpty { scanner.position = start }
    return parts.isEmpty ? nil : (parts, isLiteral)
  }

  private mutating func bracket() throws(FilterError) -> FilterPath.Step {
    let start = scanner.position
    scanner.position += 1
    if scanner.take("]") { return .each }
    if scanner.current == "\"" || scanner.current == "'" {
      let key = try scanner.quotedKey()
      guard scanner.take("]") else { throw scanner.failure("this [ is never closed", at: start) }
      return .key(key)
    }
    let digits = scanner.characters[scanner.position...].prefix { $0.isASCII && $0.isNumber }
    scanner.position += digits.count
    guard let index = Int(String(digits)), scanner.take("]") else {
      throw scanner.failure("between [ and ], a number, nothing, or a key in quotes was expected", at: start)
    }
    return .index(index)
  }
}
