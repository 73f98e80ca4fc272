import Mantle

/// New texts of a record, in which only the edited value differs, byte for byte.
extension Record {
  /// The record's text with a range of its bytes replaced.
  func replacing(_ range: Range<Int>, with replacement: [UInt8]) -> [UInt8] {
    replacing(range, with: replacement, in: bytes.slice(self.range))
  }

  /// The same in a text whose bytes up to the end of the range are still the record's.
  func replacing(_ range: Range<Int>, with replacement: [UInt8], in text: [UInt8]) -> [UInt8] {
    let start = range.lowerBound - self.range.lowerBound
    return Array(text[..<start]) + replacement + text[(start + range.count)...]
  }

  /// The text without an element or a member, and without the comma that goes with it.
  func removing(_ node: JSONNode) -> [UInt8] {
    guard let parent = node.parent else { return bytes.slice(range) }
    let children = parent.childRanges
    guard let index = children.firstIndex(where: { $0.upperBound == node.byteRange.upperBound }) else {
      return bytes.slice(range)
    }
    if index > 0 { return replacing(children[index - 1].upperBound..<children[index].upperBound, with: []) }
    if index + 1 < children.count {
      return replacing(children[index].lowerBound..<children[index + 1].lowerBound, with: [])
    }
    return replacing(children[index], with: [])
  }

  /// The text with a new element, laid out like its neighbours.
  func inserting(_ element: [UInt8], at index: Int, in array: JSONNode) -> [UInt8] {
    inserting(element, at: index, in: array, children: array.childRanges)
  }

  /// The text with a new member, spaced and laid out like its neighbours.
  func insertingMember(_ key: String, _ value: [UInt8], at index: Int, in object: JSONNode) -> [UInt8] {
    let member = Array(JSONText.quoted(key).utf8) + object.colon + value
    return inserting(member, at: index, in: object, children: object.childRanges)
  }

  /// The text with a value at a key path of an object; objects on the way that are not there are made.
  func inserting(_ value: [UInt8], at path: JSONKeyPath, in owner: JSONNode) throws -> [UInt8] {
    var object = owner
    var rest = path.components[...]
    while case .key(let key) = rest.first, rest.count > 1, let next = object[key] {
      guard next.kind == .object || next.isNull else {
        throw EditRefused(description: "\(key) is not an object")
      }
      if next.isNull {
        return replacing(next.byteRange, with: try Self.nested(value, under: rest.dropFirst()))
      }
      object = next
      rest = rest.dropFirst()
    }
    guard case .key(let key) = rest.first, object.kind == .object else {
      throw EditRefused(description: "\(path) cannot be made")
    }
    let member =
      Array(JSONText.quoted(key).utf8) + object.colon + (try Self.nested(value, under: rest.dropFirst()))
    let children = object.childRanges
    return inserting(member, at: children.count, in: object, children: children)
  }

  /// A value inside new objects, from the outermost key to the innermost.
  private static func nested(_ value: [UInt8], under path: ArraySlice<JSONKeyPath.Component>) throws
    -> [UInt8]
  {
    var text = value
    for component in path.reversed() {
      guard case .key(let key) = component else { throw EditRefused(description: "there is no such element") }
      text = Array("{\(JSONText.quoted(key)): ".utf8) + text + Array("}".utf8)
    }
    return text
  }

  private func inserting(
    _ child: [UInt8], at index: Int, in container: JSONNode, children: [Range<Int>]
  ) -> [UInt8] {
    let comma: [UInt8] = [0x2C]
    if children.isEmpty {
      let inside = container.byteRange.lowerBound + 1..<container.byteRange.upperBound - 1
      return replacing(inside, with: child)
    }
    let space = separation(of: children, in: container)
    if index < children.count {
      let start = children[index].lowerBound
      return replacing(start..<start, with: child + comma + space)
    }
    let end = children[children.count - 1].upperBound
    return replacing(end..<end, with: comma + space + child)
  }

  /// The white space between two children, or in front of the only one.
  private func separation(of children: [Range<Int>], in container: JSONNode) -> [UInt8] {
    if children.count > 1 {
      return bytes.slice(children[0].upperBound..<children[1].lowerBound).filter { $0 != 0x2C }
    }
    let lead = bytes.slice(container.byteRange.lowerBound + 1..<children[0].lowerBound)
    // A space after the colon asks for one after the comma.
    return lead.isEmpty && container.kind == .object && container.colon.last == 0x20 ? [0x20] : lead
  }
}

extension JSONNode {
  /// Where the elements, or the members with their keys, stand in the document's bytes.
  ///
  /// - Complexity: O(values inside).
  fileprivate var childRanges: [Range<Int>] {
    switch kind {
    case .array: elements.map(\.byteRange)
    case .object: members.map { $0.key.byteRange.lowerBound..<$0.value.byteRange.upperBound }
    default: []
    }
  }

  /// What stands between keys and values here, e.g. `: `.
  fileprivate var colon: [UInt8] {
    guard let first = members.first(where: { _ in true }) else { return Array(": ".utf8) }
    return document.bytes.slice(first.key.byteRange.upperBound..<first.value.byteRange.lowerBound)
  }
}
