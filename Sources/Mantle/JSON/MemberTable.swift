/// A hash table of the members of an object, for objects in which many keys are looked up.
///
/// - Complexity: O(*n*) to create it, where *n* is the number of members, and O(1) to find a member.
package struct MemberTable: Sendable {
  private let object: JSONNode
  /// The slots of the hash table, with linear probing: the node-table index of a member's value, or 0 in a
  /// free slot.
  private var places: [Int]

  /// Creates the table of an object; other values have no members.
  package init(of object: JSONNode) {
    self.object = object
    let document = object.document
    let end = object.kind == .object ? object.endIndex : object.index
    func forEachKey(_ body: (Int) -> Void) {
      var index = object.index + 1
      while index < end {
        body(index)
        index = document.endIndex(at: index + 1)
      }
    }
    var (count, size) = (0, 8)
    forEachKey { _ in count += 1 }
    while size < 2 * count { size *= 2 }
    places = [Int](repeating: 0, count: size)
    forEachKey { index in
      let free = document.withText(at: index) { key in place(of: key) }
      // The last member with a repeated key replaces the earlier members.
      places[free] = index + 1
    }
  }

  /// The value of the member with a key; nil if there is none.
  package subscript(key: String) -> JSONNode? {
    var key = key
    let index = key.withUTF8 { places[place(of: $0)] }
    return index > 0 ? object.at(index) : nil
  }

  /// Returns the slot of the member with a key, or the free slot in which the member would be stored.
  private func place(of key: UnsafeBufferPointer<UInt8>) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    var place = hasher.finalize() & (places.count - 1)
    while places[place] > 0,
      !object.document.withText(at: places[place] - 1, { $0.elementsEqual(key) })
    {
      place = (place + 1) & (places.count - 1)
    }
    return place
  }
}

extension JSONDocument {
  /// Calls a function with the content of the string at an index of the node table. The escapes of the string
  /// are resolved.
  fileprivate func withText<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let word = word(at: index)
    if word.flag { return JSONNode(document: self, index: index).decodedBytes.withUnsafeBufferPointer(body) }
    let start = range.lowerBound + word.offset
    return bytes.withBytes(in: start..<start + nodeText.stringLength(of: word), body)
  }
}
