/// The children of one container in a text of any size, found without parsing them.
///
/// The first, the last, the next and the previous child are there at once. ``extend(budgetBytes:)``, called
/// again and again on another thread, counts the children; what it has passed can be reached by number.
/// All methods may be called from any thread at any time.
///
/// Children are told apart by structure alone. A child that is no JSON is still a child, and what is wrong
/// with it shows when it is parsed; what is wrong with the container itself is ``problem``.
///
/// - Complexity: memory is at most 16 bytes for each 8 KiB of text and 4 MiB in all.
package final class JSONChildIndex: Sendable {
  package let bytes: JSONBytes
  package let children: JSONChildren
  /// Where the text ends, as far as this container is concerned.
  package let end: Int

  let walker: JSONChildWalker
  let state: Locked<State>

  /// What is known so far.
  struct State: Sendable {
    /// Nil while a thread is counting: it has taken it along.
    var counter: JSONChildCounter?
    var progress: JSONIndexProgress
    var checkpoints = JSONCheckpoints()
    /// Where the closing bracket is, or must be if the text is well formed.
    var close: Int?
    /// Nil while nobody has asked for it.
    var first: JSONChild??
    /// What comes after the last large child, as far as it was looked for.
    var boundary: Int??
    /// What was found after children beyond the lookahead, by where they start.
    var stops: [Int: JSONChildWalker.Stop] = [:]
  }

  /// Prepares an index; looks at a few bytes only.
  ///
  /// - Parameters:
  ///   - end: where the container ends, if that is known; nil for the end of the bytes.
  ///   - presumedClose: where the closing bracket is believed to be, which lets ``last(within:)`` work
  ///     before everything is counted; nil for the last byte, if it can be no other container's.
  ///   - lookahead: how far a single child is followed before it is handed out unmeasured.
  package init(
    _ bytes: JSONBytes, _ children: JSONChildren, end: Int? = nil, presumedClose: Int? = nil,
    lookahead: Int = 1 << 22
  ) {
    let isEndGiven = end != nil
    let (children, end) = Self.clamp(children, min(max(end ?? bytes.count, 0), bytes.count))
    self.bytes = bytes
    self.children = children
    self.end = end
    walker = JSONChildWalker(bytes: bytes, children: children, end: end, lookahead: max(lookahead, 64))
    let counter = JSONChildCounter(walker)
    let progress = JSONIndexProgress(
      scanned: counter.position, end: end, count: counter.count, isComplete: false)
    var initial = State(counter: counter, progress: progress)
    initial.close = presumedClose ?? Self.closingBracket(walker, isEndGiven: isEndGiven)
    if let first = walker.firstStart { initial.checkpoints.add(ordinal: 0, start: first) }
    state = Locked(initial)
  }

  private static func clamp(_ children: JSONChildren, _ end: Int) -> (JSONChildren, Int) {
    func clamp(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<end) }
    return switch children {
    case .array(let open): (.array(at: min(max(open, 0), end)), end)
    case .object(let open): (.object(at: min(max(open, 0), end)), end)
    case .lines(let range): (.lines(in: clamp(range)), clamp(range).upperBound)
    case .concatenated(let range): (.concatenated(in: clamp(range)), clamp(range).upperBound)
    }
  }

  /// The last byte that is no white space, if it can close the container and nothing else.
  private static func closingBracket(_ walker: JSONChildWalker, isEndGiven: Bool) -> Int? {
    guard let open = walker.open, isEndGiven || walker.isWholeText(from: open),
      let last = walker.lastContent(before: walker.end, from: open + 1)
    else { return nil }
    return walker.bytes[last] == walker.closer ? last : nil
  }
}

extension JSONChildIndex {
  /// How far counting has come.
  package var progress: JSONIndexProgress { state.withLock { $0.progress } }

  /// How many children there are; nil before everything is counted.
  package var count: Int? {
    state.withLock { $0.progress.isComplete ? $0.progress.count : nil }
  }

  /// Counts on through about so many bytes.
  ///
  /// Returns at once while another thread is counting, and when everything is counted.
  ///
  /// - Complexity: O(budget), at several gigabytes a second.
  @discardableResult
  package func extend(budgetBytes: Int) -> JSONIndexProgress {
    guard var counter = state.withLock({ $0.counter.take() }) else { return progress }
    var found = JSONCheckpoints()
    found.interval = state.withLock { $0.checkpoints.interval }
    counter.advance(budget: budgetBytes) { ordinal, start in
      found.add(ordinal: ordinal, start: start)
    }
    return state.withLock { state in
      state.checkpoints.append(found)
      state.progress = JSONIndexProgress(
        scanned: counter.position, end: end, count: counter.count, isComplete: counter.stop != nil)
      if let stop = counter.stop {
        if case .close(let offset) = stop { state.close = offset } else { state.close = nil }
      }
      state.counter = counter
      return state.progress
    }
  }
}
