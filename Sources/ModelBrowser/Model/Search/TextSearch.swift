import Mantle
import MantleDocuments
import MantleQuery

/// A search in the current text: the original, in which edited records are replaced by their new texts.
struct TextSearch: Sendable {
  /// A contiguous range of the current text that is in the original or in one edited record.
  private struct Segment: Sendable {
    /// The edited record whose new text contains the segment; nil for a segment of the original.
    let record: Record.Place?
    let bytes: JSONBytes
    let range: Range<Int>
    /// The offset at which the segment is in the original.
    let start: Int

    func place(_ offset: Int) -> TextPlace { record.map { .edited($0, offset: offset) } ?? .original(offset) }
  }

  private let base: JSONBytes
  private let segments: [Segment]
  let pattern: SearchPattern

  init(_ base: JSONBytes, _ overlay: Overlay, _ pattern: SearchPattern) {
    self.base = base
    self.pattern = pattern
    segments = Self.segments(of: base, overlay)
  }

  /// The size of the original in bytes, for the progress of the search.
  var byteCount: Int { base.count }

  private static func segments(of base: JSONBytes, _ overlay: Overlay) -> [Segment] {
    var segments: [Segment] = []
    var position = 0
    func original(to end: Int) {
      if end > position {
        segments.append(Segment(record: nil, bytes: base, range: position..<end, start: position))
      }
      position = max(position, end)
    }
    func edited(_ record: Record.Place, _ text: [UInt8], at start: Int) {
      segments.append(
        Segment(record: record, bytes: JSONBytes(text), range: 0..<text.count, start: start))
    }
    for slot in overlay.slots.keys.sorted(by: { $0.order < $1.order }) {
      // Edits inside a container that was later replaced or removed no longer apply.
      guard slot.start >= position else { continue }
      switch (slot, overlay[slot]) {
      case (.value(let child), .text(let text)):
        original(to: child.offset)
        edited(.original(child), text.bytes, at: slot.start)
        position = child.child.value.upperBound
      case (.value(let child), .removed):
        original(to: child.child.range.lowerBound)
        position = child.child.range.upperBound
      case (.gap(let gap), .inserted(let insertions)):
        original(to: slot.start)
        for new in insertions { edited(.inserted(gap, serial: new.serial), new.value, at: slot.start) }
      default: break
      }
    }
    original(to: base.count)
    return segments
  }

  // MARK: - Finding

  /// A match, and whether the search wrapped around to find it.
  typealias Match = (place: TextPlace, wrapped: Bool)

  /// Returns the next match in a direction. The search wraps around at the end of the text.
  ///
  /// - Parameter proceed: receives the number of searched bytes periodically; returns false to stop.
  /// - Returns: nil if the search found no match or was stopped.
  func find(
    from start: TextPlace, forward: Bool, proceed: (Int) -> Bool = { _ in true }
  ) -> Match? {
    guard let (first, offset) = position(of: start) else { return nil }
    var looked = 0
    for step in 0...segments.count {
      let number = (first + (forward ? step : -step) + segments.count * 2) % segments.count
      let whole = segments[number].range
      var range = whole
      let later = min(offset + 1, whole.upperBound)..<whole.upperBound
      // The search may start directly before the segment, in a record that was removed.
      let earlier = whole.lowerBound..<max(whole.lowerBound, min(offset, whole.upperBound))
      // The first segment is searched in two parts: first the part in the direction of the search, and at the end the
      // other part.
      if step == 0 {
        range = forward ? later : earlier
      }
      if step == segments.count {
        range = forward ? whole.lowerBound..<later.lowerBound : earlier.upperBound..<whole.upperBound
      }
      var found: Int?
      let goesOn = forEachMatch(in: segments[number], range, forward: forward) { match, bytes in
        found = match
        looked += bytes
        return match == nil && proceed(looked)
      }
      if let found { return (segments[number].place(found), hasWrapped(step, first, forward)) }
      if !goesOn { return nil }
    }
    return nil
  }

  /// Returns the number of matches up to a place, and the total number of matches. The whole text is searched, so
  /// this is meant for small texts.
  func count(upTo place: TextPlace) -> (index: Int, total: Int) {
    let here = position(of: place)
    var (index, total) = (0, 0)
    for (number, segment) in segments.enumerated() {
      forEachMatch(in: segment, segment.range, forward: true) { offset, _ in
        guard let offset else { return true }
        total += 1
        if let here, (number, offset) <= here { index += 1 }
        return true
      }
    }
    return (index, total)
  }

  /// Finds matches from the start of the text, up to a maximum number.
  ///
  /// - Parameter report: receives one match, or an empty array after each searched slice; returns false to stop.
  func findAll(most: Int, report: ([TextPlace]) -> Bool) {
    var left = most
    for segment in segments {
      let isDone = !forEachMatch(in: segment, segment.range, forward: true) { offset, _ in
        left -= offset == nil ? 0 : 1
        return report(offset.map { [segment.place($0)] } ?? []) && left > 0
      }
      if isDone { return }
    }
  }

  /// Visits the matches that begin in a range of a segment, in order or in reverse order.
  ///
  /// - Parameter body: receives the offset of a match and 0, or nil and the size of a slice after the slice was
  ///   searched; returns false to stop.
  /// - Returns: false if `body` stopped the search.
  @discardableResult
  private func forEachMatch(
    in segment: Segment, _ range: Range<Int>, forward: Bool, _ body: (Int?, Int) -> Bool
  ) -> Bool {
    var left = range
    while !left.isEmpty {
      let size = min(Self.slice, left.count)
      let slice =
        forward ? left.lowerBound..<left.lowerBound + size : left.upperBound - size..<left.upperBound
      var needles = NeedleCursor(pattern, in: segment.bytes, slice, forward: forward)
      var rest = slice
      while let offset = match(&needles, in: segment, rest, forward) {
        guard body(offset, 0) else { return false }
        rest = forward ? offset + 1..<slice.upperBound : slice.lowerBound..<offset
      }
      guard body(nil, size) else { return false }
      left = forward ? slice.upperBound..<left.upperBound : left.lowerBound..<slice.lowerBound
    }
    return true
  }

  private func hasWrapped(_ step: Int, _ first: Int, _ forward: Bool) -> Bool {
    step == segments.count || (forward ? first + step >= segments.count : first - step < 0)
  }

  private static let slice = WorkingSize.scaled(1 << 22)

  /// Returns the first or last match that begins in a slice; the match may end after the slice; nil if there is none.
  private func match(
    _ needles: inout NeedleCursor, in segment: Segment, _ slice: Range<Int>, _ forward: Bool
  ) -> Int? {
    let whole = segment.range
    var slice = slice
    while !slice.isEmpty,
      let offset = needles.next(
        from: forward ? slice.lowerBound : slice.upperBound,
        reach: min(slice.upperBound + longestNeedle - 1, whole.upperBound))
    {
      if pattern.matches(at: offset, in: segment.bytes, whole) { return offset }
      slice = forward ? offset + 1..<slice.upperBound : slice.lowerBound..<offset
    }
    return nil
  }

  private var longestNeedle: Int { pattern.needles.map(\.count).max() ?? 1 }

  // MARK: - Places

  private func position(of place: TextPlace) -> (segment: Int, offset: Int)? {
    guard let last = segments.last else { return nil }
    let exact = segments.firstIndex { segment in
      switch place {
      case .original(let offset): segment.record == nil && segment.range.contains(offset)
      case .edited(let record, _): segment.record == record
      }
    }
    if let exact { return (exact, place.offset) }
    // The text at the place was removed, so the search continues in its replacement or in the text after it.
    if case .original(let offset) = place,
      let next = segments.firstIndex(where: { $0.record == nil ? offset < $0.start : offset <= $0.start })
    {
      return (next, segments[next].range.lowerBound - 1)
    }
    return (segments.count - 1, last.range.upperBound)
  }
}

/// A cursor over the occurrences of several needles in a range of text. The text is searched only once for each needle,
/// even if other needles occur often.
struct NeedleCursor {
  private let pattern: SearchPattern
  private let bytes: JSONBytes
  /// The range of offsets in which occurrences may begin.
  private let slice: Range<Int>
  private let isForward: Bool
  /// The nearest known occurrence of each needle; nil if a needle does not occur any further.
  private var known: [Int?]

  init(_ pattern: SearchPattern, in bytes: JSONBytes, _ slice: Range<Int>, forward: Bool) {
    (self.pattern, self.bytes, self.slice, isForward) = (pattern, bytes, slice, forward)
    known = pattern.needles.map { _ in forward ? -1 : .max }
  }

  /// Returns the first occurrence that begins at or after an offset. In a backward search, returns the last
  /// occurrence that begins before the offset. The result is nil if there is none.
  ///
  /// - Parameters:
  ///   - offset: the offset, which must not change direction between calls.
  ///   - reach: the maximum end of an occurrence.
  mutating func next(from offset: Int, reach: Int) -> Int? {
    for (number, needle) in pattern.needles.enumerated() {
      guard let place = known[number], isForward ? place < offset : place >= offset else { continue }
      let limit = isForward ? slice.upperBound : offset
      let end = min(reach, limit + needle.count - 1)
      known[number] =
        isForward
        ? bytes.firstOccurrence(of: needle, from: offset, to: end, ignoringCase: pattern.ignoresCase)
        : bytes.lastOccurrence(of: needle, from: slice.lowerBound, to: end, ignoringCase: pattern.ignoresCase)
    }
    let found = known.compactMap(\.self)
    return isForward ? found.min() : found.max()
  }
}
