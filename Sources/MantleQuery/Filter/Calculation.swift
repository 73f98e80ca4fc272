import LinearRegex
import Mantle
import MantleDocuments

/// A value that is computed for each row: the operand of a comparison, a column, a sort key or a new value.
///
/// `round(qty * price * 1.19, 2)`
indirect enum Calculation: Sendable {
  /// The value at a path.
  case path(FilterPath)
  case literal(Literal)
  /// A regular expression, which is only valid as the argument of a function.
  case pattern(RegularExpression)
  case negative(Calculation)
  case operation(Operator, Calculation, Calculation)
  case call(Function, [Calculation])
  /// A condition, whose value is true or false.
  case condition(Filter.Condition)

  /// A binary operator.
  enum Operator: String, Sendable, CaseIterable {
    case join = "||"
    case add = "+", subtract = "-"
    case multiply = "*", divide = "/", remainder = "%"

    /// The precedence of the operator; operators with a higher precedence bind more tightly.
    var precedence: Int {
      switch self {
      case .join: 0
      case .add, .subtract: 1
      case .multiply, .divide, .remainder: 2
      }
    }
  }

  /// A literal value in the source text of a calculation.
  struct Literal: Sendable {
    /// The value of a literal.
    enum Value: Sendable {
      case value(FilterValue)
      case null, absent
    }

    let words: String
    let value: Value

    /// Whether the literal is a number, such as `3` or `7d`.
    var isNumber: Bool { if case .value(.number) = value { true } else { false } }
    /// Whether the literal is a string in quotes.
    var isText: Bool { if case .value(.text) = value { true } else { false } }
  }

  /// The paths whose values the calculation reads from a row.
  var paths: [FilterPath] {
    switch self {
    case .path(let path): path.leaves
    case .literal, .pattern: []
    case .negative(let value): value.paths
    case .operation(_, let left, let right): left.paths + right.paths
    // Paths in later arguments are relative to the elements of the list.
    case .call(let function, let arguments):
      function.isOfElements && arguments.count > 1 ? arguments[0].paths : arguments.flatMap(\.paths)
    case .condition(let condition): condition.paths
    }
  }

  /// Whether the value may differ between rows: it is neither a literal nor a pattern.
  var isOfRow: Bool {
    switch self {
    case .literal, .pattern: false
    default: true
    }
  }

  /// Returns the calculation in which a function has replaced each path.
  func mapPaths(_ change: (FilterPath) -> FilterPath) -> Calculation {
    switch self {
    case .path(let path): .path(change(path))
    case .literal, .pattern: self
    case .negative(let value): .negative(value.mapPaths(change))
    case .operation(let sign, let left, let right):
      .operation(sign, left.mapPaths(change), right.mapPaths(change))
    case .call(let function, let arguments):
      .call(
        function,
        arguments.enumerated().map { index, argument in
          function.isOfElements && index > 0 ? argument : argument.mapPaths(change)
        })
    case .condition(let condition): .condition(condition.mapPaths(change))
    }
  }
}

// MARK: - Text

extension Calculation {
  /// The source text of the calculation, which parses to an equal calculation.
  var words: String {
    switch self {
    case .path(let path): path.words
    case .literal(let literal): literal.words
    case .pattern(let pattern): "/\(pattern.text.withEscapedSlashes)/"
    case .negative(let value): "-(\(value.words))"
    case .operation(let sign, let left, let right):
      "\(left.words(inside: sign.precedence)) \(sign.rawValue) \(right.words(inside: sign.precedence + 1))"
    case .call(let function, let arguments):
      "\(function.rawValue)(\(arguments.map(\.words).joined(separator: ", ")))"
    case .condition(let condition): condition.words
    }
  }

  /// Returns the source text as an operand of another operator, in parentheses if that operator has a higher
  /// precedence.
  fileprivate func words(inside precedence: Int) -> String {
    switch self {
    case .operation(let sign, _, _): sign.precedence < precedence ? "(\(words))" : words
    case .condition: "(\(words))"
    case .path, .literal, .pattern, .negative, .call: words
    }
  }
}

// MARK: - Shape

extension Calculation {
  /// Returns the shape of the results; nil if it depends on the row.
  ///
  /// - Parameter areDates: returns whether the values of a path are known to be dates.
  func shape(_ areDates: (FilterPath) -> Bool) -> ValueShape? {
    switch self {
    case .path(let path): areDates(path) ? .date : path.shape?.innermost
    case .literal(let literal): literal.shape
    case .pattern: nil
    case .negative: .number
    case .condition: .boolean
    case .operation(let sign, let left, let right):
      switch (sign, left.isDate(areDates), right.isDate(areDates)) {
      case (.join, _, _): .string
      case (.add, true, false), (.add, false, true), (.subtract, true, false): .date
      default: .number
      }
    case .call(let function, let arguments): function.shape ?? common(of: arguments, function, areDates)
    }
  }

  private func isDate(_ areDates: (FilterPath) -> Bool) -> Bool {
    if case .date? = shape(areDates) { true } else { false }
  }

  /// Returns the common shape of the arguments of a function whose result is one of them; nil if they have no common
  /// shape.
  private func common(
    of arguments: [Calculation], _ function: Function, _ areDates: (FilterPath) -> Bool
  ) -> ValueShape? {
    guard function.isChoice else { return nil }
    return ValueShape.common(
      (function == .if ? arguments.dropFirst() : arguments[...]).map { $0.shape(areDates) })
  }
}

extension ValueShape {
  /// Returns the common shape of several values; nil if the shapes differ or if one of them is unknown.
  fileprivate static func common(_ shapes: [ValueShape?]) -> ValueShape? {
    let known = shapes.compactMap(\.self)
    return known.count == shapes.count ? common(known) : nil
  }
}

extension Calculation.Literal {
  fileprivate var shape: ValueShape? {
    switch value {
    case .value(.number): .number
    case .value(.text): .string
    case .value(.date): .date
    case .value(.node): .boolean
    case .null, .absent: nil
    }
  }
}

extension Filter.Condition {
  /// The paths whose values the condition reads from a row.
  var paths: [FilterPath] {
    comparisons.flatMap { $0.path.leaves + $0.operands.flatMap { $0.calculation?.leaves ?? [] } }
  }

  /// Returns the condition in which a function has replaced each path.
  func mapPaths(_ change: (FilterPath) -> FilterPath) -> Filter.Condition {
    switch self {
    case .all(let parts): .all(parts.map { $0.mapPaths(change) })
    case .any(let parts): .any(parts.map { $0.mapPaths(change) })
    case .not(let part): .not(part.mapPaths(change))
    case .comparison(let comparison): .comparison(comparison.mapPaths(change))
    case .text, .flag: self
    }
  }
}

extension FilterComparison {
  fileprivate func mapPaths(_ change: (FilterPath) -> FilterPath) -> FilterComparison {
    var copy = FilterComparison(
      path: change(path), relation: relation, isNegated: isNegated,
      operands: operands.map { operand in
        operand.calculation.map { FilterOperand(change($0)) } ?? operand
      })
    copy.isOfEach = isOfEach
    return copy
  }
}

extension FilterPath {
  /// Creates the path whose values are the results of a calculation. For a calculation that is only a path, this path
  /// is returned.
  init(_ calculation: Calculation, _ areDates: (FilterPath) -> Bool) {
    if case .path(let path) = calculation {
      self = path
    } else {
      let words = calculation.words(inside: Calculation.Operator.add.precedence)
      self.init(words: words, routes: [], shape: calculation.shape(areDates))
      self.calculation = calculation
    }
  }
}

extension FilterPath {
  /// Parses a name or a calculation that is the whole text.
  package init(_ text: String, _ names: FilterNames) throws(FilterError) {
    var parser = FilterParser(text, names)
    do throws(FilterError) { self = try parser.lone() } catch {
      throw error.isUnknownName && parser.scanner.hasMoreWords ? Self.noName : error
    }
    if parser.scanner.hasMoreWords { throw Self.noName }
  }

  private static let noName = FilterError(
    position: 0, reason: "not a name (write \\ before each space in a name)")

  /// Parses a calculation if all names in it are known to have values; nil for every other text.
  package init?(calculation text: String, _ names: FilterNames) {
    guard let path = try? FilterPath(text, names), path.isCalculated,
      path.leaves.allSatisfy(names.hasValues)
    else { return nil }
    self = path
  }

  /// Whether the values at the path are computed, so that they cannot be edited.
  package var isCalculated: Bool {
    switch calculation {
    case nil, .literal?, .path?: false
    default: true
    }
  }

  /// Whether the values of the calculation are the same in all rows, because it reads no path.
  package var isConstant: Bool { leaves.isEmpty }

  /// The default title of a column with the values: the source text without enclosing parentheses.
  package var title: String {
    calculation == nil || !words.hasPrefix("(") ? words : calculation?.words ?? words
  }

  /// The source text of the path or calculation as the right operand of a comparison: `.name`, a call, or in
  /// parentheses.
  var wordsOnTheRight: String {
    switch calculation {
    case nil where !words.hasPrefix(".") && !words.hasPrefix("$"): ".\(words)"
    case .call? where words == calculation?.words: words
    default: "(\(words))"
    }
  }
}

extension FilterValue {
  private static let documents = ["false", "true", "null"].map { try? JSONDocument(parsing: JSONBytes($0)) }

  /// Returns a JSON boolean as a value of a filter.
  static func boolean(_ value: Bool) -> FilterValue {
    documents[value ? 1 : 0].map { .node($0.root) } ?? .text("\(value)")
  }

  static var null: FilterValue { documents[2].map { .node($0.root) } ?? .text("null") }
}
