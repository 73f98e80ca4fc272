extension JSONCursor {
  /// Whether an object's keys are certainly all different.
  ///
  /// Says false in doubt: for keys with escapes, for many keys, and for keys that agree in length and in their
  /// first and last eight bytes. It is for objects as models have them, of which most have no duplicates.
  @inlinable var hasDistinctKeys: Bool {
    guard self.is(.object) else { return false }
    return DistinctKeys.areDistinct(in: self, slots: next &- index <= 32 ? 32 : DistinctKeys.slots)
  }
}

@usableFromInline enum DistinctKeys {
  /// How many keys are looked at, at most; twice as many slots keep the search for a free one short.
  private static var limit: Int { 64 }
  @inlinable static var slots: Int { 128 }

  /// - Parameter slots: a power of two, greater than the number of keys that are looked at.
  @inline(never) @usableFromInline static func areDistinct(in object: JSONCursor, slots: Int) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: slots) { seen in
      seen.initialize(repeating: 0)
      var index = object.index &+ 1
      let end = object.next
      var count = 0
      while index < end {
        let key = object.nodes[index]
        count &+= 1
        if key.flag || count > limit { return false }
        let bytes = object.bytes + key.offset
        let hash = KeyTable.hash(
          KeyTable.firstWord(bytes, key.payload), KeyTable.lastWord(bytes, key.payload), key.payload)
        // Zero stands for a free slot. The multiplication brings every bit's influence to the top.
        let print = hash &* 0x9e37_79b9_7f4a_7c15 | 1
        var slot = Int(truncatingIfNeeded: print &>> 57) & (slots &- 1)
        while seen[slot] != 0 {
          if seen[slot] == print { return false }
          slot = (slot &+ 1) & (slots &- 1)
        }
        seen[slot] = print
        index = object.at(index &+ 1).next
      }
      return true
    }
  }
}
