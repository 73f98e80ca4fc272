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
public final class JSONChildIndex: Sendable {
  public let bytes: JSONBytes
  public let children: JSONChildren
  /// Where the text ends, as far as this container is concerned.
  public let end: Int

  private let walker: JSONChildWalker
  private let state: Locked<State>

  /// What is known so far.
  private struct State: Sendable {
    /// Nil while a thread is counting: it has taken it along.
    var counter: JSONChildCounter?
    var progress: JSONIndexProgress
    var checkpoints = JSONCheckpoints()
    var problem: JSONIndexProblem?
    /// Where the closing bracket is, or must be if the text is well formed.
    var close: Int?
    /// Nil while nobody has asked for it.
    var first: JSONChild??
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
  public init(
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
  // MARK: Counting

  /// How far counting has come.
  public var progress: JSONIndexProgress { state.withLock { $0.progress } }

  /// How many children there are; nil before everything is counted.
  public var count: Int? {
    state.withLock { $0.progress.isComplete ? $0.progress.count : nil }
  }

  /// What is wrong with the container, once counting has met it: everything before it can be browsed.
  public var problem: JSONIndexProblem? { state.withLock { $0.problem } }

  /// Where the closing bracket is; nil before counting has met it, and for sequences.
  public var closeOffset: Int? {
    state.withLock { $0.progress.isComplete && $0.problem?.code != .unexpectedEnd ? $0.close : nil }
  }

  /// Counts on through about so many bytes.
  ///
  /// Returns at once while another thread is counting, and when everything is counted.
  ///
  /// - Complexity: O(budget), at several gigabytes a second.
  @discardableResult
  public func extend(budgetBytes: Int) -> JSONIndexProgress {
    guard var counter = state.withLock({ $0.counter.take() }) else { return progress }
    var found = JSONCheckpoints()
    found.interval = state.withLock { $0.checkpoints.interval }
    counter.advance(budget: budgetBytes) { ordinal, start in
      found.add(ordinal: ordinal, start: start)
    }
    let problem = counter.stop.flatMap { walker.problem(after: $0) }
    return state.withLock { state in
      state.checkpoints.append(found)
      state.progress = JSONIndexProgress(
        scanned: counter.position, end: end, count: counter.count, isComplete: counter.stop != nil)
      if let stop = counter.stop {
        state.problem = problem
        if case .close(let offset) = stop { state.close = offset } else { state.close = nil }
      }
      state.counter = counter
      return state.progress
    }
  }

  // MARK: Moving about

  /// The first child; nil where there are none.
  public func first() -> JSONChild? {
    if let known = state.withLock({ $0.first }) { return known }
    let first = walker.firstStart.map { walker.child(from: $0, ordinal: 0).child }
    state.withLock { $0.first = .some(first) }
    return first
  }

  /// The child after another; nil after the last one.
  ///
  /// - Parameter limit: how far a child without a known end is followed, as long as it is not counted; what comes
  ///   after one that is larger is then unknown, and the answer nil.
  /// - Complexity: O(size of the two children).
  public func next(after child: JSONChild, within limit: Int = .max) -> JSONChild? {
    let ordinal = child.ordinal.map { $0 + 1 }
    let start: Int?
    if child.isMeasured {
      start = walker.nextStart(after: walker.stop(after: child.range.upperBound))
    } else if let known = startOfChild(after: child) {
      start = known
    } else {
      start = walker.nextStart(after: stop(afterUnmeasured: child.range.lowerBound, within: limit))
    }
    return start.map { walker.child(from: $0, ordinal: ordinal).child }
  }

  private func stop(afterUnmeasured start: Int, within limit: Int) -> JSONChildWalker.Stop {
    let known = state.withLock { $0.stops[start] }
    if let known, limit < .max || !known.isOpen { return known }
    let stop = walker.following(limit).stop(from: start)
    state.withLock { state in
      if state.stops.count >= Self.mostStops { state.stops = [:] }
      state.stops[start] = stop
    }
    return stop
  }

  private static var mostStops: Int { 4096 }

  /// The child before another; nil before the first one.
  ///
  /// - Complexity: O(size of the child).
  public func previous(before child: JSONChild) -> JSONChild? {
    if child.ordinal == 0 { return nil }
    let ordinal = ordinal(of: child).map { $0 - 1 }
    if let ordinal, let known = self.child(at: ordinal) { return known }
    guard let separator = walker.separator(before: child.range.lowerBound) else { return nil }
    return walker.child(before: separator)?.numbered(ordinal)
  }

  /// The last child; nil where there are none, and where finding it would take too long.
  ///
  /// Works before everything is counted if the text ends as it should.
  ///
  /// - Parameter limit: how many bytes to look at, from the end backwards.
  public func last(within limit: Int = 1 << 26) -> JSONChild? {
    if let count { return count > 0 ? self.child(at: count - 1) : nil }
    guard walker.open != nil else { return walker.child(before: end, limit: limit) }
    guard let close = state.withLock({ $0.close }) else { return nil }
    return walker.child(before: close, limit: min(limit, Self.shortWay)) ?? presumablyLast()
      ?? walker.child(before: close, limit: limit)
  }

  /// How far the usual last child is from the end.
  private static var shortWay: Int { 1 << 21 }

  /// The first child that goes on beyond the lookahead, where it is likely to be the last one: as in an object that
  /// wraps a large list.
  private func presumablyLast() -> JSONChild? {
    var next = first()
    while let child = next, child.range.lowerBound - (walker.open ?? 0) < Self.shortWay {
      guard child.isMeasured else { return presumedEnd(of: child) == nil ? nil : child }
      next = self.next(after: child)
    }
    return nil
  }

  /// Where a child whose end was not looked for ends if it is the container's last one.
  public func presumedEnd(of child: JSONChild) -> Int? {
    let start = child.value.lowerBound
    guard let close = state.withLock({ $0.close }), close > start,
      let last = walker.lastContent(before: close, from: start + 1),
      bytes[last] == (bytes[start] == ASCII.openBracket ? ASCII.closeBracket : ASCII.closeBrace)
    else { return nil }
    return last + 1
  }

  /// The child with a number; nil where there is none or counting has not come to it.
  ///
  /// - Complexity: O(8 KiB + size of the child), a little more in very large texts.
  public func child(at ordinal: Int) -> JSONChild? {
    let checkpoint = state.withLock { state in
      ordinal >= 0 && ordinal < state.progress.count ? state.checkpoints.last(ordinal: ordinal) : nil
    }
    guard let checkpoint else { return nil }
    var position = checkpoint.start
    for _ in checkpoint.ordinal..<ordinal {
      let stop = walker.unlimited.stop(from: walker.skipWhitespace(position))
      guard let next = walker.nextStart(after: stop) else { return nil }
      position = next
    }
    return walker.child(from: position, ordinal: ordinal).child
  }

  /// The number of a child; nil where counting has not come to it.
  public func ordinal(of child: JSONChild) -> Int? {
    if let ordinal = child.ordinal { return ordinal }
    return ordinal(containing: child.range.lowerBound)
  }

  /// The number of the child an offset belongs to; nil where counting has not come to it.
  ///
  /// White space and a comma belong to the child before them.
  public func ordinal(containing offset: Int) -> Int? {
    let (checkpoint, scanned) = state.withLock { state in
      (state.checkpoints.last(start: offset), state.progress.scanned)
    }
    guard let checkpoint, offset < scanned else { return nil }
    if walker.skipWhitespace(checkpoint.start) > offset { return max(checkpoint.ordinal - 1, 0) }
    var ordinal = checkpoint.ordinal
    var position = checkpoint.start
    while true {
      let start = walker.skipWhitespace(position)
      // What a large child holds need not be looked at.
      if start == offset { return ordinal }
      let stop = walker.unlimited.stop(from: start)
      guard let next = walker.nextStart(after: stop), walker.skipWhitespace(next) <= offset else {
        return ordinal
      }
      position = next
      ordinal += 1
    }
  }

  /// The child with its end found, however far that is.
  ///
  /// - Complexity: O(size of the child).
  public func measured(_ child: JSONChild) -> JSONChild {
    guard !child.isMeasured else { return child }
    return walker.unlimited.child(from: child.range.lowerBound, ordinal: child.ordinal).child
  }

  /// What is wrong with the container behind its last child, found without counting.
  ///
  /// - Parameter last: nil where there are no children.
  /// - Complexity: O(size of the child).
  func problem(after last: JSONChild?) -> JSONIndexProblem? {
    let walker = walker.unlimited
    if let last { return walker.problem(after: walker.stop(after: measured(last).range.upperBound)) }
    return walker.open.flatMap { walker.problem(after: walker.stop(from: $0 + 1)) }
  }

  /// Where the child after an unmeasured one starts, if counting has passed both.
  private func startOfChild(after child: JSONChild) -> Int? {
    guard let ordinal = child.ordinal else { return nil }
    return state.withLock { state in
      let checkpoint = state.checkpoints.last(ordinal: ordinal + 1)
      return checkpoint?.ordinal == ordinal + 1 ? checkpoint?.start : nil
    }
  }

  // MARK: Editing

  /// The container prepared for edits of its children; nil where its end is not known yet.
  ///
  /// - Complexity: O(size of the first two children and the last one).
  public func editable() -> JSONEditableContainer? {
    let content: Range<Int>
    switch children {
    case .array(let open), .object(let open):
      guard let close = state.withLock({ $0.close }), close > open else { return nil }
      content = open + 1..<close
    case .lines(let range), .concatenated(let range):
      content = range
    }
    let first = first()
    let second = first.flatMap { $0.isMeasured ? next(after: $0) : nil }
    return JSONEditableContainer(
      bytes, content: content, first: [first, second].compactMap { $0 },
      last: walker.child(before: content.upperBound), isSequence: walker.open == nil)
  }
}
