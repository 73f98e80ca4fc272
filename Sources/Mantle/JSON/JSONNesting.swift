/// A container that encloses an offset, and its child at that offset.
package struct JSONNestingLevel: Sendable, Hashable {
  /// The offset of the opening bracket.
  package let open: Int
  /// The start of the child, or of white space before it.
  package fileprivate(set) var childStart: Int
  /// The index of the child.
  package fileprivate(set) var ordinal = 0
}

extension JSONBytes {
  /// Returns the containers that enclose an offset, the outermost first; empty if the outermost container is
  /// closed before the offset.
  ///
  /// The containers are found by structure alone, in one pass at any nesting depth.
  ///
  /// - Parameters:
  ///   - offset: The enclosed offset.
  ///   - open: The offset of the outermost container's opening bracket.
  ///   - most: The maximum number of containers to return.
  /// - Complexity: O(*n*), where *n* is the number of bytes between the two offsets.
  package func containers(around offset: Int, from open: Int, most: Int) -> [JSONNestingLevel] {
    let end = min(offset, count)
    guard open < end else { return [] }
    var levels = [JSONNestingLevel(open: open, childStart: open + 1)]
    /// The number of open containers that are not in the list.
    var deeper = 0
    var scan = StructureScan(base, from: open + 1, to: end)
    while scan.position < end {
      let block = scan.next()
      let commas = block.commas(base)
      var events = block.openers | block.closers | commas
      while events != 0 {
        let bit = events & (0 &- events)
        let offset = block.start &+ events.trailingZeroBitCount
        events ^= bit
        if block.openers & bit != 0 {
          if levels.count < most {
            levels.append(JSONNestingLevel(open: offset, childStart: offset + 1))
          } else {
            deeper += 1
          }
        } else if deeper > 0 {
          if block.closers & bit != 0 { deeper -= 1 }
        } else if block.closers & bit != 0 {
          levels.removeLast()
          if levels.isEmpty { return [] }
        } else {
          levels[levels.count - 1].childStart = offset + 1
          levels[levels.count - 1].ordinal += 1
        }
      }
    }
    return levels
  }

  /// Returns the closing brackets with only white space between them that precede an offset, the last one
  /// first.
  ///
  /// - Parameters:
  ///   - offset: The offset of the last possible bracket.
  ///   - floor: The offset before which nothing is inspected.
  ///   - most: The maximum number of brackets.
  /// - Returns: The offsets of the brackets, and the offset of the last byte before them.
  package func trailingClosers(from offset: Int, downTo floor: Int, most: Int) -> (
    offsets: [Int], content: Int
  ) {
    var offsets: [Int] = []
    var end = offset + 1
    while offsets.count < most {
      guard let last = lastContent(before: end, from: floor + 1) else { return (offsets, floor) }
      guard self[last] | 0x20 == ASCII.closeBrace else { return (offsets, last) }
      offsets.append(last)
      end = last
    }
    return (offsets, end - 1)
  }
}

// Operations on a container about which other containers provide information.
extension JSONChildIndex {
  /// Returns the child that begins at an offset, with the given index.
  package func child(startingAt start: Int, ordinal: Int) -> JSONChild {
    walker.child(from: start, ordinal: ordinal).child
  }

  /// Returns the end of the container if a child is its last one and the end of that child is known;
  /// otherwise nil.
  package func end(after child: JSONChild) -> Int? {
    guard child.isMeasured, case .close(let close) = walker.stop(after: child.range.upperBound) else {
      return nil
    }
    return close + 1
  }

  /// Returns the offset of the closing bracket, which is searched for if it is unknown; nil if there is none.
  ///
  /// - Complexity: O(*n*) for the first call, where *n* is the size of the container.
  package func findClose() -> Int? {
    if let known = state.withLock({ $0.close }) { return known }
    let close = walker.close
    state.withLock { $0.close = close }
    return close
  }
}
