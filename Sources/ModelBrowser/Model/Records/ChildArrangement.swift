import Mantle

/// The children that an edited container has, in their new order.
struct ChildArrangement {
  /// A child of the new arrangement.
  enum Child {
    /// The child that had this index before the edit.
    case kept(Int)
    /// A new child: its JSON, preceded by its key in an object.
    case new([UInt8])
  }

  let container: JSONNode
  let children: [Child]

  /// Returns the arrangement of the remaining children after some are removed.
  static func removing(_ nodes: [JSONNode], from container: JSONNode) -> ChildArrangement {
    let ends = Set(nodes.map(\.byteRange.upperBound))
    let left = container.childRanges.enumerated().filter { !ends.contains($0.element.upperBound) }
    return ordering(container, left.map(\.offset))
  }

  /// Returns the arrangement with a new child inserted after the first `index` children.
  static func inserting(
    _ json: [UInt8], key: String? = nil, at index: Int, in container: JSONNode
  ) -> ChildArrangement {
    let key = key.map { Array("\(JSONText.quoted($0)): ".utf8) } ?? []
    var children = (0..<container.count).map(Child.kept)
    children.insert(.new(key + json), at: min(index, children.count))
    return ChildArrangement(container: container, children: children)
  }

  /// Returns the arrangement of the children with the given indices, in that order.
  static func ordering(_ container: JSONNode, _ order: [Int]) -> ChildArrangement {
    ChildArrangement(container: container, children: order.map(Child.kept))
  }
}

extension JSONNode {
  /// The source range of each child of the container, including its key.
  var childRanges: [Range<Int>] {
    kind == .object
      ? members.map { $0.key.byteRange.lowerBound..<$0.value.byteRange.upperBound }
      : elements.map(\.byteRange)
  }
}
