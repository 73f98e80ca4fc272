import Mantle
import MantleDocuments
import MantleQuery

/// A search through a text as it is now: the original, with the new texts of edited records in their places.
struct TextSearch: Sendable {
  /// A stretch of text without a seam.
  private struct Segment: Sendable {
    /// The edited record whose new text it is; nil for a part of the original.
    let record: Record.Place?
    let bytes: JSONBytes
    let range: Range<Int>
    /// The offset in the original.
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

  /// How much there is to search.
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

  /// A match, and whether the search went on at the other end of the text to find it.
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
      // A place may be in a record that was cut out, just before the segment.
      let earlier = whole.lowerBound..<max(whole.lowerBound, min(offset, whole.upperBound))
      // The first segment is searched in two halves: from the place on, and at the very end up to it.
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

  /// How many matches there are, and how many of them come no later than a place; for small texts.
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

  /// Finds all matches, from the beginning.
  ///
  /// - Parameter report: receives a match, or nothing after each stretch of text; returns false to stop.
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

  /// Visits the matches that begin in a range of a segment, in order, or from the last one on.
  ///
  /// - Parameter body: receives the offset of a match, or nil and the number of bytes after each slice; returns false to
  ///   stop.
  /// - Returns: false if it was stopped.
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

  /// The first or last match that begins in a slice; it may end after the slice.
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
    // The place was removed: the search continues with its replacement, or with the text after it.
    if case .original(let offset) = place,
      let next = segments.firstIndex(where: { $0.record == nil ? offset < $0.start : offset <= $0.start })
    {
      return (next, segments[next].range.lowerBound - 1)
    }
    return (segments.count - 1, last.range.upperBound)
  }
}

/// The occurrences of several needles in a stretch of text, one after the other: each needle is searched for once, however
/// often the others occur.
struct NeedleCursor {
  private let pattern: SearchPattern
  private let bytes: JSONBytes
  /// The range of offsets in which occurrences may begin.
  private let slice: Range<Int>
  private let isForward: Bool
  /// The nearest known occurrence of each needle; nil for a needle without further occurrences.
  private var known: [Int?]

  init(_ pattern: SearchPattern, in bytes: JSONBytes, _ slice: Range<Int>, forward: Bool) {
    (self.pattern, self.bytes, self.slice, isForward) = (pattern, bytes, slice, forward)
    known = pattern.needles.map { _ in forward ? -1 : .max }
  }

  /// The first occurrence that begins at an offset or after it; backwards, the last one that begins before it.
  ///
  /// - Parameters:
  ///   - offset: moves in one direction from call to call.
  ///   - reach: the offset by which an occurrence has to end.
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
