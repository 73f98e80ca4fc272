import MantlePlatform

// Comparing strings with texts that stand in the source code: what a hand-written `decode` does with keys.

extension JSONCursor {
  /// The length of a string's text in UTF-8 bytes; 0 for every other kind.
  ///
  /// - Complexity: O(1), but linear where the string has escapes.
  @inlinable @inline(__always) package var textLength: Int {
    let word = word
    guard word.kindCode == JSONKind.string.rawValue else { return 0 }
    return word.flag ? unescapedLength : length(of: word)
  }

  /// The first eight bytes of a string as it is written, and zeros where it is shorter.
  ///
  /// Behind a text, ``JSONBytes/padding`` bytes more can be read than there are.
  @inlinable @inline(__always) package var head: UInt64 {
    let word = word
    let bytes = UInt64(littleEndian: UnsafeRawPointer(bytes + word.offset).loadUnaligned(as: UInt64.self))
    return word.payload >= 8 ? bytes : bytes & (1 &<< UInt64(8 &* word.payload) &- 1)
  }

  /// The last eight bytes of a string as it is written, and zero where it is no longer than that.
  @inlinable @inline(__always) package var tail: UInt64 {
    let word = word
    let length = length(of: word)
    guard length > 8 else { return 0 }
    let end = UnsafeRawPointer(bytes + word.offset + length - 8)
    return UInt64(littleEndian: end.loadUnaligned(as: UInt64.self))
  }

  /// How long a string is with its escapes resolved, found without resolving them; nil where one of them is by number: it may be
  /// half a character.
  package var lengthOfSimpleText: Int? {
    let text = utf8
    guard word.flag, let start = text.baseAddress else { return text.count }
    var length = text.count
    var position = 0
    while position < text.count,
      let backslash = memchr(start + position, Int32(ASCII.backslash), text.count - position)
    {
      // The parser has seen what stands behind each backslash.
      position = UnsafeRawPointer(backslash) - UnsafeRawPointer(start) + 2
      if start[position - 1] == 0x75 { return nil }
      length -= 1
    }
    return length
  }

  /// Whether this is a string with the given text, however it is escaped.
  @inlinable @inline(__always) package func hasText(_ text: StaticString) -> Bool {
    let word = word
    guard word.kindCode == JSONKind.string.rawValue else { return false }
    if word.flag { return hasUnescapedText(text) }
    return word.payload == text.utf8CodeUnitCount
      && memcmp(bytes + word.offset, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// The node of a key of an object whose keys have no escapes and are all different.
  ///
  /// - Parameter start: the node of the key that is looked at first; those before it come last.
  func indexOfKey(_ key: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let first = index &+ 1
    let end = next
    var position = start
    while position < end {
      if isKey(position, key) { return position }
      position = at(position &+ 1).next
    }
    position = first
    while position < start {
      if isKey(position, key) { return position }
      position = at(position &+ 1).next
    }
    return nil
  }

  private func isKey(_ position: Int, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let word = nodes[position]
    guard word.payload == key.count, let text = key.baseAddress else { return word.payload == key.count }
    return memcmp(bytes + word.offset, text, key.count) == 0
  }

  @inline(never) @usableFromInline var unescapedLength: Int { (try? string())?.utf8.count ?? 0 }

  @inline(never) @usableFromInline func hasUnescapedText(_ text: StaticString) -> Bool {
    guard let found = try? string() else { return false }
    return text.withUTF8Buffer { found.utf8.elementsEqual($0) }
  }
}
