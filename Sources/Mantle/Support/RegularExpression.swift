/// A regular expression, matched in time proportional to the text whatever the expression is: all ways to match are
/// followed at the same time, so that no pattern can make the program hang.
///
/// Known are `|`, `*`, `+`, `?`, `{n,m}`, `(…)`, `.`, `[…]`, `[^…]`, `^`, `$`, `\b`, `\d \w \s \D \W \S`,
/// `\n \t \r`, and a backslash before any sign to take it as it is. Of several matches that begin at the same place
/// the longest one counts.
package struct RegularExpression: Sendable {
  package let text: String
  package let ignoresCase: Bool
  /// Texts one of which is in every match; empty where there are none.
  package let literals: [String]
  private let program: [Instruction]

  /// One step of a match; the next one follows it in the program.
  enum Instruction: Sendable {
    case scalar(ScalarSet)
    /// Go on at either place.
    case fork(Int, Int)
    case jump(Int)
    case assert(Assertion)
    case match
  }

  /// What must be true between two characters.
  enum Assertion: Sendable {
    case start, end, wordBoundary
  }

  /// - Throws: ``PatternError``, where the text is no regular expression.
  package init(_ text: String, ignoringCase: Bool = false) throws(PatternError) {
    var parser = RegularExpressionParser(text)
    let tree = try parser.parse()
    var compiler = RegularExpressionCompiler(ignoresCase: ignoringCase)
    program = try compiler.compile(tree)
    literals = tree.literals ?? []
    self.text = text
    ignoresCase = ignoringCase
  }

  package func matches(_ text: String) -> Bool { firstRange(in: text[...]) != nil }

  /// Where in a text the expression matches first.
  ///
  /// - Complexity: O(length of the text × length of the expression).
  package func firstRange(in text: Substring) -> Range<String.Index>? {
    let scalars = text.unicodeScalars
    var (threads, next) = (Threads(program.count), Threads(program.count))
    var found: (start: Int, end: Int)?
    var (position, previous): (Int, Unicode.Scalar?) = (0, nil)
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
        // What began later cannot become the first match any more.
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

  /// Follows the program to everything that can be reached without another character.
  private func add(
    _ place: Int, from start: Int, to threads: inout Threads, _ before: Unicode.Scalar?,
    _ after: Unicode.Scalar?
  ) {
    var open = [place]
    while let place = open.popLast() {
      guard threads.insert(place, from: start) else { continue }
      switch program[place] {
      case .jump(let target): open.append(target)
      case .fork(let first, let second): open += [second, first]
      case .assert(let assertion): if assertion.holds(before, after) { open.append(place + 1) }
      case .match: threads.match = min(threads.match ?? .max, start)
      case .scalar: break
      }
    }
  }

  /// The places in the program that the text so far leads to, and where in the text that began.
  private struct Threads {
    private(set) var list: [Int] = []
    private(set) var starts: [Int]
    /// Where the first match that is complete began.
    var match: Int?

    init(_ count: Int) { starts = Array(repeating: .max, count: count) }

    /// - Returns: false where the place was reached from there, or from further in front, before.
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

/// Why a text is no pattern, and where.
package struct PatternError: Error, Hashable, CustomStringConvertible {
  /// Counted in characters, from 0.
  package let position: Int
  package let reason: String

  package var description: String { "\(reason) at character \(position + 1) of the regular expression" }
}

extension RegularExpression.Assertion {
  func holds(_ before: Unicode.Scalar?, _ after: Unicode.Scalar?) -> Bool {
    switch self {
    case .start: before == nil
    case .end: after == nil
    case .wordBoundary: (before?.isWord ?? false) != (after?.isWord ?? false)
    }
  }
}

/// Characters that may stand at a place of a match.
struct ScalarSet: Sendable {
  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var isInverted = false
  var ignoresCase = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var isInside = holds(scalar)
    if !isInside, ignoresCase, let other = scalar.otherCase { isInside = holds(other) }
    return isInside != isInverted
  }

  private func holds(_ scalar: Unicode.Scalar) -> Bool { ranges.contains { $0.contains(scalar) } }

  static let digits = ScalarSet(ranges: ["0"..."9"])
  static let words = ScalarSet(ranges: ["0"..."9", "A"..."Z", "_"..."_", "a"..."z", "\u{AA}"..."\u{10FFFF}"])
  static let blanks = ScalarSet(ranges: [" "..." ", "\t"..."\r", "\u{A0}"..."\u{A0}"])
}

extension Unicode.Scalar {
  fileprivate var isWord: Bool { ScalarSet.words.contains(self) }

  /// The capital of a small letter, and the other way round; nil for everything else.
  fileprivate var otherCase: Unicode.Scalar? {
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
