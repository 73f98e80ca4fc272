/// From places in the text that was read back to the bytes it was read from: what an edit of the one means for the other.
extension JSONRepair {
  /// Whether two texts were read as the same JSON, however they are written.
  package static func isSame(_ a: JSONBytes, _ b: JSONBytes) -> Bool {
    guard let a = try? JSONDocument(parsing: a), let b = try? JSONDocument(parsing: b) else { return false }
    return a.root.isEquivalent(to: b.root)
  }

  /// Whether nothing of the text could be made sense of: it is no value, or something else than JSON.
  package var isForeign: Bool {
    isText || regions.contains { $0.cause.isForeign }
  }

  /// Where the first byte that was read stands in the original.
  private var start: Int {
    regions.isEmpty ? text.originalOffset(0) : regions[0].range.lowerBound - places[0]
  }

  /// The bytes of the original that a part of ``text`` was read from, without what was passed over beside it.
  ///
  /// - Complexity: O(log of the regions).
  package func sourceRange(of part: Range<Int>) -> Range<Int> {
    let lower = source(before: part.lowerBound).offset
    return lower..<max(lower, source(behind: part.upperBound).offset)
  }

  /// Where in ``text`` a byte of the original is, or what was read in its place.
  ///
  /// - Complexity: O(log of the regions).
  package func place(of offset: Int) -> Int {
    let next = regions.countOfPrefix { $0.range.lowerBound <= offset && $0.range.upperBound <= offset }
    if next < regions.count, regions[next].range.contains(offset) { return places[next] }
    guard next > 0 else { return offset - start }
    return places[next - 1] + regions[next - 1].replacement.count + offset
      - regions[next - 1].range.upperBound
  }

  /// The regions in a part of the original, insertions at its ends included.
  ///
  /// - Complexity: O(log of the regions).
  package func regions(in part: Range<Int>) -> Range<Int> {
    let first = regions.countOfPrefix {
      $0.range.upperBound < part.lowerBound || $0.range.upperBound == part.lowerBound && !$0.range.isEmpty
    }
    let last = regions.countOfPrefix {
      $0.range.lowerBound < part.upperBound || $0.range.lowerBound == part.upperBound && $0.range.isEmpty
    }
    return first..<max(first, last)
  }

  /// The edits of the original that edits of ``text`` stand for. A region is kept as it is unless an edit goes through it.
  package func sourceSplices(of splices: [JSONSplice]) -> [JSONSplice] {
    splices.flatMap { splice -> [JSONSplice] in
      let (lower, upper) = (splice.range.lowerBound, splice.range.upperBound)
      let end = source(behind: upper)
      // An insertion goes before what was passed over there: a comment may take the rest of the line.
      if splice.range.isEmpty, end.rest.isEmpty {
        return [JSONSplice(end.offset..<end.offset, with: splice.replacement)]
      }
      let begin = source(before: lower)
      let range = begin.offset..<max(begin.offset, end.offset)
      return [JSONSplice(range, with: begin.rest + splice.replacement + end.rest)]
    }
  }

  /// A place in the original; and the bytes between it and the place that was asked for, where that is inside of what was
  /// read for a region.
  private typealias Place = (offset: Int, rest: ArraySlice<UInt8>)

  /// The place of what comes behind an offset in ``text``.
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

  /// The place of what comes before an offset in ``text``.
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
