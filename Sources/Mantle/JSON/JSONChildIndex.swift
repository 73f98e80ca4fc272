/// An index of the children of one container in an input of any size. The children are not parsed.
///
/// The first, last, next and previous child are available immediately. Repeated calls of
/// ``extend(budgetBytes:)`` on a background thread count the children; children that have been counted can be
/// accessed by index. All methods can be called from any thread at any time.
///
/// ```swift
/// let index = JSONChildIndex(bytes, .array(at: 0))
/// let first = index.first()
/// while !index.extend(budgetBytes: 1 << 20).isComplete {}
/// let middle = index.child(at: (index.count ?? 0) / 2)
/// ```
///
/// Children are separated by structure alone, so a child that is malformed JSON is still a child; parsing it
/// reports the problem.
///
/// - Complexity: At most 16 bytes of memory for each 8 KiB of the input, and at most 4 MiB.
package final class JSONChildIndex: Sendable {
  /// The input that contains the container.
  package let bytes: JSONBytes
  /// The container whose children are indexed.
  package let children: JSONChildren
  /// The offset at which the container ends at the latest.
  package let end: Int

  /// The walker that finds the boundaries of children by brackets, commas and quotes.
  let walker: JSONChildWalker
  let state: Locked<State>

  /// The results of counting and finding children so far.
  struct State: Sendable {
    /// The pass that counts the children; nil while a thread is running the pass.
    var counter: JSONChildCounter?
    var progress: JSONIndexProgress
    var checkpoints = JSONCheckpoints()
    /// The offset of the container's closing bracket, which is presumed until counting verifies it; nil if it
    /// is unknown.
    var close: Int?
    /// The first child; the outer nil means that it has not been requested.
    var first: JSONChild??
    /// The offset of the comma or closing bracket after the last large child; the outer nil means that it has
    /// not been searched for.
    var boundary: Int??
    /// The boundaries after children that exceed the lookahead, by the start offsets of the children.
    var stops: [Int: JSONChildWalker.Stop] = [:]
  }

  /// Creates an index of a container. Only a few bytes are inspected immediately.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - children: The container to index.
  ///   - end: The offset of the container's end, if known; nil for the end of the input.
  ///   - presumedClose: The presumed offset of the closing bracket, which allows ``last(within:)`` before
  ///     everything is counted; nil to presume the last byte, if only this container can end there.
  ///   - lookahead: The number of bytes that are searched for the end of a child before the child is returned
  ///     with an unknown end.
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

  /// Creates an index of a sequence of values whose input has grown at its end. The new index reuses the
  /// counts of values and lines from the former index.
  package convenience init(continuing former: JSONChildIndex, in bytes: JSONBytes) {
    let children: JSONChildren =
      switch former.children {
      case .lines(let range): .lines(in: range.lowerBound..<max(range.lowerBound, bytes.count))
      case .concatenated(let range): .concatenated(in: range.lowerBound..<max(range.lowerBound, bytes.count))
      case .array, .object: former.children
      }
    self.init(bytes, children, lookahead: former.walker.lookahead)
    bytes.positions.continueCounts(of: former.bytes.positions)
    let known = former.state.withLock { $0.checkpoints }
    // The last value of the former input may have been incomplete, so counting continues before that value.
    guard walker.open == nil, let checkpoint = known.last(start: former.end - 1) else { return }
    let counter = JSONChildCounter(walker, from: checkpoint)
    state.withLock { state in
      (state.checkpoints, state.counter) = (known, counter)
      state.progress = JSONIndexProgress(
        scanned: counter.position, end: end, count: counter.count, isComplete: false)
    }
  }

  /// Clamps the offsets of a container and its end to the end of the input.
  private static func clamp(_ children: JSONChildren, _ end: Int) -> (JSONChildren, Int) {
    func clamp(_ range: Range<Int>) -> Range<Int> { range.clamped(to: 0..<end) }
    return switch children {
    case .array(let open): (.array(at: min(max(open, 0), end)), end)
    case .object(let open): (.object(at: min(max(open, 0), end)), end)
    case .lines(let range): (.lines(in: clamp(range)), clamp(range).upperBound)
    case .concatenated(let range): (.concatenated(in: clamp(range)), clamp(range).upperBound)
    }
  }

  /// Returns the offset of the last byte that is not white space, if this byte is a bracket that can close
  /// only this container; otherwise nil.
  private static func closingBracket(_ walker: JSONChildWalker, isEndGiven: Bool) -> Int? {
    guard let open = walker.open, isEndGiven || walker.isWholeText(from: open),
      let last = walker.lastContent(before: walker.end, from: open + 1)
    else { return nil }
    return walker.bytes[last] == walker.closer ? last : nil
  }
}

extension JSONChildIndex {
  /// The progress of counting the children.
  package var progress: JSONIndexProgress { state.withLock { $0.progress } }

  /// The number of children; nil while they are being counted.
  package var count: Int? {
    state.withLock { $0.progress.isComplete ? $0.progress.count : nil }
  }

  /// Counts children in approximately `budgetBytes` more bytes.
  ///
  /// Returns immediately if another thread is counting or if everything has been counted.
  ///
  /// - Returns: The progress after this call.
  /// - Complexity: O(*budgetBytes*), at several gigabytes per second.
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
