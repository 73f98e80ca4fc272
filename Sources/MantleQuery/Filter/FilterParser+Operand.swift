import LinearRegex
import Mantle
import MantleDocuments

/// The parser of the right-hand side of a comparison.
extension FilterParser {
  /// Parses one operand on the right-hand side of a comparison.
  mutating func operand(
    of path: FilterPath, _ relation: FilterComparison.Relation, inList: Bool
  ) throws(FilterError) -> FilterOperand {
    scanner.skipBlanks()
    let start = scanner.position
    unfinished = .value(path, start: start)
    if relation != .matches, let value = try calculatedOperand(inList: inList) { return value }
    let isQuoted = scanner.current == "\"" || scanner.current == "'"
    var text = ""
    var matcher: SearchPattern?
    if relation == .matches, scanner.current == "/" {
      let expression = try regularExpression()
      (matcher, text) = (expression, expression.text)
    } else {
      text = isQuoted ? try scanner.quoted() : scanner.words(inList: inList, inBrackets: depth > 0)
      if !isQuoted, text.isEmpty {
        throw scanner.failure("a value was expected (\"\" is the empty string)", at: start)
      }
      if !isQuoted, let sign = text.first, "=<>~".contains(sign) {
        throw scanner.failure("two operators in a row (put text in quotes)", at: start)
      }
      if relation == .matches { matcher = try self.matcher(text, at: isQuoted ? start + 1 : start) }
    }
    if scanner.position < scanner.characters.count || isQuoted { unfinished = .nothing }
    let operand = FilterOperand(
      text, isQuoted: isQuoted, matcher: matcher, now: names.now)
    try refuseCalculation(in: operand, from: start)
    if let problem = operand.problem(for: path, relation, names) { throw scanner.failure(problem, at: start) }
    return operand
  }

  /// Parses the JSON value after `===` as an operand.
  mutating func json() throws(FilterError) -> FilterOperand {
    scanner.skipBlanks()
    let start = scanner.position
    unfinished = .nothing
    if scanner.takeWord(FilterOperand.Keyword.unreadable.rawValue) { return FilterOperand(json: nil) }
    let text = scanner.json()
    guard let document = try? JSONDocument(parsing: JSONBytes(text)) else {
      throw scanner.failure(
        "=== needs JSON, such as \"text\", 3 or [1, 2] (= compares other values)", at: start)
    }
    return FilterOperand(json: document.root)
  }

  private func matcher(_ text: String, at start: Int) throws(FilterError) -> SearchPattern? {
    do throws(PatternError) { return try SearchPattern(expression: text) } catch {
      throw scanner.failure(
        "\(error.reason) (~ takes a regular expression; write \\ before a literal sign)",
        at: start + error.position)
    }
  }

  /// Parses a regular expression between slashes.
  mutating func regularExpression() throws(FilterError) -> SearchPattern {
    let start = scanner.position
    let text = try scanner.expression()
    do throws(PatternError) {
      return SearchPattern(try RegularExpression(text, ignoringCase: text == text.lowercased()))
    } catch {
      throw scanner.failure(error.reason, at: start + 1 + error.position)
    }
  }

  // MARK: - Calculations

  /// Parses an operand that is evaluated for each row: `.other`, `(a + b)` or a call; nil for any other text.
  ///
  /// - Parameter inList: whether a comma ends the operand.
  private mutating func calculatedOperand(inList: Bool) throws(FilterError) -> FilterOperand? {
    let start = scanner.position
    guard let first = scanner.current, first == "." || first == "(" || startsCall else { return nil }
    let isCall = first != "." && first != "("
    do throws(FilterError) {
      let first = try first == "." ? column() : operand()
      let value = try operations(after: first, binding: Calculation.Operator.add.precedence)
      guard scanner.endsOperand(inList: inList, inBrackets: depth > 0), isCall || value.isOfRow,
        value.paths.allSatisfy(names.hasValues)
      else {
        throw scanner.failure("\"and\" or \"or\" was expected")
      }
      unfinished = .nothing
      return FilterOperand(path(of: value))
    } catch {
      if isCall { throw error }
      scanner.position = start
      return nil
    }
  }

  /// Parses a dot and the name of a property or key after it.
  private mutating func column() throws(FilterError) -> Calculation {
    scanner.position += 1
    let start = scanner.position
    guard let (parts, _) = try name(), names.isName(parts) else {
      throw scanner.failure("a property or key was expected", at: start)
    }
    let words = String(scanner.characters[start..<scanner.position])
    return .path(try names.path(words, parts, isLiteral: false))
  }

  private var startsCall: Bool {
    var copy = self
    guard let (parts, isLiteral) = try? copy.name() else { return false }
    return copy.isCall(parts, isLiteral: isLiteral)
  }

  /// Throws an error if an unquoted operand is also a valid calculation with known names, because its meaning is
  /// ambiguous.
  private func refuseCalculation(in operand: FilterOperand, from start: Int) throws(FilterError) {
    guard operand.isPlain, !operand.isMeasure, operand.matcher == nil, operand.text.contains(" ") else {
      return
    }
    var parser = FilterParser(operand.text, names)
    guard let value = try? parser.value(), case .operation = value, parser.scanner.current == nil,
      !value.paths.isEmpty, value.paths.allSatisfy(names.hasValues)
    else { return }
    throw scanner.failure(
      "\(operand.text) is ambiguous; write \(operand.text.inFilterQuotes) for text, or (\(operand.text)) for a calculation",
      at: start)
  }
}

extension FilterScanner {
  /// Returns whether the right-hand side of a comparison can end at the current position.
  func endsOperand(inList: Bool, inBrackets: Bool) -> Bool {
    var rest = self
    rest.skipBlanks()
    guard let next = rest.current else { return true }
    return next == ")" && (inBrackets || inList) || next == "," && inList || rest.startsWord("and")
      || rest.startsWord("or") || rest.startsSign("&&") || rest.startsSign("||")
  }
}
