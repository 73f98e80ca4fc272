extension JSONNode {
  /// The members of an object in document order, duplicates included; empty for every other value.
  public var members: JSONMembers { JSONMembers(of: self) }

  /// The elements of an array in order; empty for every other value.
  public var elements: JSONElements { JSONElements(of: self) }

  /// How many elements or members there are, duplicates included; 0 for every other value.
  ///
  /// - Complexity: O(children).
  public var count: Int {
    switch kind {
    case .array: elements.reduce(0) { count, _ in count + 1 }
    case .object: members.reduce(0) { count, _ in count + 1 }
    default: 0
    }
  }

  /// The key of a value that is a member of an object; of any other value something else.
  package var memberKey: JSONNode { at(index - 1) }

  /// Where the value begins in the document's bytes.
  ///
  /// - Complexity: O(1), unlike that of ``byteRange``.
  package var startInText: Int { document.range.lowerBound + startOffset }

  /// The value of a key, the last one where the key is repeated; nil where there is none.
  ///
  /// - Complexity: O(members).
  public subscript(key: String) -> JSONNode? {
    var found: JSONNode?
    for member in members where member.key.hasText(key) { found = member.value }
    return found
  }

  /// The element at a position; nil outside the array.
  ///
  /// - Complexity: O(position).
  public subscript(position: Int) -> JSONNode? {
    guard position >= 0 else { return nil }
    return elements.dropFirst(position).first { _ in true }
  }

  /// Whether a string is, after its escapes are resolved, exactly this text: scalar by scalar, not up to
  /// canonical equivalence.
  func hasText(_ text: String) -> Bool {
    guard kind == .string else { return false }
    if word.flag { return decodedBytes.elementsEqual(text.utf8) }
    let length = stringLength
    guard length == text.utf8.count else { return false }
    let start = document.range.lowerBound + word.offset
    return document.bytes.withBytes(in: start..<start + length) { $0.elementsEqual(text.utf8) }
  }
}

/// The members of an object, lazily.
public struct JSONMembers: Sequence, IteratorProtocol, Sendable {
  private let object: JSONNode
  private var index: Int
  private let end: Int

  init(of object: JSONNode) {
    self.object = object
    index = object.index + 1
    end = object.kind == .object ? object.endIndex : index
  }

  public mutating func next() -> (key: JSONNode, value: JSONNode)? {
    guard index < end else { return nil }
    let key = object.at(index)
    let value = object.at(index + 1)
    index = value.endIndex
    return (key, value)
  }
}

/// The elements of an array, lazily.
public struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let array: JSONNode
  private var index: Int
  private let end: Int

  init(of array: JSONNode) {
    self.array = array
    index = array.index + 1
    end = array.kind == .array ? array.endIndex : index
  }

  public mutating func next() -> JSONNode? {
    guard index < end else { return nil }
    let element = array.at(index)
    index = element.endIndex
    return element
  }
}
