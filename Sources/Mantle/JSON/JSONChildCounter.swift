/// Goes through all children from the first to the last, counting them.
///
/// This is the part of an index that runs in the background, in slices of any size.
struct JSONChildCounter: Sendable {
  let walker: JSONChildWalker
  /// How many children started before ``position``.
  private(set) var count = 0
  /// How far the text has been looked at.
  private(set) var position: Int
  /// What ended the container, once it ended.
  private(set) var stop: JSONChildWalker.Stop?

  /// Through the container, or through the value of a sequence that is larger than the lookahead.
  private var scan: StructureScan
  private var depth = 1
  private var isInLargeValue = false
  /// Where the next child starts, for sequences.
  private var nextStart: Int?

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

  /// Looks at about `budget` more bytes.
  ///
  /// - Parameter visit: called for some of the children that start, at least for one in each block of 64
  ///   bytes where any do, with the child's ordinal and an offset at or in the white space before its start.
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

  private mutating func pass(_ stop: JSONChildWalker.Stop) {
    nextStart = walker.nextStart(after: stop)
    position = min(stop.offset, walker.end)
  }

  /// On through a value that may be any size, so that no slice looks at more than it should.
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

  /// - Returns: the offset of the bracket that closes the container, once it is met.
  private mutating func advanceThroughStructure(
    _ goal: Int, countsCommas: Bool, _ visit: (Int, Int) -> Void
  ) -> Int? {
    let text = walker.bytes.base
    while scan.position < goal {
      let block = scan.next()
      // Counting bits takes many instructions where the processor's own may not be used.
      if !block.hasBrackets, depth > 1 { continue }
      let falls = block.closers.nonzeroBitCount
      if depth &- falls > 1 {
        depth &+= block.openers.nonzeroBitCount &- falls
        continue
      }
      let commas = countsCommas ? block.commas(text) : 0
      if !block.hasBrackets {
        // Nothing but scalars: depth is 1 here, for a block without closers is left above otherwise.
        guard commas != 0 else { continue }
        visit(count, block.start &+ commas.trailingZeroBitCount &+ 1)
        count &+= commas.nonzeroBitCount
      } else if let close = walk(block, commas, visit) {
        return close
      }
    }
    return nil
  }

  /// Goes through one block bracket by bracket.
  ///
  /// - Returns: the offset of the container's closing bracket, if it is here.
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
