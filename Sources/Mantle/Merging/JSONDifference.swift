/// How one JSON value differs from another.
package indirect enum JSONDifference {
  /// Another value, or one that was or is not there.
  case value(before: JSONNode?, after: JSONNode?)
  case members([(key: JSONNode, difference: JSONDifference)])
  /// Elements that differ or stand elsewhere; `after` is the whole new array.
  case elements([Element], after: JSONNode?)

  /// One element of an array before and after.
  package struct Element {
    /// Its positions; nil where it was or is not there.
    let before: Int?
    let after: Int?
    /// Nil for an element that only stands elsewhere.
    let difference: JSONDifference?
  }

  /// What is compared with what in arrays.
  package enum ArrayMatching {
    /// Arrays are values: they are the same or not.
    case whole
    /// Elements belong together that have the same scalar for one of these keys, the first that tells the elements of
    /// both arrays apart; where none does, those that stand in the same place once the unchanged ones are set aside.
    case elements(keys: [String])
  }

  /// One place where two values differ.
  package struct Part {
    /// Where it is in the second value; where it was in the first for what is gone.
    package let path: JSONKeyPath
    package let before: JSONNode?
    package let after: JSONNode?
    /// Its position before, where an element stands elsewhere now.
    package var movedFrom: Int?
  }

  /// Nil where the values are equivalent.
  ///
  /// - Complexity: linear in both, recursive in their depth; for arrays without a key that tells their elements apart,
  ///   quadratic in up to 1,000 elements around the first and the last change.
  package init?(from a: JSONNode, to b: JSONNode, arrays: ArrayMatching = .whole) {
    switch (a.kind, b.kind, arrays) {
    case (.object, .object, _):
      let members = Self.members(a, b, arrays)
      if members.isEmpty { return nil }
      self = .members(members)
    case (.array, .array, .elements(let keys)):
      guard
        let difference = JSONDifference(
          from: Array(a.elements), to: Array(b.elements), keys: keys, whole: b)
      else { return nil }
      self = difference
    default:
      if a.isEquivalent(to: b) { return nil }
      self = .value(before: a, after: b)
    }
  }

  /// The difference of two lists of values, matched as the elements of two arrays are.
  package init?(from a: [JSONNode], to b: [JSONNode], keys: [String], whole: JSONNode? = nil) {
    let elements = ElementMatcher(a, b, keys: keys).pairs.compactMap { pair -> Element? in
      guard let old = pair.before, let new = pair.after else {
        let difference = JSONDifference.value(
          before: pair.before.map { a[$0] }, after: pair.after.map { b[$0] })
        return Element(before: pair.before, after: pair.after, difference: difference)
      }
      let difference = JSONDifference(from: a[old], to: b[new], arrays: .elements(keys: keys))
      guard difference != nil || pair.isMoved else { return nil }
      return Element(before: pair.isMoved ? old : nil, after: new, difference: difference)
    }
    if elements.isEmpty { return nil }
    self = .elements(elements, after: whole)
  }

  private static func members(
    _ a: JSONNode, _ b: JSONNode, _ arrays: ArrayMatching
  ) -> [(key: JSONNode, difference: JSONDifference)] {
    let (old, new) = (DistinctMembers(of: a), DistinctMembers(of: b))
    var members = old.all.compactMap { member -> (key: JSONNode, difference: JSONDifference)? in
      guard let other = new[member.id] else {
        return (member.key, .value(before: member.value, after: nil))
      }
      return JSONDifference(from: member.value, to: other, arrays: arrays).map { (member.key, $0) }
    }
    for member in new.all where old[member.id] == nil {
      members.append((member.key, .value(before: nil, after: member.value)))
    }
    return members
  }

  /// The places, in the order of the first value, then of the second.
  package var parts: [Part] { parts(at: []) }

  private func parts(at path: [JSONKeyPath.Component]) -> [Part] {
    switch self {
    case .value(let before, let after): [Part(path: JSONKeyPath(path), before: before, after: after)]
    case .members(let members):
      members.flatMap { $0.difference.parts(at: path + [.key($0.key.displayText)]) }
    case .elements(let elements, _):
      elements.flatMap { element -> [Part] in
        let here = path + [.index(element.after ?? element.before ?? 0)]
        let inner = element.difference?.parts(at: here) ?? []
        guard let before = element.before, element.after != nil else { return inner }
        return [Part(path: JSONKeyPath(here), before: nil, after: nil, movedFrom: before)] + inner
      }
    }
  }

  /// Writes the difference as a merge patch, in which arrays are replaced as a whole.
  func writePatch(to writer: inout JSONWriter) {
    switch self {
    case .value(_, let after?), .elements(_, let after?): writer.rawJSON(after)
    case .value(_, nil), .elements(_, nil): writer.null()
    case .members(let members):
      writer.beginObject()
      for member in members {
        writer.member(member.key)
        member.difference.writePatch(to: &writer)
      }
      writer.endObject()
    }
  }

  /// The first place that becomes null, which a merge patch cannot say: null removes a member there.
  package var firstNullInPatch: JSONKeyPath? { firstNull(at: []) }

  private func firstNull(at path: [JSONKeyPath.Component]) -> JSONKeyPath? {
    switch self {
    // A patch that is no object is the new value itself.
    case .value(_, let after):
      after.flatMap { path.isEmpty && $0.kind != .object ? nil : $0.firstNull(at: path) }
    case .elements: nil
    case .members(let members):
      members.lazy.compactMap { $0.difference.firstNull(at: path + [.key($0.key.displayText)]) }.first
    }
  }

  /// The difference as a JSON Merge Patch (RFC 7396).
  package var mergePatch: [UInt8] {
    var writer = JSONWriter()
    writePatch(to: &writer)
    return writer.finish()
  }
}

extension JSONDifference {
  /// Keys that tell the elements of lists apart where nothing else is said.
  package static let usualKeys = ["id", "uuid", "_id", "key", "number", "name", "path", "url"]
}

extension JSONNode {
  /// The first null that is the value or a member at any depth; arrays are replaced as a whole and keep theirs.
  fileprivate func firstNull(at path: [JSONKeyPath.Component]) -> JSONKeyPath? {
    if isNull { return JSONKeyPath(path) }
    return DistinctMembers(of: self).all.lazy.compactMap { member in
      member.value.firstNull(at: path + [.key(member.key.displayText)])
    }.first
  }
}
