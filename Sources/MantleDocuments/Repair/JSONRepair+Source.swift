import Mantle

/// The conversion between locations in the repaired text and in the original, and of edits
/// from the former to the latter.
extension JSONRepair {
  /// Whether two texts represent the same JSON, regardless of their formatting.
  package static func isSame(_ a: JSONBytes, _ b: JSONBytes) -> Bool {
    guard let a = try? JSONDocument(parsing: a), let b = try? JSONDocument(parsing: b) else { return false }
    return a.root.isEquivalent(to: b.root)
  }

  /// Whether the text could not be interpreted: it is not a value, or something other than
  /// JSON.
  package var isForeign: Bool {
    isText || regions.contains { $0.cause.isForeign }
  }

  /// The offset in the original of the first byte that was parsed.
  private var start: Int {
    regions.isEmpty ? text.originalOffset(0) : regions[0].range.lowerBound - places[0]
  }

  /// The part of the original that was repaired.
  package var readRange: Range<Int> {
    start..<max(sourceRange(of: 0..<text.count).upperBound, regions.last?.range.upperBound ?? start)
  }

  /// Returns the bytes of the original that correspond to a part of ``text``, without skipped
  /// bytes around it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of regions.
  package func sourceRange(of part: Range<Int>) -> Range<Int> {
    let lower = source(before: part.lowerBound).offset
    return lower..<max(lower, source(behind: part.upperBound).offset)
  }

  /// Returns the offset in ``text`` of a byte of the original, or of its replacement.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of regions.
  package func place(of offset: Int) -> Int {
    let next = regions.countOfPrefix { $0.range.lowerBound <= offset && $0.range.upperBound <= offset }
    if next < regions.count, regions[next].range.contains(offset) { return places[next] }
    guard next > 0 else { return offset - start }
    return places[next - 1] + regions[next - 1].replacement.count + offset
      - regions[next - 1].range.upperBound
  }

  /// Returns the regions in a part of the original, including insertions at its ends.
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

  /// Converts edits of ``text`` to edits of the original. A region is preserved unless an
  /// edit overlaps it.
  package func sourceSplices(of splices: [JSONSplice]) -> [JSONSplice] {
    splices.flatMap { splice -> [JSONSplice] in
      let (lower, upper) = (splice.range.lowerBound, splice.range.upperBound)
      let end = source(behind: upper)
      // An insertion precedes the bytes that were skipped there, because a comment may
      // extend to the end of the line.
      if splice.range.isEmpty, end.rest.isEmpty {
        return [JSONSplice(end.offset..<end.offset, with: splice.replacement)]
      }
      let begin = source(before: lower)
      let range = begin.offset..<max(begin.offset, end.offset)
      return [JSONSplice(range, with: begin.rest + splice.replacement + end.rest)]
    }
  }

  /// A location in the original; and the bytes between it and the requested location, if that
  /// is inside of a region's replacement.
  private typealias Place = (offset: Int, rest: ArraySlice<UInt8>)

  /// Returns the location in the original of the text that follows an offset in ``text``.
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

  /// Returns the location in the original of the text that precedes an offset in ``text``.
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
