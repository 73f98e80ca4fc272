import MantlePlatform

/// A hash table of the members of an object, for objects in which many keys are looked up.
///
/// - Complexity: O(*n*) to create it, where *n* is the number of members, and O(1) to find a member.
package struct MemberTable: Sendable {
  private let object: JSONNode
  /// The indices of the keys in the document's table.
  private var keys: [Int] = []
  /// The number of each member, counted from 1, at the place of the hash of its key or after it; 0 at free places.
  private var places: [Int] = []

  /// Creates the table of an object; other values have no members.
  ///
  /// - Parameter other: The table of an object that probably has the same keys, which are not hashed again then.
  package init(of object: JSONNode, like other: MemberTable? = nil) {
    self.object = object
    let document = object.document
    let end = object.kind == .object ? object.endIndex : object.index
    keys.reserveCapacity(other?.keys.count ?? 0)
    var index = object.index + 1
    while index < end {
      keys.append(index)
      index = document.endIndex(at: index + 1)
    }
    if let other, object.hasKeys(of: other.object) {
      places = other.places
      return
    }
    var size = 8
    while size < 2 * keys.count { size *= 2 }
    places = [Int](repeating: 0, count: size)
    for (number, index) in keys.enumerated() {
      let free = document.withText(at: index) { key in place(of: key) }
      // The last one counts of members with the same key.
      places[free] = number + 1
    }
  }

  /// The value of the member with a key; nil if there is none.
  package subscript(key: String) -> JSONNode? {
    var key = key
    let number = key.withUTF8 { places[place(of: $0)] }
    return number > 0 ? object.at(keys[number - 1] + 1) : nil
  }

  /// Returns the slot of the member with a key, or the free slot in which the member would be stored.
  private func place(of key: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    var place = hasher.finalize() & (places.count - 1)
    while places[place] > 0,
      !object.document.withText(at: keys[places[place] - 1], { $0.hasBytes(of: key) })
    {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }
}

extension JSONNode {
  /// Returns whether this and another value are objects with the same keys in the same order and spelling.
  package func hasKeys(of other: JSONNode) -> Bool {
    guard kind == .object, other.kind == .object else { return false }
    let (end, otherEnd) = (endIndex, other.endIndex)
    var (index, otherIndex) = (self.index + 1, other.index + 1)
    while index < end, otherIndex < otherEnd {
      let isEqual = document.withSource(at: index) { key in
        other.document.withSource(at: otherIndex) { key.hasBytes(of: $0) }
      }
      guard isEqual else { return false }
      index = document.endIndex(at: index + 1)
      otherIndex = other.document.endIndex(at: otherIndex + 1)
    }
    return index >= end && otherIndex >= otherEnd
  }
}

extension JSONDocument {
  /// Calls a function with the content of the string at an index of the node table. The escapes of the string
  /// are resolved.
  fileprivate func withText<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let word = word(at: index)
    if word.flag { return JSONNode(document: self, index: index).decodedBytes.withUnsafeBufferPointer(body) }
    return withSource(at: index, body)
  }

  /// Calls a function with the source between the quotes of the string at an index of the table.
  fileprivate func withSource<Result>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let word = word(at: index)
    let start = range.lowerBound + word.offset
    return bytes.withBytes(in: start..<start + nodeText.stringLength(of: word), body)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether two buffers have the same bytes.
  package func hasBytes(of other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let baseAddress, let otherAddress = other.baseAddress else { return isEmpty && other.isEmpty }
    return count == other.count && memcmp(baseAddress, otherAddress, count) == 0
  }
}
