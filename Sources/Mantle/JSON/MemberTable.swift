/// The members of an object by their keys, for objects in which many keys are searched.
///
/// - Complexity: O(*n*) to create it, where *n* is the number of members, and O(1) to find a member.
package struct MemberTable: Sendable {
  private let object: JSONNode
  /// The indices of the values in the document's table, each at the place of the hash of its key or after it; 0 at free places.
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
      // The last one counts of members with the same key.
      places[free] = index + 1
    }
  }

  /// The value of a key; nil if there is none.
  package subscript(key: String) -> JSONNode? {
    var key = key
    let index = key.withUTF8 { places[place(of: $0)] }
    return index > 0 ? object.at(index) : nil
  }

  /// Returns the place of the member with a key, or the free place for it.
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
  /// Calls a function with the content of the string at an index of the table after resolving escapes.
  fileprivate func withText<Result>(at index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let word = word(at: index)
    if word.flag { return JSONNode(document: self, index: index).decodedBytes.withUnsafeBufferPointer(body) }
    let start = range.lowerBound + word.offset
    return bytes.withBytes(in: start..<start + nodeText.stringLength(of: word), body)
  }
}
