import Mantle

/// The conversion of offsets between the repaired text and the original, and of edits from the repaired text to the original.
extension JSONRepair {
  /// Returns whether two texts represent the same JSON, regardless of their formatting.
  package static func isSame(_ a: JSONBytes, _ b: JSONBytes) -> Bool {
    guard let a = try? JSONDocument(parsing: a), let b = try? JSONDocument(parsing: b) else { return false }
    return a.root.isEquivalent(to: b.root)
  }

  /// Whether the text could not be interpreted, because it contains no value or is not JSON at all.
  package var isForeign: Bool {
    isText || regions.contains { $0.cause.isForeign }
  }

  /// The offset in the original of the first byte that was repaired.
  private var start: Int {
    regions.isEmpty ? text.originalOffset(0) : regions[0].range.lowerBound - places[0]
  }

  /// The range of the original that was repaired.
  package var readRange: Range<Int> {
    start..<max(sourceRange(of: 0..<text.count).upperBound, regions.last?.range.upperBound ?? start)
  }

  /// Returns the range of the original that corresponds to a range of ``text``, without the skipped bytes around it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of regions.
  package func sourceRange(of part: Range<Int>) -> Range<Int> {
    let lower = source(before: part.lowerBound).offset
    return lower..<max(lower, source(behind: part.upperBound).offset)
  }

  /// Returns the offset in ``text`` that corresponds to an offset in the original. Inside of a region, it is the offset
  /// of the region's replacement.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of regions.
  package func place(of offset: Int) -> Int {
    let next = regions.countOfPrefix { $0.range.lowerBound <= offset && $0.range.upperBound <= offset }
    if next < regions.count, regions[next].range.contains(offset) { return places[next] }
    guard next > 0 else { return offset - start }
    return places[next - 1] + regions[next - 1].replacement.count + offset
      - regions[next - 1].range.upperBound
  }

  /// Returns the indices of the regions in a range of the original, including regions of missing text at its ends.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of regions.
  package func regions(in part: Range<Int>) -> Range<Int> {
    let first = regions.countOfPrefix {
      $0.range.upperBound < part.lowerBound || $0.range.upperBound == part.lowerBound && !$0.range.isEmpty
    }
    let last = regions.countOfPrefix {
      $0.range.lowerBound < part.upperBound || $0.range.lowerBound == part.upperBound && $0.range.isEmpty
    }
    return first..<max(first, last)
  }

  /// Converts edits of ``text`` to edits of the original. A mistake remains in the original unless an edit overlaps it.
  package func sourceSplices(of splices: [JSONSplice]) -> [JSONSplice] {
    splices.flatMap { splice -> [JSONSplice] in
      let (lower, upper) = (splice.range.lowerBound, splice.range.upperBound)
      let end = source(behind: upper)
      // The insertion is made before the bytes that were skipped at this offset, because a comment may extend to the
      // end of the line.
      if splice.range.isEmpty, end.rest.isEmpty {
        return [JSONSplice(end.offset..<end.offset, with: splice.replacement)]
      }
      let begin = source(before: lower)
      let range = begin.offset..<max(begin.offset, end.offset)
      return [JSONSplice(range, with: begin.rest + splice.replacement + end.rest)]
    }
  }

  /// An offset in the original. If the corresponding offset in ``text`` is inside of a region's replacement, `rest` is
  /// the part of the replacement between the two; otherwise it is empty.
  private typealias Place = (offset: Int, rest: ArraySlice<UInt8>)

  /// Returns the offset in the original that corresponds to the start of a range of ``text``. Inside of a replacement,
  /// it is the start of the region, and the rest is the replacement before the offset.
  private func source(before place: Int) -> Place {
    let region = places.countOfPrefix { $0 <= place } - 1
    guard region >= 0 else { return (start + place, []) }
    let made = regions[region].replacement
    let inside = place - places[region]
    guard inside < made.count else {
      return (regions[region].range.upperBound + inside - made.count, [])
    }
    return (regions[region].range.lowerBound, made[..<inside])
  }

  /// Returns the offset in the original that corresponds to the end of a range of ``text``. Inside of a replacement, it
  /// is the end of the region, and the rest is the replacement after the offset.
  private func source(behind place: Int) -> Place {
    let region = places.countOfPrefix { $0 < place } - 1
    guard region >= 0 else { return (start + place, []) }
    let made = regions[region].replacement
    let inside = place - places[region]
    guard inside <= made.count else {
      return (regions[region].range.upperBound + inside - made.count, [])
    }
    return (regions[region].range.upperBound, made[inside...])
  }
}
