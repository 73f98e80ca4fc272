/// The syntax tree of a regular expression.
indirect enum RegularExpressionTree: Sendable {
  case empty
  case scalar(ScalarSet)
  case assertion(RegularExpression.Assertion)
  case sequence([RegularExpressionTree])
  case choice([RegularExpressionTree])
  /// A repetition with a minimum and a maximum; a nil maximum means any number.
  case repetition(RegularExpressionTree, least: Int, most: Int?)
  /// A group with its index, which is counted from 0.
  case group(Int, RegularExpressionTree)
}

/// A parser for regular expressions.
struct RegularExpressionParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// The number of groups that were parsed so far.
  private(set) var groupCount = 0
  private var depth = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The maximum nesting depth of groups, which bounds the recursion.
  private static let maximumNested = 200
  /// The maximum number of repetitions in braces.
  private static let maximumRepeats = 1000

  private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  /// Parses the whole text of an expression.
  ///
  /// - Throws: a ``PatternError`` with the position of the first mistake.
  mutating func parse() throws(PatternError) -> RegularExpressionTree {
    let tree = try choice()
    if current != nil { throw failure("unmatched )") }
    return tree
  }

  /// Returns an error at a position; nil is the current position.
  private func failure(_ reason: String, at place: Int? = nil) -> PatternError {
    PatternError(position: place ?? position, reason: reason)
  }

  /// Consumes a character if it is the next one; otherwise returns false.
  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    position += 1
    return true
  }

  /// Parses a choice: alternatives that are separated by `|`.
  private mutating func choice() throws(PatternError) -> RegularExpressionTree {
    var choices = [try sequence()]
    while take("|") { choices.append(try sequence()) }
    return choices.count == 1 ? choices[0] : .choice(choices)
  }

  /// Parses a sequence of elements up to `|`, `)` or the end.
  private mutating func sequence() throws(PatternError) -> RegularExpressionTree {
    var parts: [RegularExpressionTree] = []
    while let scalar = current, scalar != "|", scalar != ")" {
      parts.append(try repeated(try atom()))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
  }

  /// Parses the repetition operators after an element, such as `*` or `{2,5}`, and returns the repeated element.
  private mutating func repeated(_ atom: RegularExpressionTree) throws(PatternError) -> RegularExpressionTree
  {
    var tree = atom
    while let scalar = current {
      switch scalar {
      case "*": tree = .repetition(tree, least: 0, most: nil)
      case "+": tree = .repetition(tree, least: 1, most: nil)
      case "?": tree = .repetition(tree, least: 0, most: 1)
      case "{":
        guard let (least, most) = try bounds() else { return tree }
        tree = .repetition(tree, least: least, most: most)
        continue
      default: return tree
      }
      position += 1
      // A lazy repetition matches at the same positions.
      if current == "?" { position += 1 }
    }
    return tree
  }

  /// Parses the bounds of a repetition, `{2}`, `{2,}` or `{2,5}`; nil if the brace is an ordinary character. A nil
  /// maximum means any number.
  private mutating func bounds() throws(PatternError) -> (Int, Int?)? {
    let start = position
    guard let end = scalars[position...].firstIndex(of: "}") else { return nil }
    let text = String(String.UnicodeScalarView(scalars[(position + 1)..<end]))
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count <= 2, let least = Int(parts[0]), least >= 0 else { return nil }
    let most = Int(parts[parts.count - 1])
    guard most != nil || parts[1].isEmpty else { return nil }
    if max(least, most ?? 0) > Self.maximumRepeats { throw failure("more than 1000 repetitions", at: start) }
    if let most, most < least { throw failure("the minimum exceeds the maximum", at: start) }
    position = end + 1
    return (least, most)
  }

  /// Parses an element that can be repeated: a character, a set, a group or an assertion.
  private mutating func atom() throws(PatternError) -> RegularExpressionTree {
    let start = position
    guard let scalar = current else { return .empty }
    position += 1
    switch scalar {
    case "(": return try group(from: start)
    case "[": return .scalar(try set(from: start))
    case ".": return .scalar(ScalarSet(ranges: ["\n"..."\n"], isInverted: true))
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "*", "+", "?": throw failure("nothing to repeat before \(scalar)", at: start)
    case "\\":
      if take("b") { return .assertion(.wordBoundary) }
      return .scalar(try escaped(from: start))
    default: return .scalar(ScalarSet(ranges: [scalar...scalar]))
    }
  }

  /// Parses a group, whose opening parenthesis was consumed.
  ///
  /// - Parameter start: the position of the parenthesis, for errors.
  private mutating func group(from start: Int) throws(PatternError) -> RegularExpressionTree {
    let isCounted = !take("?")
    if !isCounted, !take(":") { throw failure("unsupported group: only (?: is supported", at: start) }
    let index = groupCount
    if isCounted { groupCount += 1 }
    depth += 1
    guard depth <= Self.maximumNested else { throw failure("groups are nested too deeply", at: start) }
    let tree = try choice()
    depth -= 1
    guard take(")") else { throw failure("this ( is never closed", at: start) }
    return isCounted ? .group(index, tree) : tree
  }

  /// Parses an escape, whose backslash was consumed, as the set of characters that it matches.
  ///
  /// - Parameter start: the position of the backslash, for errors.
  private mutating func escaped(from start: Int) throws(PatternError) -> ScalarSet {
    guard let scalar = current else { throw failure("a backslash with nothing after it", at: start) }
    position += 1
    switch scalar {
    case "d": return .digits
    case "D": return ScalarSet(ranges: ScalarSet.digits.ranges, isInverted: true)
    case "w": return .words
    case "W": return ScalarSet(ranges: ScalarSet.words.ranges, isInverted: true)
    case "s": return .blanks
    case "S": return ScalarSet(ranges: ScalarSet.blanks.ranges, isInverted: true)
    case "n": return ScalarSet(ranges: ["\n"..."\n"])
    case "t": return ScalarSet(ranges: ["\t"..."\t"])
    case "r": return ScalarSet(ranges: ["\r"..."\r"])
    default:
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        throw failure("unknown escape \\\(scalar)", at: start)
      }
      return ScalarSet(ranges: [scalar...scalar])
    }
  }

  /// Parses a set of characters, whose opening bracket was consumed.
  ///
  /// - Parameter start: the position of the bracket, for errors.
  private mutating func set(from start: Int) throws(PatternError) -> ScalarSet {
    var set = ScalarSet()
    set.isInverted = take("^")
    var isFirst = true
    while let scalar = current, scalar != "]" || isFirst {
      isFirst = false
      let low = try member(from: start)
      // A dash forms a range unless it is the last character of the set.
      if current == "-", position + 1 < scalars.count, scalars[position + 1] != "]" {
        position += 1
        let high = try member(from: start)
        guard let first = low.single, let last = high.single, first <= last else {
          throw failure("the range in [ ] is in descending order", at: start)
        }
        set.ranges.append(first...last)
      } else {
        set.ranges += low.isInverted ? low.complement : low.ranges
      }
    }
    guard take("]") else { throw failure("this [ is never closed", at: start) }
    return set
  }

  /// Parses a character or an escape inside of a set.
  ///
  /// - Parameter start: the position of the opening bracket, for errors.
  private mutating func member(from start: Int) throws(PatternError) -> ScalarSet {
    guard let scalar = current else { throw failure("this [ is never closed", at: start) }
    position += 1
    return scalar == "\\" ? try escaped(from: position - 1) : ScalarSet(ranges: [scalar...scalar])
  }
}

extension ScalarSet {
  /// The only character of the set; nil if there are more or if the set is inverted.
  fileprivate var single: Unicode.Scalar? {
    guard ranges.count == 1, !isInverted, ranges[0].lowerBound == ranges[0].upperBound else { return nil }
    return ranges[0].lowerBound
  }

  /// All scalars outside of the set's ranges.
  fileprivate var complement: [ClosedRange<Unicode.Scalar>] {
    var next: UInt32 = 0
    var gaps: [ClosedRange<Unicode.Scalar>] = []
    func add(_ low: UInt32, _ end: UInt32) {
      guard low < end, let first = Unicode.Scalar(low), let last = Unicode.Scalar(end - 1) else { return }
      gaps.append(first...last)
    }
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      add(next, range.lowerBound.value)
      next = range.upperBound.value + 1
    }
    add(next, 0x11_0000)
    return gaps
  }
}

extension RegularExpressionTree {
  /// Strings of which every match of the tree contains at least one; nil if there are no such strings.
  var literals: [String]? {
    switch self {
    case .empty, .assertion: nil
    case .scalar(let set): set.single.map { [String($0)] }
    case .repetition(let inner, let least, _): least > 0 ? inner.literals : nil
    case .choice(let choices): Self.joined(choices.map(\.literals))
    case .group(_, let inner): inner.literals
    case .sequence(let parts): Self.best(parts)
    }
  }

  /// Returns the strings of all alternatives of a choice; nil if an alternative has none or if there are more than 16
  /// alternatives.
  private static func joined(_ all: [[String]?]) -> [String]? {
    let known = all.compactMap(\.self)
    return known.count == all.count && known.count <= 16 ? known.flatMap(\.self) : nil
  }

  /// Returns the strings of the part of a sequence whose shortest string is the longest; nil if no part has strings.
  /// Adjacent single characters form one string.
  private static func best(_ parts: [RegularExpressionTree]) -> [String]? {
    var candidates: [[String]] = []
    var run = ""
    for part in parts + [.empty] {
      if case .scalar(let set) = part, let scalar = set.single {
        run.unicodeScalars.append(scalar)
        continue
      }
      if !run.isEmpty { candidates.append([run]) }
      run = ""
      if let literals = part.literals { candidates.append(literals) }
    }
    func shortest(_ texts: [String]) -> Int { texts.map(\.utf8.count).min() ?? 0 }
    return candidates.max { shortest($0) < shortest($1) }
  }
}

/// A compiler from the syntax tree of a regular expression to instructions.
struct RegularExpressionCompiler {
  let ignoresCase: Bool
  private let keepsGroups: Bool
  private var program: [RegularExpression.Instruction] = []
  /// The number of compiled nodes, which also bounds empty nodes that produce no instructions.
  private var steps = 0

  init(ignoresCase: Bool, keepsGroups: Bool) {
    (self.ignoresCase, self.keepsGroups) = (ignoresCase, keepsGroups)
  }

  /// The maximum number of instructions, each of which costs time for every character of the text.
  private static let maximumInstructions = 20_000

  /// Compiles a syntax tree.
  ///
  /// - Throws: A ``PatternError`` if the expression is too large after its repetitions are expanded.
  mutating func compile(_ tree: RegularExpressionTree) throws(PatternError) -> [RegularExpression.Instruction]
  {
    try add(tree)
    program.append(.match)
    return program
  }

  /// Appends the instructions that match a node of the tree.
  private mutating func add(_ tree: RegularExpressionTree) throws(PatternError) {
    steps += 1
    guard steps < Self.maximumInstructions else {
      throw PatternError(position: 0, reason: "too large after expanding repetitions, starting")
    }
    switch tree {
    case .empty: break
    case .scalar(var set):
      set.ignoresCase = ignoresCase
      program.append(.scalar(set))
    case .assertion(let assertion): program.append(.assert(assertion))
    case .sequence(let parts): for part in parts { try add(part) }
    case .choice(let choices): try add(choices: choices)
    case .group(let index, let inner):
      if keepsGroups { program.append(.save(2 * index)) }
      try add(inner)
      if keepsGroups { program.append(.save(2 * index + 1)) }
    case .repetition(let inner, let least, let most):
      for _ in 0..<least { try add(inner) }
      try add(inner, most: most.map { $0 - least })
    }
  }

  /// Appends the instructions that match one of several alternatives. A fork leads to each alternative.
  private mutating func add(choices: [RegularExpressionTree]) throws(PatternError) {
    var jumps: [Int] = []
    for choice in choices.dropLast() {
      let fork = program.count
      program.append(.fork(fork + 1, 0))
      try add(choice)
      jumps.append(program.count)
      program.append(.jump(0))
      program[fork] = .fork(fork + 1, program.count)
    }
    if let last = choices.last { try add(last) }
    for jump in jumps { program[jump] = .jump(program.count) }
  }

  /// Appends the instructions that match a node repeatedly or not at all.
  ///
  /// - Parameter most: the maximum number of repetitions; nil for any number.
  private mutating func add(_ inner: RegularExpressionTree, most: Int?) throws(PatternError) {
    var forks: [Int] = []
    for _ in 0..<(most ?? 1) {
      forks.append(program.count)
      program.append(.fork(program.count + 1, 0))
      try add(inner)
    }
    if most == nil, let first = forks.first { program.append(.jump(first)) }
    for fork in forks { program[fork] = .fork(fork + 1, program.count) }
  }
}
