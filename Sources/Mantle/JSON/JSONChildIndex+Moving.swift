// Navigation among the children, before and while they are counted.
extension JSONChildIndex {
  /// Returns the first child of the container; nil if there are no children.
  package func first() -> JSONChild? {
    if let known = state.withLock({ $0.first }) { return known }
    let first = walker.firstStart.map { walker.child(from: $0, ordinal: 0).child }
    state.withLock { $0.first = .some(first) }
    return first
  }

  /// Returns the child after another child; nil after the last child.
  ///
  /// - Parameters:
  ///   - child: The preceding child.
  ///   - limit: The maximum number of bytes to search for the end of the preceding child, if that end is
  ///     unknown and the child has not been counted yet. If the end is farther away, the result is nil.
  /// - Complexity: O(*n*), where *n* is the size of the two children.
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

  /// Returns the boundary after the child that starts at an offset: a comma, a line feed, a closing bracket or
  /// the end of the input. The boundaries of children that are larger than the lookahead are cached.
  private func stop(from start: Int) -> JSONChildWalker.Stop {
    let stop = walker.stop(from: start)
    return stop.isOpen ? self.stop(afterUnmeasured: start, within: .max) : stop
  }

  /// Returns the boundary after a child that is larger than the lookahead, from the cache if possible.
  ///
  /// - Parameters:
  ///   - start: The offset at which the child starts.
  ///   - limit: The maximum number of bytes to search.
  private func stop(afterUnmeasured start: Int, within limit: Int) -> JSONChildWalker.Stop {
    let known = state.withLock { $0.stops[start] }
    if let known, limit < .max || !known.isOpen { return known }
    let stop = walker.following(limit).stop(from: start)
    state.withLock { state in
      if state.stops.count >= Self.maximumStops { state.stops = [:] }
      state.stops[start] = stop
    }
    return stop
  }

  /// The maximum number of cached boundaries of large children.
  private static var maximumStops: Int { 4096 }

  /// Returns the child before another child; nil before the first child.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the preceding child.
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

  /// Returns the last child; nil if there are no children or if the search would exceed the limit.
  ///
  /// If the container is closed correctly, this works before the children are counted.
  ///
  /// - Parameter limit: The maximum number of bytes to scan backward from the end.
  package func last(within limit: Int = 1 << 26) -> JSONChild? {
    if let count { return count > 0 ? self.child(at: count - 1) : nil }
    guard walker.open != nil else { return walker.child(before: end, limit: limit) }
    guard let close = state.withLock({ $0.close }) else { return nil }
    return walker.child(before: close, limit: min(limit, Self.shortWay)) ?? presumed(before: close)
      ?? walker.child(before: close, limit: limit)
  }

  /// The number of bytes that are scanned backward for the start of a child before the child is presumed to be
  /// large.
  private static var shortWay: Int { 1 << 21 }

  /// Returns the first child that is larger than the lookahead, if this child probably is the last one before
  /// an offset, as in an object that wraps a large list. Nil otherwise. Counting the children later verifies
  /// the presumption.
  private func presumed(before offset: Int) -> JSONChild? {
    guard walker.open != nil, offset == presumedBoundary else { return nil }
    var next = first()
    while let child = next, child.range.lowerBound - (walker.open ?? 0) < Self.shortWay {
      guard child.isMeasured else { return presumedEnd(of: child) == nil ? nil : child }
      next = self.next(after: child)
    }
    return nil
  }

  /// Returns the presumed end of a large child whose end has not been searched for. The child is presumed to
  /// be the only large child of the container; nil if the bytes contradict this.
  package func presumedEnd(of child: JSONChild) -> Int? {
    let start = child.value.lowerBound
    guard let boundary = presumedBoundary, boundary > start,
      let last = walker.lastContent(before: boundary, from: start + 1),
      bytes[last] == (bytes[start] == ASCII.openBracket ? ASCII.closeBracket : ASCII.closeBrace)
    else { return nil }
    return last + 1
  }

  /// The cached offset of the comma or closing bracket after the last large child. Nil if the end of the
  /// container is unknown or if too many small children follow the large child.
  private var presumedBoundary: Int? {
    if let known = state.withLock({ $0.boundary }) { return known }
    let boundary = findBoundary()
    state.withLock { $0.boundary = .some(boundary) }
    return boundary
  }

  /// Searches backward for the comma or closing bracket after the last large child and returns its offset. Nil
  /// if the end of the container is unknown or if too many small children follow the large child.
  private func findBoundary() -> Int? {
    guard walker.open != nil, var boundary = state.withLock({ $0.close }) else { return nil }
    for _ in 0..<Self.maximumSmallChildren {
      guard let child = walker.child(before: boundary, limit: Self.shortWay), child.isMeasured else {
        return boundary
      }
      guard let separator = walker.separator(before: child.range.lowerBound) else { return nil }
      boundary = separator
    }
    return nil
  }

  /// The maximum number of small children that may follow the last large child.
  private static var maximumSmallChildren: Int { 32 }

  /// Returns the child at an index; nil if there is none or if it has not been counted yet.
  ///
  /// - Complexity: O(*n*), where *n* is 8 KiB plus the size of the child, and somewhat more for very large
  ///   inputs.
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

  /// Returns the index of a child among its siblings; nil if the child has not been counted yet.
  package func ordinal(of child: JSONChild) -> Int? {
    if let ordinal = child.ordinal { return ordinal }
    return ordinal(containing: child.range.lowerBound)
  }

  /// Returns the index of the child that contains an offset; nil if the child has not been counted yet.
  ///
  /// White space and a comma after a child belong to that child.
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
      // A child that starts exactly at the offset is found without scanning its contents.
      if start == offset { return ordinal }
      guard let next = walker.nextStart(after: stop(from: start)), walker.skipWhitespace(next) <= offset
      else {
        return ordinal
      }
      position = next
      ordinal += 1
    }
  }

  /// Returns a copy of a child whose range ends at the actual end of the child. The end of a large child is
  /// searched for without a limit.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the child.
  package func measured(_ child: JSONChild) -> JSONChild {
    guard !child.isMeasured else { return child }
    return walker.unlimited.child(from: child.range.lowerBound, ordinal: child.ordinal).child
  }

  /// Returns whether the container is closed correctly after its last child, without counting the children.
  ///
  /// - Parameter last: The last child; nil if there are no children.
  /// - Complexity: O(*n*), where *n* is the size of the last child.
  package func isClosed(after last: JSONChild?) -> Bool {
    let walker = walker.unlimited
    if let last { return walker.isClosed(by: walker.stop(after: measured(last).range.upperBound)) }
    return walker.open.map { walker.isClosed(by: walker.stop(from: $0 + 1)) } ?? true
  }

  /// Returns the start of the child that follows a large child, if a checkpoint records it; otherwise nil. The
  /// end of the large child is unknown.
  private func startOfChild(after child: JSONChild) -> Int? {
    guard let ordinal = child.ordinal else { return nil }
    return state.withLock { state in
      let checkpoint = state.checkpoints.last(ordinal: ordinal + 1)
      return checkpoint?.ordinal == ordinal + 1 ? checkpoint?.start : nil
    }
  }
}
