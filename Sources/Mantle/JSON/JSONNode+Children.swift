import MantlePlatform

extension JSONNode {
  /// The members of an object in document order, including repeated keys; empty for every other value.
  ///
  /// ```swift
  /// for (key, value) in document.root.members { print(key.displayText, value.rawText) }
  /// ```
  public var members: JSONMembers { JSONMembers(of: self) }

  /// The elements of an array in order; empty for every other value.
  ///
  /// ```swift
  /// for label in document.root.elements { print(label.displayText) }
  /// ```
  public var elements: JSONElements { JSONElements(of: self) }

  /// The number of elements or members, including repeated keys; 0 for every other value.
  ///
  /// - Complexity: O(*n*), where *n* is the number of children.
  public var count: Int {
    switch kind {
    case .array: elements.reduce(0) { count, _ in count + 1 }
    case .object: members.reduce(0) { count, _ in count + 1 }
    default: 0
    }
  }

  /// The node of the key of this value, which must be a member of an object.
  package var memberKey: JSONNode { at(index - 1) }

  /// The offset of the value's first byte in the whole input, which may be larger than the document.
  ///
  /// - Complexity: O(1), unlike that of ``byteRange``.
  package var startInText: Int { document.range.lowerBound + startOffset }

  /// The value of the member with a key; the last value if the key is repeated. Nil if the key is absent or if
  /// this is not an object.
  ///
  /// ```swift
  /// let login = document.root["user"]?["login"]?.displayText
  /// ```
  ///
  /// See ``find(_:)`` for a path of several steps.
  ///
  /// - Complexity: O(*n*), where *n* is the number of members.
  public subscript(key: String) -> JSONNode? {
    guard kind == .object else { return nil }
    // The loop uses indices because a node for each key would retain and release the document, which takes
    // five times as long.
    let end = endIndex
    var (index, found) = (self.index + 1, Int?.none)
    while index < end {
      if document.hasText(key, at: index) { found = index + 1 }
      index = document.endIndex(at: index + 1)
    }
    return found.map(at)
  }

  /// Calls a function for each member of an object whose key is in a list of keys, with the index of the key
  /// in the list and the value of the member.
  ///
  /// - Complexity: O(*n*) if the members are in the order of the keys, where *n* is the number of members.
  package func forEachMember(of keys: [String], _ body: (Int, JSONNode) -> Void) {
    let end = endIndex
    var (index, expected) = (self.index + 1, 0)
    while index < end {
      let isKey = { document.hasText($0, at: index) }
      if let found = keys[expected...].firstIndex(where: isKey) ?? keys.firstIndex(where: isKey) {
        body(found, at(index + 1))
        expected = found + 1
      }
      index = document.endIndex(at: index + 1)
    }
  }

  /// The element at an index; nil if the index is out of range or if this is not an array.
  ///
  /// ```swift
  /// let first = document.root["labels"]?[0]
  /// ```
  ///
  /// - Complexity: O(*position*), and O(1) for elements that are accessed in their order.
  public subscript(position: Int) -> JSONNode? {
    guard position >= 0, kind == .array else { return nil }
    var (child, ordinal) = (index + 1, 0)
    if let known = document.lastChild.child(in: index), known.ordinal <= position { (child, ordinal) = known }
    let (start, end) = (ordinal, endIndex)
    while child < end, ordinal < position {
      child = document.endIndex(at: child)
      ordinal += 1
    }
    guard child < end else { return nil }
    if ordinal > start + 16 || start > 0 { document.lastChild.remember(child, ordinal, in: index) }
    return at(child)
  }

  /// Returns whether this is a string with exactly the given content after resolving escapes. Strings are
  /// compared by Unicode scalars, without canonical equivalence.
  func hasText(_ text: String) -> Bool { kind == .string && document.hasText(text, at: index) }
}

extension JSONDocument {
  /// Returns whether the string at an index of the node table has exactly the given content after resolving
  /// escapes.
  fileprivate func hasText(_ text: String, at index: Int) -> Bool {
    let word = word(at: index)
    if word.flag { return JSONNode(document: self, index: index).decodedBytes.elementsEqual(text.utf8) }
    let length = nodeText.stringLength(of: word)
    guard length == text.utf8.count else { return false }
    let start = range.lowerBound + word.offset
    return bytes.withBytes(in: start..<start + length) { bytes in
      let isEqual = text.utf8.withContiguousStorageIfAvailable { bytes.hasBytes(of: $0) }
      return isEqual ?? bytes.elementsEqual(text.utf8)
    }
  }
}

/// A lazy sequence of the members of an object.
///
/// The keys are nodes, so they have locations, too. See ``JSONNode/members``.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let object: JSONNode
  private var index: Int
  private let end: Int

  init(of object: JSONNode) {
    self.object = object
    index = object.index + 1
    end = object.kind == .object ? object.endIndex : index
  }

  /// Returns the key and value of the next member; nil after the last member.
  public mutating func next() -> (key: JSONNode, value: JSONNode)? {
    guard index < end else { return nil }
    let key = object.at(index)
    let value = object.at(index + 1)
    index = value.endIndex
    return (key, value)
  }
}

/// A lazy sequence of the elements of an array.
///
/// See ``JSONNode/elements``.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let array: JSONNode
  private var index: Int
  private let end: Int

  init(of array: JSONNode) {
    self.array = array
    index = array.index + 1
    end = array.kind == .array ? array.endIndex : index
  }

  /// Returns the next element of the array; nil after the last element.
  public mutating func next() -> JSONNode? {
    guard index < end else { return nil }
    let element = array.at(index)
    index = element.endIndex
    return element
  }
}
