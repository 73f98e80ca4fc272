// Moving about among the children, before and while they are counted.

extension JSONChildIndex {
  /// The first child; nil where there are none.
  package func first() -> JSONChild? {
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
  package func next(after child: JSONChild, within limit: Int = .max) -> JSONChild? {
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

  /// What ends the child that starts at an offset, however far that is: what is far is looked for once.
  private func stop(from start: Int) -> JSONChildWalker.Stop {
    let stop = walker.stop(from: start)
    return stop.isOpen ? self.stop(afterUnmeasured: start, within: .max) : stop
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
  package func previous(before child: JSONChild) -> JSONChild? {
    if child.ordinal == 0 { return nil }
    let ordinal = ordinal(of: child).map { $0 - 1 }
    if let ordinal, let known = self.child(at: ordinal) { return known }
    guard let separator = walker.separator(before: child.range.lowerBound) else { return nil }
    let previous =
      walker.child(before: separator, limit: Self.shortWay) ?? presumed(before: separator)
      ?? walker.child(before: separator)
    return previous?.numbered(ordinal)
  }

  /// The last child; nil where there are none, and where finding it would take too long.
  ///
  /// Works before everything is counted if the text ends as it should.
  ///
  /// - Parameter limit: how many bytes to look at, from the end backwards.
  package func last(within limit: Int = 1 << 26) -> JSONChild? {
    if let count { return count > 0 ? self.child(at: count - 1) : nil }
    guard walker.open != nil else { return walker.child(before: end, limit: limit) }
    guard let close = state.withLock({ $0.close }) else { return nil }
    return walker.child(before: close, limit: min(limit, Self.shortWay)) ?? presumed(before: close)
      ?? walker.child(before: close, limit: limit)
  }

  /// How far the usual last child is from the end.
  private static var shortWay: Int { 1 << 21 }

  /// The first child that goes on beyond the lookahead, where it is likely to be the one that ends before an offset: as
  /// in an object that wraps a large list. Counting shows whether it is.
  private func presumed(before offset: Int) -> JSONChild? {
    guard walker.open != nil, offset == presumedBoundary else { return nil }
    var next = first()
    while let child = next, child.range.lowerBound - (walker.open ?? 0) < Self.shortWay {
      guard child.isMeasured else { return presumedEnd(of: child) == nil ? nil : child }
      next = self.next(after: child)
    }
    return nil
  }

  /// Where a child whose end was not looked for ends if it is the container's only one of that size.
  package func presumedEnd(of child: JSONChild) -> Int? {
    let start = child.value.lowerBound
    guard let boundary = presumedBoundary, boundary > start,
      let last = walker.lastContent(before: boundary, from: start + 1),
      bytes[last] == (bytes[start] == ASCII.openBracket ? ASCII.closeBracket : ASCII.closeBrace)
    else { return nil }
    return last + 1
  }

  /// What comes after the last large child, which only small ones follow: a comma or the closing bracket; nil where the
  /// end of the container is not known, or there are too many small ones.
  private var presumedBoundary: Int? {
    if let known = state.withLock({ $0.boundary }) { return known }
    let boundary = findBoundary()
    state.withLock { $0.boundary = .some(boundary) }
    return boundary
  }

  private func findBoundary() -> Int? {
    guard walker.open != nil, var boundary = state.withLock({ $0.close }) else { return nil }
    for _ in 0..<Self.mostSmallChildren {
      guard let child = walker.child(before: boundary, limit: Self.shortWay), child.isMeasured else {
        return boundary
      }
      guard let separator = walker.separator(before: child.range.lowerBound) else { return nil }
      boundary = separator
    }
    return nil
  }

  private static var mostSmallChildren: Int { 32 }

  /// The child with a number; nil where there is none or counting has not come to it.
  ///
  /// - Complexity: O(8 KiB + size of the child), a little more in very large texts.
  package func child(at ordinal: Int) -> JSONChild? {
    let checkpoint = state.withLock { state in
      ordinal >= 0 && ordinal < state.progress.count ? state.checkpoints.last(ordinal: ordinal) : nil
    }
    guard let checkpoint else { return nil }
    var position = checkpoint.start
    for _ in checkpoint.ordinal..<ordinal {
      let stop = stop(from: walker.skipWhitespace(position))
      guard let next = walker.nextStart(after: stop) else { return nil }
      position = next
    }
    return walker.child(from: position, ordinal: ordinal).child
  }

  /// The number of a child; nil where counting has not come to it.
  package func ordinal(of child: JSONChild) -> Int? {
    if let ordinal = child.ordinal { return ordinal }
    return ordinal(containing: child.range.lowerBound)
  }

  /// The number of the child an offset belongs to; nil where counting has not come to it.
  ///
  /// White space and a comma belong to the child before them.
  package func ordinal(containing offset: Int) -> Int? {
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
      guard let next = walker.nextStart(after: stop(from: start)), walker.skipWhitespace(next) <= offset
      else {
        return ordinal
      }
      position = next
      ordinal += 1
    }
  }

  /// The child with its end found, however far that is.
  ///
  /// - Complexity: O(size of the child).
  package func measured(_ child: JSONChild) -> JSONChild {
    guard !child.isMeasured else { return child }
    return walker.unlimited.child(from: child.range.lowerBound, ordinal: child.ordinal).child
  }

  /// Whether the container ends behind its last child as it should, found without counting.
  ///
  /// - Parameter last: nil where there are no children.
  /// - Complexity: O(size of the child).
  func isClosed(after last: JSONChild?) -> Bool {
    let walker = walker.unlimited
    if let last { return walker.isClosed(by: walker.stop(after: measured(last).range.upperBound)) }
    return walker.open.map { walker.isClosed(by: walker.stop(from: $0 + 1)) } ?? true
  }

  /// Where the child after an unmeasured one starts, if counting has passed both.
  private func startOfChild(after child: JSONChild) -> Int? {
    guard let ordinal = child.ordinal else { return nil }
    return state.withLock { state in
      let checkpoint = state.checkpoints.last(ordinal: ordinal + 1)
      return checkpoint?.ordinal == ordinal + 1 ? checkpoint?.start : nil
    }
  }
}
