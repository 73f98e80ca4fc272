/// An implementation of JSON Merge Patch (RFC 7396).
package enum MergePatch {
  /// Returns the result of applying a patch to a target (RFC 7396 §2): null removes a member, objects are
  /// merged, and every other value replaces the target. The last value of a repeated key is used, in the
  /// patch and in the target.
  ///
  /// - Parameter nodes: The indices of the null nodes in the patch that set a member to null. Every other
  ///   null removes a member.
  /// - Complexity: O(*n*) in the size of the patch and the target; recursive in the depth of the patch, which
  ///   the parser limits.
  package static func apply(
    _ patch: JSONNode, to target: JSONNode?, keepingNullsAt nodes: Set<Int> = []
  ) -> [UInt8] {
    var writer = JSONWriter()
    write(patch, over: target, nodes, to: &writer)
    return writer.finish()
  }

  private static func write(
    _ patch: JSONNode, over target: JSONNode?, _ nulls: Set<Int>, to writer: inout JSONWriter
  ) {
    func removes(_ change: JSONNode) -> Bool { change.isNull && !nulls.contains(change.index) }
    guard patch.kind == .object else { return writer.writeRawJSON(patch) }
    let changes = DistinctMembers(of: patch)
    let own = target.map { DistinctMembers(of: $0) }
    writer.beginObject()
    for member in own?.all ?? [] {
      guard let change = changes[member.id] else {
        writer.member(member.key)
        writer.writeRawJSON(member.value)
        continue
      }
      guard !removes(change) else { continue }
      writer.member(member.key)
      write(change, over: member.value, nulls, to: &writer)
    }
    for change in changes.all where !removes(change.value) && own?[change.id] == nil {
      writer.member(change.key)
      write(change.value, over: nil, nulls, to: &writer)
    }
    writer.endObject()
  }
}

/// The members of an object with distinct keys, in the order of first occurrence and with the last value of
/// each key.
package struct DistinctMembers {
  /// A member with its key and the last value of that key.
  package struct Member {
    /// The bytes of the key after resolving escapes; keys are equal if and only if these bytes are.
    package let id: [UInt8]
    /// The node of the key's first occurrence.
    package let key: JSONNode
    package fileprivate(set) var value: JSONNode
  }

  package private(set) var all: [Member] = []
  private var places: [[UInt8]: Int] = [:]

  /// Creates the distinct members of an object; every other kind of value has no members.
  package init(of object: JSONNode) {
    for (key, value) in object.members {
      let id = key.decodedBytes
      if let place = places[id] {
        all[place].value = value
      } else {
        places[id] = all.count
        all.append(Member(id: id, key: key, value: value))
      }
    }
  }

  package subscript(id: [UInt8]) -> JSONNode? { places[id].map { all[$0].value } }
}

extension JSONWriter {
  /// Writes the key of a member, exactly as it is spelled in its document. The caller then writes the value.
  package mutating func member(_ key: JSONNode) {
    beginElement()
    writeRawJSON(key)
    raw(":")
  }
}
