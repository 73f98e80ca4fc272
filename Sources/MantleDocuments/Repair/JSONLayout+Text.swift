import Mantle

extension JSONLayout {
  /// Detects the layout of a text that may be malformed: its lines may contain text before or after their values.
  ///
  /// - Parameter window: The number of bytes to inspect.
  package static func ofText(_ bytes: JSONBytes, window: Int = 1 << 20) -> JSONLayout {
    var end: Int?
    return ofText(bytes, window: window, firstEnd: &end)
  }

  /// Detects the layout of a text that may be malformed. Sets `firstEnd` to the end of the first value, if the
  /// detection finds it.
  static func ofText(_ bytes: JSONBytes, window: Int, firstEnd: inout Int?) -> JSONLayout {
    let layout = detect(bytes, window: window, firstEnd: &firstEnd)
    guard case .scalar = layout, areLinesWithText(bytes) else { return layout }
    return .lines(from: bytes.textStart)
  }

  /// The maximum number of lines to inspect for other text, and the maximum length of an inspected line.
  private static let (maximumLines, longestLine) = (8, 1 << 12)

  /// Returns whether at least two of the first lines contain a complete array or object, and any of the first lines
  /// contains other text.
  private static func areLinesWithText(_ bytes: JSONBytes) -> Bool {
    let index = JSONChildIndex(bytes, .lines(in: bytes.textStart..<bytes.count))
    var (values, hasText) = (0, false)
    for line in index.all.prefix(maximumLines) {
      let range = line.value
      guard range.count <= longestLine else { return false }
      let repair = JSONRepair(bytes, in: range)
      guard !repair.isSequence, !repair.isForeign, !repair.isBlank else {
        hasText = true
        continue
      }
      let isAlone = repair.regions.allSatisfy { $0.cause == .textBefore || $0.cause == .textAfter }
      let first = repair.text[JSONScanner.skipWhitespace(repair.text.base, 0, repair.text.count)]
      guard isAlone, first | 0x20 == ASCII.openBrace else { return false }
      hasText = hasText || !repair.regions.isEmpty
      values += 1
    }
    return values > 1 && hasText
  }
}
