extension JSONCursor {
  /// Puts the keys of an object that stand in it more than once on record; nothing happens while nothing is
  /// collected.
  @inlinable @inline(__always) func reportDuplicateKeys() {
    if context.collects, !hasDistinctKeys { reportDoubtfulKeys() }
  }

  /// - Complexity: linear in the number of members.
  @inline(never) @usableFromInline func reportDoubtfulKeys() {
    guard context.looksAtKeys(of: index) else { return }
    forEachRepeatedMember { key, value in
      context.record(
        .warning,
        DecodingProblem(
          .duplicateKey, at: value.index,
          detail: RepeatedKeys.words(key.displayText)),
        model: nil, property: nil)
    }
  }

  /// Visits the members of an object whose key stands in it before; of equal keys the last one counts.
  ///
  /// - Complexity: O(members).
  func forEachRepeatedMember(_ body: (_ key: JSONCursor, _ value: JSONCursor) -> Void) {
    var seen: Set<[UInt8]> = []
    forEachMember { key, value in
      if !seen.insert(key.textBytes).inserted { body(key, value) }
    }
  }

  /// A string's bytes with its escapes resolved: two strings are the same text exactly if these are equal.
  private var textBytes: [UInt8] {
    guard word.flag else { return Array(utf8) }
    return [UInt8](unsafeUninitializedCapacity: utf8.count) { output, count in
      count = JSONStringDecoder.decode(utf8, into: output, loneSurrogates: .kept).count
    }
  }

  private var displayText: String { Shortened.text(String(decoding: textBytes, as: UTF8.self)) }
}
