/// JSON Merge Patch (RFC 7396).
package enum MergePatch {
  /// The patch's outcome for a target, as RFC 7396 §2 defines it: null removes, objects merge, everything else
  /// replaces. Of a key that is repeated, in either, the last value counts.
  ///
  /// - Complexity: linear in both, recursive in the patch's depth, which the parser bounds.
  package static func apply(_ patch: JSONNode, to target: JSONNode?) -> [UInt8] {
    var writer = JSONWriter()
    write(patch, over: target, to: &writer)
    return writer.finish()
  }

  private static func write(_ patch: JSONNode, over target: JSONNode?, to writer: inout JSONWriter) {
    guard patch.kind == .object else { return writer.rawJSON(patch) }
    let changes = DistinctMembers(of: patch)
    let own = target.map { DistinctMembers(of: $0) }
    writer.beginObject()
    for member in own?.all ?? [] {
      guard let change = changes[member.id] else {
        writer.member(member.key)
        writer.rawJSON(member.value)
        continue
      }
      guard !change.isNull else { continue }
      writer.member(member.key)
      write(change, over: member.value, to: &writer)
    }
    for change in changes.all where !change.value.isNull && own?[change.id] == nil {
      writer.member(change.key)
      write(change.value, over: nil, to: &writer)
    }
    writer.endObject()
  }
}

/// The members of an object by their keys, each key once, in the order of first occurrence and with the last value.
package struct DistinctMembers {
  package struct Member {
    /// The key's bytes with its escapes resolved: keys are the same only where these are.
    package let id: [UInt8]
    package let key: JSONNode
    package fileprivate(set) var value: JSONNode
  }

  package private(set) var all: [Member] = []
  private var places: [[UInt8]: Int] = [:]

  /// None for a value that is no object.
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
  /// Begins a member whose key is written as it stands elsewhere.
  package mutating func member(_ key: JSONNode) {
    element()
    rawJSON(key)
    raw(":")
  }
}
