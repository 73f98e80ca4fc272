/// How one JSON value differs from another: objects are compared member by member, everything else as a whole.
indirect enum JSONDifference {
  /// Another value, or one that was or is not there.
  case value(before: JSONNode?, after: JSONNode?)
  case members([(key: JSONNode, difference: JSONDifference)])

  /// One place where two values differ.
  struct Part {
    let path: JSONKeyPath
    let before: JSONNode?
    let after: JSONNode?
  }

  /// Nil where the values are equivalent.
  ///
  /// - Complexity: linear in both, recursive in their depth.
  init?(from a: JSONNode, to b: JSONNode) {
    guard a.kind == .object, b.kind == .object else {
      if a.isEquivalent(to: b) { return nil }
      self = .value(before: a, after: b)
      return
    }
    let (old, new) = (DistinctMembers(of: a), DistinctMembers(of: b))
    var members = old.all.compactMap { member -> (key: JSONNode, difference: JSONDifference)? in
      guard let other = new[member.id] else {
        return (member.key, .value(before: member.value, after: nil))
      }
      return JSONDifference(from: member.value, to: other).map { (member.key, $0) }
    }
    for member in new.all where old[member.id] == nil {
      members.append((member.key, .value(before: nil, after: member.value)))
    }
    if members.isEmpty { return nil }
    self = .members(members)
  }

  /// The places, in the order of the first value, then of the second.
  var parts: [Part] { parts(at: []) }

  private func parts(at path: [JSONKeyPath.Component]) -> [Part] {
    switch self {
    case .value(let before, let after): [Part(path: JSONKeyPath(path), before: before, after: after)]
    case .members(let members):
      members.flatMap { $0.difference.parts(at: path + [.key($0.key.displayText)]) }
    }
  }

  /// Writes the difference as a merge patch.
  func writePatch(to writer: inout JSONWriter) {
    switch self {
    case .value(_, let after?): writer.rawJSON(after)
    case .value(_, nil): writer.null()
    case .members(let members):
      writer.beginObject()
      for member in members {
        writer.member(member.key)
        member.difference.writePatch(to: &writer)
      }
      writer.endObject()
    }
  }
}
