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

  /// Returns whether this is a string equal to `text`, however it is escaped.
  @inlinable @inline(__always) package func hasText(_ text: StaticString) -> Bool {
    let word = word
    guard word.kindCode == JSONKind.string.rawValue else { return false }
    if word.flag { return hasUnescapedText(text) }
    return word.payload == text.utf8CodeUnitCount
      && memcmp(bytes + word.offset, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Returns the node index of a key in an object whose keys are distinct and have no escapes; nil if the key
  /// is missing.
  ///
  /// - Parameter start: the node index of the key to compare first; the search wraps around to the keys before
  ///   it.
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
