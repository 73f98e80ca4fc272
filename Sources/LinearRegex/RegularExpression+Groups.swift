extension RegularExpression {
  /// Returns the text of a group in the first match; 0 is the whole match.
  ///
  /// Each group has the text of its last repetition. Repetitions take as much text as the match allows.
  ///
  /// - Returns: nil if the expression does not match, or if the group is not part of the match.
  /// - Complexity: O(*n* × *m*), where *n* is the length of the text and *m* that of the expression.
  package func group(_ number: Int, in text: String) -> Substring? {
    guard let match = firstRange(in: text[...]) else { return nil }
    if number == 0 { return text[match] }
    guard number > 0, number <= groupCount, let places = groups(of: match, in: text.unicodeScalars),
      let start = places[2 * number - 2], let end = places[2 * number - 1]
    else { return nil }
    return text[start..<end]
  }

  /// A path through the program: an instruction, and the starts and ends of the groups up to this instruction.
  private typealias Thread = (place: Int, groups: [String.Index?])

  /// Returns the starts and ends of the groups in a match: for each group its start, followed by its end; nil for a
  /// group that is not part of the match. If the expression can match in several ways, the preferred one counts.
  private func groups(of match: Range<String.Index>, in scalars: String.UnicodeScalarView) -> [String.Index?]?
  {
    var threads: [Thread] = []
    var index = match.lowerBound
    threads = reach([(0, Array(repeating: nil, count: 2 * groupCount))], at: index, in: scalars)
    while index < match.upperBound {
      let scalar = scalars[index]
      index = scalars.index(after: index)
      let next = threads.compactMap { thread -> Thread? in
        guard case .scalar(let set) = program[thread.place], set.contains(scalar) else { return nil }
        return (thread.place + 1, thread.groups)
      }
      threads = reach(next, at: index, in: scalars)
    }
    return threads.first { if case .match = program[$0.place] { true } else { false } }?.groups
  }

  /// Returns the threads after following instructions that consume no character. Of several threads at one instruction,
  /// the first one is preferred.
  private func reach(
    _ threads: [Thread], at index: String.Index, in scalars: String.UnicodeScalarView
  ) -> [Thread] {
    let before = index > scalars.startIndex ? scalars[scalars.index(before: index)] : nil
    let after = index < scalars.endIndex ? scalars[index] : nil
    var (open, reached, seen) = (Array(threads.reversed()), [Thread](), Set<Int>())
    while var thread = open.popLast() {
      guard seen.insert(thread.place).inserted else { continue }
      let next = thread.place + 1
      switch program[thread.place] {
      case .scalar, .match: reached.append(thread)
      case .jump(let target): open.append((target, thread.groups))
      case .fork(let first, let second): open += [(second, thread.groups), (first, thread.groups)]
      case .assert(let assertion): if assertion.holds(before, after) { open.append((next, thread.groups)) }
      case .save(let slot):
        thread.groups[slot] = index
        open.append((next, thread.groups))
      }
    }
    return reached
  }
}
