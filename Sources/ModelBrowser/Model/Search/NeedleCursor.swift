import Mantle
import MantleDocuments
import MantleQuery

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
