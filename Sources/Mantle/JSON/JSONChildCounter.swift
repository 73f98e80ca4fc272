/// A forward pass over a container that counts all of its children.
///
/// A ``JSONChildIndex`` runs the pass in the background, in slices of any size.
struct JSONChildCounter: Sendable {
  let walker: JSONChildWalker
  /// The number of children that start before ``position``, the end of the scanned input.
  private(set) var count = 0
  /// The offset up to which the input has been scanned.
  private(set) var position: Int
  /// The boundary at the end of the container; nil until the pass has counted all children.
  private(set) var stop: JSONChildWalker.Stop?

  /// The scan of brackets and commas: in the container or, for a sequence, in a top-level value that is larger
  /// than the walker's lookahead.
  private var scan: StructureScan
  /// The number of open brackets at the position of ``scan``, including that of the container or large value.
  private var depth = 1
  /// Whether the scan is inside a top-level value that is larger than the walker's lookahead.
  private var isInLargeValue = false
  /// The start of the next top-level value; nil for arrays and objects.
  private var nextStart: Int?

  /// Creates a counter that begins at the first child of a container.
  init(_ walker: JSONChildWalker) {
    self.walker = walker
    let first = walker.firstStart
    nextStart = first
    position = first ?? walker.end
    scan = StructureScan(walker.bytes.base, from: position, to: walker.end)
    switch walker.children {
    case .array(let open), .object(let open):
      if let first {
        count = 1
        position = first
      } else {
        let close = walker.skipWhitespace(open + 1)
        position = min(close + 1, walker.end)
        stop = close < walker.end ? .close(close) : .endOfText(walker.end)
      }
    case .lines, .concatenated:
      if first == nil { stop = .endOfText(walker.end) }
    }
  }

  /// Creates a counter of the values in a sequence that continues at a checkpoint of an earlier count.
  init(_ walker: JSONChildWalker, from checkpoint: JSONCheckpoints.Checkpoint) {
    self.walker = walker
    (count, position, nextStart) = (checkpoint.ordinal, checkpoint.start, checkpoint.start)
    scan = StructureScan(walker.bytes.base, from: position, to: walker.end)
  }

  /// Scans approximately `budget` more bytes and counts the children that start in them.
  ///
  /// - Parameters:
  ///   - budget: The number of bytes to scan, at least 64.
  ///   - visit: Called with the index and the offset of a child. It is called for some children only: for at
  ///     least one in each 64-byte block in which a child starts. The offset is that of the child or of the
  ///     white space before it.
  mutating func advance(budget: Int, visit: (_ ordinal: Int, _ start: Int) -> Void) {
    guard stop == nil else { return }
    let (sum, overflow) = position.addingReportingOverflow(max(budget, 64))
    let goal = overflow ? walker.end : min(sum, walker.end)
    switch walker.children {
    case .array, .object:
      if let close = advanceThroughStructure(goal, countsCommas: true, visit) {
        stop = .close(close)
        position = close + 1
      } else {
        position = min(scan.position, walker.end)
        if position >= walker.end { stop = .endOfText(walker.end) }
      }
    case .lines, .concatenated: advanceThroughValues(goal, visit)
    }
  }

  /// Counts the top-level values that start before the offset `goal`.
  private mutating func advanceThroughValues(_ goal: Int, _ visit: (Int, Int) -> Void) {
    if isInLargeValue { advanceThroughLargeValue(goal) }
    while !isInLargeValue, let start = nextStart, start < goal {
      visit(count, start)
      count += 1
      var stop = walker.stop(from: start)
      let isContainer = walker.bytes[start] | 0x20 == ASCII.openBrace
      if stop.isOpen, !isContainer { stop = walker.unlimited.stop(from: start) }
      if stop.isOpen {
        isInLargeValue = true
        scan = StructureScan(walker.bytes.base, from: start + 1, to: walker.end)
        depth = 1
        advanceThroughLargeValue(goal)
      } else {
        pass(stop)
      }
    }
    if nextStart == nil {
      position = walker.end
      stop = .endOfText(walker.end)
    }
  }

  /// Moves the counter past the boundary after a top-level value, to the start of the next value.
  private mutating func pass(_ stop: JSONChildWalker.Stop) {
    nextStart = walker.nextStart(after: stop)
    position = min(stop.offset, walker.end)
  }

  /// Scans a large top-level value up to its end or to the offset `goal`, so that one call of
  /// ``advance(budget:visit:)`` does not exceed its budget.
  private mutating func advanceThroughLargeValue(_ goal: Int) {
    if let close = advanceThroughStructure(goal, countsCommas: false, { _, _ in }) {
      isInLargeValue = false
      pass(.separator(close + 1))
    } else if scan.position >= walker.end {
      isInLargeValue = false
      pass(.endOfText(walker.end))
    } else {
      position = scan.position
    }
  }

  /// Scans the brackets of the container or large value up to the offset `goal`, and counts its children by
  /// their commas if `countsCommas` is true.
  ///
  /// - Returns: The offset of the closing bracket; nil if it was not reached.
  private mutating func advanceThroughStructure(
    _ goal: Int, countsCommas: Bool, _ visit: (Int, Int) -> Void
  ) -> Int? {
    let text = walker.bytes.base
    while scan.position < goal {
      let block = scan.next()
      // Blocks without brackets are skipped first because counting bits is slow without a processor
      // instruction for it.
      if !block.hasBrackets, depth > 1 { continue }
      let falls = block.closers.nonzeroBitCount
      if depth &- falls > 1 {
        depth &+= block.openers.nonzeroBitCount &- falls
        continue
      }
      let commas = countsCommas ? block.commas(text) : 0
      if !block.hasBrackets {
        // The block contains only scalars: the depth is 1 because deeper blocks without closing brackets were
        // skipped above.
        guard commas != 0 else { continue }
        visit(count, block.start &+ commas.trailingZeroBitCount &+ 1)
        count &+= commas.nonzeroBitCount
      } else if let close = walk(block, commas, visit) {
        return close
      }
    }
    return nil
  }

  /// Processes the brackets and commas of one block in order: updates the depth and counts children.
  ///
  /// - Returns: The offset of the container's closing bracket; nil if it is not in the block.
  @inline(__always)
  private mutating func walk(
    _ block: StructureBlock, _ commas: UInt64, _ visit: (Int, Int) -> Void
  ) -> Int? {
    var events = block.openers | block.closers | commas
    while events != 0 {
      let bit = events & (0 &- events)
      let offset = block.start &+ events.trailingZeroBitCount
      events ^= bit
      if block.openers & bit != 0 {
        depth &+= 1
      } else if block.closers & bit != 0 {
        depth &-= 1
        if depth == 0 { return offset }
      } else if depth == 1 {
        visit(count, offset &+ 1)
        count &+= 1
      }
    }
    return nil
  }
}
