import LinearRegex
import Mantle
import MantleDocuments

/// The parser of values, which are calculations or conditions.
///
/// ```
/// value     = condition | sum { "||" sum }
/// sum       = product { ( "+" | "-" ) product }
/// product   = operand { ( "*" | "/" | "%" ) operand }
/// operand   = "(" value ")" | "-" operand | number | duration | date | text | "/" regex "/"
///           | function "(" [ value { "," value } ] ")" | name
/// ```
extension FilterParser {
  /// Parses the value of an argument or in parentheses, which is a calculation or a condition.
  mutating func value() throws(FilterError) -> Calculation {
    let stopped = stopsAtComma
    stopsAtComma = true
    defer { stopsAtComma = stopped }
    scanner.skipBlanks()
    if startsCondition { return .condition(try choice()) }
    let start = scanner.position
    let left = try operations(after: try operand(), binding: 0)
    return try condition(after: left, from: start) ?? left
  }

  /// Parses a value that is the whole text or a whole list item. If it is only a quoted text or a number, it is a key,
  /// like any other name.
  mutating func lone() throws(FilterError) -> FilterPath {
    scanner.skipBlanks()
    let start = scanner.position
    guard scanner.current != nil, scanner.current != "," else {
      throw scanner.failure("a property was expected", at: start)
    }
    return path(of: try named(try value(), from: start))
  }

  /// Returns a calculation as a path, with the shape of its results according to the model and the samples.
  func path(of value: Calculation) -> FilterPath { FilterPath(value, names.areDates) }

  /// Whether the text at the current position can only begin a condition.
  private var startsCondition: Bool {
    if scanner.current == "!" { return true }
    let words = ["not"] + Filter.Flag.allCases.map(\.rawValue)
    return words.contains { word in
      scanner.startsWord(word) && !names.isName([FilterNames.Part(step: .key(word), position: 0)])
    }
  }

  /// Parses the rest of a condition whose first value was parsed; nil if neither a comparison operator nor `and` nor
  /// `or` follows.
  private mutating func condition(
    after left: Calculation, from start: Int
  ) throws(FilterError) -> Calculation? {
    let end = scanner.position
    let first: Filter.Condition
    if let (relation, isNegated) = takeRelation() {
      let path = path(of: try named(left, from: start, to: end))
      first = .comparison(try comparison(of: path, relation, isNegated))
    } else {
      scanner.skipBlanks()
      let goesOn = scanner.startsWord("and") || scanner.startsWord("or") || scanner.startsSign("&&")
      guard goesOn else {
        scanner.position = end
        return nil
      }
      first = try truth(of: left, from: start)
    }
    return .condition(try choice(after: try both(after: first)))
  }

  /// Returns the condition that a calculation is true.
  ///
  /// - Parameter start: the position of the calculation, for the error if its results are not booleans.
  func truth(of value: Calculation, from start: Int) throws(FilterError) -> Filter.Condition {
    if case .condition(let condition) = value { return condition }
    let path = path(of: value)
    guard case .boolean? = path.shape?.unwrapped else {
      throw scanner.failure(
        "\(path.words) alone is not a condition; did you mean \(path.words) \(path.suggestedTest)?", at: start
      )
    }
    let operand = FilterOperand("true", isQuoted: false, matcher: nil, now: names.now)
    return .comparison(
      FilterComparison(path: path, relation: .equal, isNegated: false, operands: [operand]))
  }

  /// Returns the path of the key that the value denotes if it is only a quoted text or a number; otherwise the
  /// unchanged value.
  ///
  /// - Parameters:
  ///   - start: the position of the value in the text.
  ///   - end: the end of the value; nil if it is the current position.
  private mutating func named(
    _ value: Calculation, from start: Int, to end: Int? = nil
  ) throws(FilterError) -> Calculation {
    guard case .literal(let literal) = value, literal.isText || literal.isNumber else { return value }
    let rest = scanner.position
    defer { scanner.position = rest }
    scanner.position = start
    guard let (parts, isLiteral) = try? name(), scanner.position == end ?? rest else { return value }
    let words = String(scanner.characters[start..<scanner.position])
    do throws(FilterError) { return .path(try resolve(words, parts, isLiteral: isLiteral)) } catch {
      if literal.isText { throw error }
      return value
    }
  }

  // MARK: - Operators

  /// Parses the operators and operands after a first operand. Operators below a minimum precedence are not parsed.
  mutating func operations(after left: Calculation, binding least: Int) throws(FilterError) -> Calculation {
    var left = left
    while let sign = scanner.nextOperator, sign.precedence >= least {
      _ = scanner.take(sign.rawValue)
      operatorCount += 1
      if operatorCount > Self.maximumOperators {
        throw scanner.failure("more than \(Self.maximumOperators) operators")
      }
      let right = try operations(after: try operand(), binding: sign.precedence + 1)
      left = .operation(sign, left, right)
    }
    return left
  }

  // MARK: - Operands

  mutating func operand() throws(FilterError) -> Calculation {
    scanner.skipBlanks()
    let start = scanner.position
    switch scanner.current {
    case "(":
      scanner.position += 1
      try nest()
      let value = try value()
      depth -= 1
      guard scanner.take(")") else { throw scanner.failure("this ( is never closed", at: start) }
      return value
    case "\"", "'": if let text = try quotedLiteral() { return text }
    case "/": return .pattern(try pattern(try scanner.expression(), at: start))
    default:
      if let literal = scanner.literal() {
        unfinished = .nothing
        return .literal(literal)
      }
    }
    if scanner.current == "-", let name = try? keyName(), !names.isName(name) {
      scanner.position = start + 1
      try nest()
      defer { depth -= 1 }
      return .negative(try operand())
    }
    scanner.position = start
    return try namedOperand()
  }

  /// Parses the name at the current position and returns its components.
  private mutating func keyName() throws(FilterError) -> [FilterNames.Part] { try name()?.parts ?? [] }

  /// Parses a quoted text as a literal; nil if the text is the first key of a longer name.
  private mutating func quotedLiteral() throws(FilterError) -> Calculation? {
    let start = scanner.position
    let text = try scanner.quoted()
    if scanner.current == "." || scanner.current == "[" {
      scanner.position = start
      return nil
    }
    unfinished = .nothing
    return .literal(Calculation.Literal(words: text.inFilterQuotes, value: .value(.text(text))))
  }

  /// Parses a name, a call, or a keyword such as `null` or `now`.
  private mutating func namedOperand() throws(FilterError) -> Calculation {
    let start = scanner.position
    let name = try name()
    guard let (parts, isLiteral) = name else { throw scanner.failure("a value was expected", at: start) }
    if scanner.current == "(", parts.count == 1, case .key(let key) = parts[0].step, !isLiteral {
      return try call(key, from: start)
    }
    let words = String(scanner.characters[start..<scanner.position])
    if !isLiteral, !names.isName(parts), let word = Calculation.Literal(word: words, now: names.now) {
      return .literal(word)
    }
    do throws(FilterError) { return .path(try resolve(words, parts, isLiteral: isLiteral)) } catch {
      guard let shorter = try shorterName(from: start, error) else { throw error }
      return shorter
    }
  }

  /// Parses the name before an operator without blanks, such as `qty` in `qty*price`, after the longer name was not
  /// found. Nil if the shorter name is not known either.
  private mutating func shorterName(from start: Int, _ error: FilterError) throws(FilterError) -> Calculation?
  {
    let whole = scanner.characters[start..<scanner.position]
    guard let end = whole.indices.dropFirst().first(where: { "+-*/%|".contains(whole[$0]) }) else {
      return nil
    }
    var short = FilterParser(String(whole[..<end]), names)
    guard let (parts, isLiteral) = try? short.name(), short.scanner.current == nil,
      let path = try? resolve(String(whole[..<end]), parts, isLiteral: isLiteral)
    else { return nil }
    scanner.position = end
    return .path(path)
  }

  // MARK: - Calls

  private mutating func call(_ name: String, from start: Int) throws(FilterError) -> Calculation {
    guard let function = Calculation.Function(rawValue: name.lowercased()) else {
      let like = Calculation.Function.nearest(to: name).map { "; did you mean \($0)?" } ?? ""
      throw scanner.failure("no function \(JSONText.quoted(name))\(like)", at: start)
    }
    scanner.position += 1
    try nest()
    let lists = exploded
    if function.takesList { exploded = nil }
    let arguments = try arguments(of: function)
    exploded = lists
    depth -= 1
    guard scanner.take(")") else {
      throw scanner.failure("missing ) after the arguments of \(function.rawValue)")
    }
    unfinished = .nothing
    guard function.arity.contains(arguments.count) else {
      throw scanner.failure("\(function.rawValue) is written \(function.usage)", at: start)
    }
    return try checked(function, arguments, from: start)
  }

  private mutating func arguments(of function: Calculation.Function) throws(FilterError) -> [Calculation] {
    scanner.skipBlanks()
    if scanner.current == ")" { return [] }
    var arguments: [Calculation] = []
    repeat {
      let outer = names
      if function.isOfElements, let list = arguments.first { names = names.elements(of: path(of: list)) }
      defer { names = outer }
      scanner.skipBlanks()
      let start = scanner.position
      let value = try value()
      arguments.append(
        function.takesCondition(at: arguments.count) ? .condition(try truth(of: value, from: start)) : value)
    } while scanner.take(",")
    return arguments
  }

  /// Returns the call of a function after checking the arguments for errors that do not depend on values.
  private func checked(
    _ function: Calculation.Function, _ arguments: [Calculation], from start: Int
  ) throws(FilterError) -> Calculation {
    let takesPattern = [.match, .replace, .split].contains(function)
    for (index, argument) in arguments.enumerated() {
      guard case .pattern = argument, !takesPattern || index != 1 else { continue }
      throw scanner.failure("\(function.rawValue) takes no regular expression: \(function.usage)", at: start)
    }
    if function == .now || function == .today,
      let moment = Calculation.Literal(word: function.rawValue, as: function.usage, now: names.now)
    {
      return .literal(moment)
    }
    guard function == .match, case .literal(let literal) = arguments[1],
      case .value(.text(let text)) = literal.value
    else { return .call(function, arguments) }
    let pattern = try pattern(text, at: start)
    return .call(function, [arguments[0], .pattern(pattern)] + arguments.dropFirst(2))
  }

  private func pattern(_ text: String, at start: Int) throws(FilterError) -> RegularExpression {
    do throws(PatternError) { return try RegularExpression(text, keepingGroups: true) } catch {
      throw scanner.failure(error.reason, at: start)
    }
  }
}

extension FilterPath {
  /// The operator and operand that an error message suggests after the path, such as `> 0`.
  fileprivate var suggestedTest: String {
    switch shape?.unwrapped {
    case .integer?, .number?: "> 0"
    case .string?: "!= \"\""
    case .date?: "> now-7d"
    default: "= true"
    }
  }
}

extension FilterScanner {
  /// Returns whether the text at the current position begins with a sign, such as `&&`.
  func startsSign(_ sign: String) -> Bool { characters[position...].starts(with: sign) }
}
