/// A container around a place in a text, and its child that holds the place.
package struct JSONNestingLevel: Sendable, Hashable {
  /// Of the opening bracket.
  package let open: Int
  /// Where the child begins; white space may come first.
  package fileprivate(set) var childStart: Int
  /// The number of the child.
  package fileprivate(set) var ordinal = 0
}

extension JSONBytes {
  /// The containers around an offset, from the one that opens at another on, the outermost first; none where that one
  /// closes before.
  ///
  /// Told by structure alone, in one pass however deep the nesting is.
  ///
  /// - Parameter most: how many of them at most.
  /// - Complexity: O(bytes between the two offsets).
  package func containers(around offset: Int, from open: Int, most: Int) -> [JSONNestingLevel] {
    let end = min(offset, count)
    guard open < end else { return [] }
    var levels = [JSONNestingLevel(open: open, childStart: open + 1)]
    /// How many containers are around that are not listed.
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

  /// The closing brackets that nothing but white space stands between, back from an offset, the last one first; and where
  /// what comes before them ends.
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

// What is known from elsewhere of a container among many inside each other.
extension JSONChildIndex {
  /// The child that begins at an offset, where it has the number.
  package func child(startingAt start: Int, ordinal: Int) -> JSONChild {
    walker.child(from: start, ordinal: ordinal).child
  }

  /// Where the container ends, if the child is its last one and its end is known.
  package func end(after child: JSONChild) -> Int? {
    guard child.isMeasured, case .close(let close) = walker.stop(after: child.range.upperBound) else {
      return nil
    }
    return close + 1
  }

  /// Where the closing bracket is, looked for if it is not known; nil where there is none.
  ///
  /// - Complexity: O(size) the first time.
  package func findClose() -> Int? {
    if let known = state.withLock({ $0.close }) { return known }
    let close = walker.close
    state.withLock { $0.close = close }
    return close
  }
}
