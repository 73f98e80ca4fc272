import MantlePlatform

// Comparison of strings with literals, used by hand-written `decode` methods to match keys.

extension JSONCursor {
  /// The length of a string in UTF-8 bytes after resolving escapes; 0 for every other kind of value.
  ///
  /// - Complexity: O(1), or O(*n*) if the string has escapes.
  @inlinable @inline(__always) package var textLength: Int {
    let word = word
    guard word.kindCode == JSONKind.string.rawValue else { return 0 }
    return word.flag ? unescapedLength : length(of: word)
  }

  /// The first eight bytes of a string as written, padded with zeros if the string is shorter.
  ///
  /// Reading past the end is safe because ``JSONBytes/padding`` bytes follow the text.
  @inlinable @inline(__always) package var head: UInt64 {
    let word = word
    let bytes = UInt64(littleEndian: UnsafeRawPointer(bytes + word.offset).loadUnaligned(as: UInt64.self))
    return word.payload >= 8 ? bytes : bytes & (1 &<< UInt64(8 &* word.payload) &- 1)
  }

  /// The last eight bytes of a string as written; zero if the string has at most eight bytes.
  @inlinable @inline(__always) package var tail: UInt64 {
    let word = word
    let length = length(of: word)
    guard length > 8 else { return 0 }
    let end = UnsafeRawPointer(bytes + word.offset + length - 8)
    return UInt64(littleEndian: end.loadUnaligned(as: UInt64.self))
  }

  /// The length of a string after resolving escapes, computed without resolving them; nil if the string has a
  /// numeric escape, which may be one half of a surrogate pair.
  package var lengthOfSimpleText: Int? {
    let text = utf8
    guard word.flag, let start = text.baseAddress else { return text.count }
    var length = text.count
    var position = 0
    while position < text.count,
      let backslash = memchr(start + position, Int32(ASCII.backslash), text.count - position)
    {
      // The parser has validated the character after each backslash.
      position = UnsafeRawPointer(backslash) - UnsafeRawPointer(start) + 2
      if start[position - 1] == 0x75 { return nil }
      length -= 1
    }
    return length
  }

  /// Returns whether this is a string equal to `text`, however it is escaped.
  @inlinable @inline(__always) package func hasText(_ text: StaticString) -> Bool {
    let word = word
    guard word.kindCode == JSONKind.string.rawValue else { return false }
    if word.flag { return hasUnescapedText(text) }
    return word.payload == text.utf8CodeUnitCount
      && memcmp(bytes + word.offset, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Returns the node of a key in an object whose keys are distinct and have no escapes.
  ///
  /// - Parameter start: the node of the key to compare first; the search wraps around to the keys before it.
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
