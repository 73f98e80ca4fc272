/// A regular expression that is matched in linear time: all alternatives are followed simultaneously, so no
/// pattern causes exponential backtracking.
///
/// ```swift
/// let pattern = try RegularExpression("v[0-9]+(\\.[0-9]+)*")
/// pattern.matches("mantle v2.10")  // true
/// ```
///
/// The syntax consists of `|`, `*`, `+`, `?`, `{n,m}`, `(…)`, `.`, `[…]`, `[^…]`, `^`, `$`, `\b`, `\d \w \s
/// \D \W \S`, `\n \t \r`, and a backslash before any other punctuation. Among matches that begin at the same
/// position, the longest is used.
package struct RegularExpression: Sendable {
  /// The source text of the expression.
  package let text: String
  /// Whether the expression matches letters in either case.
  package let ignoresCase: Bool
  /// Strings of which every match contains at least one; empty if the expression has no such strings.
  package let literals: [String]
  /// The instructions that the expression was compiled to.
  let program: [Instruction]
  /// The number of groups whose texts ``group(_:in:)`` can find.
  let groupCount: Int

  /// An instruction of the compiled expression; unless stated otherwise, the next instruction follows.
  enum Instruction: Sendable {
    /// Consumes a character of the text if it is in the set; otherwise the path ends.
    case scalar(ScalarSet)
    /// Continues at both instructions with the given indices; the first one is preferred.
    case fork(Int, Int)
    /// Continues at the instruction with the given index.
    case jump(Int)
    /// Continues if the assertion holds at the current position; otherwise the path ends.
    case assert(Assertion)
    /// Records the current position as the start or the end of a group. The number is twice the index of the group, and
    /// one more for the end.
    case save(Int)
    /// Ends a path with a complete match.
    case match
  }

  /// A condition on the position between two characters of the text, such as a word boundary.
  enum Assertion: Sendable {
    case start, end, wordBoundary
  }

  /// Parses and compiles an expression.
  ///
  /// - Parameter keepsGroups: Whether ``group(_:in:)`` finds the groups of a match.
  /// - Throws: A ``PatternError`` if the text is not a valid expression, or if it is too large.
  package init(
    _ text: String, ignoringCase: Bool = false, keepingGroups keepsGroups: Bool = false
  ) throws(PatternError) {
    var parser = RegularExpressionParser(text)
    let tree = try parser.parse()
    groupCount = keepsGroups ? parser.groupCount : 0
    guard groupCount <= Self.maximumGroups else {
      throw PatternError(position: 0, reason: "more than \(Self.maximumGroups) groups")
    }
    var compiler = RegularExpressionCompiler(ignoresCase: ignoringCase, keepsGroups: keepsGroups)
    program = try compiler.compile(tree)
    literals = tree.literals ?? []
    self.text = text
    ignoresCase = ignoringCase
  }

  /// The maximum number of groups whose texts are kept, because each thread of a match stores all groups.
  private static let maximumGroups = 99

  /// Returns whether the expression matches any part of a text.
  package func matches(_ text: String) -> Bool { firstRange(in: text[...]) != nil }

  /// Returns the range of the first match in a text; nil if there is none.
  ///
  /// - Parameter previous: the character before the text; nil if the text is at the start.
  /// - Complexity: O(*n* × *m*), where *n* is the length of the text and *m* that of the expression.
  package func firstRange(
    in text: Substring, after previous: Unicode.Scalar? = nil
  ) -> Range<String.Index>? {
    let scalars = text.unicodeScalars
    var (threads, next) = (Threads(program.count), Threads(program.count))
    var found: (start: Int, end: Int)?
    var (position, previous) = (0, previous)
    var index = scalars.startIndex
    while true {
      let current = index < scalars.endIndex ? scalars[index] : nil
      if found == nil { add(0, from: position, to: &threads, previous, current) }
      if let start = threads.match, start <= found?.start ?? .max { found = (start, position) }
      guard let current, !threads.list.isEmpty else { break }
      let following = scalars.index(after: index)
      let after = following < scalars.endIndex ? scalars[following] : nil
      next.removeAll()
      for place in threads.list {
        // A match that begins later cannot become the first match.
        guard case .scalar(let set) = program[place], threads.starts[place] <= found?.start ?? .max,
          set.contains(current)
        else { continue }
        add(place + 1, from: threads.starts[place], to: &next, current, after)
      }
      swap(&threads, &next)
      (index, position, previous) = (following, position + 1, current)
    }
    return found.map {
      let start = scalars.index(scalars.startIndex, offsetBy: $0.start)
      return start..<scalars.index(start, offsetBy: $0.end - $0.start)
    }
  }

  /// Adds an instruction to the reachable ones, with all instructions that can be reached from it without consuming a
  /// character.
  ///
  /// - Parameters:
  ///   - start: the offset at which the match begins.
  ///   - before: the character before the current position; nil at the start of the text.
  ///   - after: the character after the current position; nil at the end of the text.
  private func add(
    _ place: Int, from start: Int, to threads: inout Threads, _ before: Unicode.Scalar?,
    _ after: Unicode.Scalar?
  ) {
    var open = [place]
    while let place = open.popLast() {
      guard threads.insert(place, from: start) else { continue }
      switch program[place] {
      case .jump(let target): open.append(target)
      case .save: open.append(place + 1)
      case .fork(let first, let second): open += [second, first]
      case .assert(let assertion): if assertion.holds(before, after) { open.append(place + 1) }
      case .match: threads.match = min(threads.match ?? .max, start)
      case .scalar: break
      }
    }
  }

  /// The instructions that are reachable at the current position of the text, each with the earliest start of its
  /// match.
  private struct Threads {
    /// The reachable instructions, in the order in which they were added.
    private(set) var list: [Int] = []
    /// The start of the match for each instruction; `.max` if the instruction is not reachable.
    private(set) var starts: [Int]
    /// The earliest start of a completed match; nil if no match is complete.
    var match: Int?

    init(_ count: Int) { starts = Array(repeating: .max, count: count) }

    /// Adds an instruction that a match reaches.
    ///
    /// - Parameter start: the offset at which the match begins.
    /// - Returns: false if the instruction was already reached by a match that begins at the same position or earlier.
    mutating func insert(_ place: Int, from start: Int) -> Bool {
      guard start < starts[place] else { return false }
      if starts[place] == .max { list.append(place) }
      starts[place] = start
      return true
    }

    mutating func removeAll() {
      for place in list { starts[place] = .max }
      list.removeAll(keepingCapacity: true)
      match = nil
    }
  }
}

/// A syntax error in a regular expression.
package struct PatternError: Error, Hashable, CustomStringConvertible {
  /// The position of the error in the expression, in Unicode scalars from 0.
  package let position: Int
  /// The mistake in the expression, as a phrase.
  package let reason: String

  /// The message about the mistake, with the position counted from 1.
  package var description: String { "\(reason) at character \(position + 1) of the regular expression" }
}

extension RegularExpression.Assertion {
  /// Returns whether the assertion holds between two characters; nil represents the start or end of the text.
  func holds(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    switch self {
    case .start: before == nil
    case .end: after == nil
    case .wordBoundary: (before?.isWord ?? false) != (after?.isWord ?? false)
    }
  }
}

/// A set of characters that one position of a match may have.
struct ScalarSet: Sendable {
  /// The characters of the set; for an inverted set, the characters that it excludes.
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var isInverted = false
  var ignoresCase = false

  /// Returns whether the set contains a scalar.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var isInside = holds(scalar)
    if !isInside, ignoresCase, let other = scalar.otherCase { isInside = holds(other) }
    return isInside != isInverted
  }

  private func holds(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar) } }

  /// The set of characters that `\d` matches.
  static let digits = ScalarSet(ranges: ["0"..."9"])
  /// The set of characters that `\w` matches: ASCII letters, digits, the underscore, and all scalars from U+00AA on.
  static let words = ScalarSet(ranges: ["0"..."9", "A"..."Z", "_"..."_", "a"..."z", "\u{AA}"..."\u{10FFFF}"])
  /// The set of characters that `\s` matches.
  static let blanks = ScalarSet(ranges: [" "..." ", "\t"..."\r", "\u{A0}"..."\u{A0}"])
}

extension Unicode.Scalar {
  /// Whether the scalar is matched by `\w`.
  fileprivate var isWord: Bool { ScalarSet.words.contains(self) }

  /// The scalar in the other case; nil if the scalar has no case, or if its other case consists of several scalars.
  package var otherCase: Unicode.Scalar? {
    if isASCII {
      let letter = value | 0x20
      return (0x61...0x7A).contains(letter) ? Unicode.Scalar(value ^ 0x20) : nil
    }
    let other = properties.isUppercase ? properties.lowercaseMapping : properties.uppercaseMapping
    guard let scalar = other.unicodeScalars.first, other.unicodeScalars.count == 1, scalar != self else {
      return nil
    }
    return scalar
  }
}
