/// The difference between two JSON values.
package indirect enum JSONDifference {
  /// A changed, added or removed value; nil on the side where it is missing.
  case value(before: JSONNode?, after: JSONNode?)
  case members([(key: JSONNode, difference: JSONDifference)])
  /// Elements that were changed or moved; `after` is the complete new array.
  case elements([Element], after: JSONNode?)

  /// One element of an array before and after the change.
  package struct Element {
    /// The positions of the element; nil on the side where it is missing.
    let before: Int?
    let after: Int?
    /// The difference of the element; nil for an element that was only moved.
    let difference: JSONDifference?
  }

  /// The method of pairing the elements of two arrays.
  package enum ArrayMatching {
    /// Arrays are compared as a whole.
    case whole
    /// Elements are paired by the value of the first of these keys that is a unique scalar in both arrays. If
    /// there is no such key, elements are paired by position after excluding the unchanged ones.
    case elements(keys: [String])
  }

  /// One location where two values differ.
  package struct Part {
    /// The path in the second value; for a removed value, the path in the first value.
    package let path: JSONKeyPath
    /// The value before the change; nil if it was added.
    package let before: JSONNode?
    /// The value after the change; nil if it was removed.
    package let after: JSONNode?
    /// The former position of an element that was moved.
    package var movedFrom: Int?
  }

  /// Creates the difference of two values; nil if they are equivalent.
  ///
  /// - Complexity: O(*n*) in the size of both values, recursive in their depth. For arrays without an
  ///   identifying key, quadratic in up to 1,000 elements between the first and the last change.
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

  /// Creates the difference of two lists of values, paired like the elements of two arrays.
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

  /// The locations of all differences, in the order of the first value, then of the second.
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

  /// The path of the first value that becomes null, which a merge patch cannot express: null removes the
  /// member (RFC 7396 §1).
  package var firstNullInPatch: JSONKeyPath? { firstNull(at: []) }

  private func firstNull(at path: [JSONKeyPath.Component]) -> JSONKeyPath? {
    switch self {
    // A patch that is not an object is the new value itself.
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
  /// The keys that usually identify the elements of lists, used if no other keys are given.
  package static let usualKeys = ["id", "uuid", "_id", "key", "number", "name", "path", "url"]
}

extension JSONNode {
  /// Returns the path of the first null in the value or its members at any depth. Arrays are replaced as a
  /// whole, so their nulls are kept.
  fileprivate func firstNull(at path: [JSONKeyPath.Component]) -> JSONKeyPath? {
    if isNull { return JSONKeyPath(path) }
    return DistinctMembers(of: self).all.lazy.compactMap { member in
      member.value.firstNull(at: path + [.key(member.key.displayText)])
    }.first
  }
}
