/// Elements beside each other, parsed into one node table: few enough that what parsing writes is still in the processor's
/// cache when it is decoded, and enough that starting and stopping costs little (a fifth of parsing elements of 2 kB one by one).
@usableFromInline final class ParsedRun: @unchecked Sendable {
  // Unchecked: one thread fills it, and others read it only afterwards.

  private let bytes: JSONBytes
  private var parser: JSONParser
  /// Where the elements stand in the text.
  @exclusivity(unchecked) @usableFromInline private(set) var places: [Range<Int>] = []
  /// Where their nodes begin.
  @exclusivity(unchecked) private var roots: [Int] = []

  init(_ bytes: JSONBytes, limits: JSONLimits) {
    self.bytes = bytes
    parser = JSONParser(limits: limits)
  }

  /// How many bytes the elements take, with what stands between them.
  var size: Int { places.last.map { $0.upperBound - parser.origin } ?? 0 }

  func removeAll() {
    places.removeAll(keepingCapacity: true)
    roots.removeAll(keepingCapacity: true)
  }

  /// Parses a value behind those that are here.
  ///
  /// - Parameters:
  ///   - end: where its text ends at the latest.
  ///   - isWhole: whether what was parsed is all of the element.
  /// - Returns: false where it is no JSON, and where the limits leave no room for it beside the others; it is not here then.
  func append(from start: Int, to end: Int, _ isWhole: (Range<Int>) -> Bool) -> Bool {
    if places.isEmpty { parser.clear(from: start) }
    let root = parser.nextRoot
    guard let stop = try? parser.append(bytes, from: start, to: end), isWhole(start..<stop) else {
      return false
    }
    places.append(start..<stop)
    roots.append(root)
    return true
  }

  /// An element, for decoding; valid until the run is filled again, and only while it is alive.
  func cursor(_ index: Int, _ context: Unmanaged<DecodingContext>) -> JSONCursor {
    JSONCursor(
      bytes: bytes.base + parser.origin, nodes: UnsafePointer(parser.table.nodes + roots[index]), index: 0,
      context: context
    )
  }
}
