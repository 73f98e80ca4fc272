/// The difference between two JSON values.
package indirect enum JSONDifference: Sendable {
  /// A value that was changed, added or removed as a whole; nil on the side where the value is missing.
  case value(before: JSONNode?, after: JSONNode?)
  case members([(key: JSONNode, difference: JSONDifference)])
  /// An array of which some elements were changed, added, removed or moved; `after` is the complete new
  /// array.
  case elements([Element], after: JSONNode?)

  /// An element of an array that was changed, added, removed or moved.
  package struct Element: Sendable {
    /// The indices of the element before and after the change; nil on the side where it is missing.
    package let before: Int?
    package let after: Int?
    /// The index in the second array after which the element must be inserted to restore its former position;
    /// nil for the start of the array.
    package var anchor: Int?
    /// Whether the order of the element changed relative to other elements that are in both arrays.
    package var isMoved = false
    /// The difference between the versions of the element; nil for an element that was only moved.
    package var difference: JSONDifference?
  }

  /// The method of pairing the elements of two arrays that are compared.
  package enum ArrayMatching {
    /// Arrays are compared as a whole.
    case whole
    /// Elements are paired by the value of the first key in `keys` whose values are unique scalars in both
    /// arrays. If there is no such key, elements are paired by position after excluding the unchanged ones.
    /// If `inAnyOrder` is true, a moved element is not a difference. Values in `ignoring` do not prevent two
    /// elements from being paired.
    case elements(keys: [String], inAnyOrder: Bool = false, ignoring: Set<JSONNode> = [])
  }

  /// One location where two values differ.
  package struct Part: Hashable, Sendable {
    /// The path of the location in the second value; for a removed value, the path in the first value.
    package let path: JSONKeyPath
    /// The value before the change; nil if the value was added.
    package let before: JSONNode?
    /// The value after the change; nil if the value was removed.
    package let after: JSONNode?
    /// The former index of an array element that was moved; nil for all other parts.
    package var movedFrom: Int?
  }

  /// Creates the difference between two values; nil if the values are equivalent.
  ///
  /// - Complexity: O(*n* log *n*) in the size of both values, recursive in their depth.
  package init?(from a: JSONNode, to b: JSONNode, arrays: ArrayMatching = .whole) {
    // Most elements of two versions of a file are identical, and comparing their bytes is the fastest test.
    if a.byteRange.count == b.byteRange.count, a.rawBytes == b.rawBytes { return nil }
    switch (a.kind, b.kind, arrays) {
    case (.object, .object, _):
      let members = Self.members(a, b, arrays)
      if members.isEmpty { return nil }
      self = .members(members)
    case (.array, .array, .elements(let keys, let inAnyOrder, let ignored)):
      guard
        let difference = JSONDifference(
          from: Array(a.elements), to: Array(b.elements), keys: keys, inAnyOrder: inAnyOrder,
          ignoring: ignored, whole: b)
      else { return nil }
      self = difference
    default:
      if a.isEquivalent(to: b) { return nil }
      self = .value(before: a, after: b)
    }
  }

  /// Creates the difference between two lists of values, which are paired like the elements of two arrays;
  /// nil if the lists do not differ.
  package init?(
    from a: [JSONNode], to b: [JSONNode], keys: [String], inAnyOrder: Bool = false,
    ignoring ignored: Set<JSONNode> = [], whole: JSONNode? = nil
  ) {
    let alignment = Alignment(elementsOf: a, b, keys: keys, inAnyOrder: inAnyOrder, without: ignored) {
      $0.isEquivalent(to: $1, besides: $2)
    }
    let anchors = alignment.anchors
    var elements: [Element] = []
    var removed = alignment.removed[...]
    func removeElements(before end: Int) {
      while let index = removed.first, index < end {
        let difference = JSONDifference.value(before: a[removed.removeFirst()], after: nil)
        elements.append(
          Element(before: index, after: nil, anchor: anchors[index], difference: difference))
      }
    }
    for (to, from) in alignment.origins.enumerated() {
      guard let from else {
        let difference = JSONDifference.value(before: nil, after: b[to])
        elements.append(Element(before: nil, after: to, difference: difference))
        continue
      }
      let isMoved = !inAnyOrder && alignment.moved.contains(to)
      if !isMoved { removeElements(before: from) }
      let difference = JSONDifference(
        from: a[from], to: b[to],
        arrays: .elements(keys: keys, inAnyOrder: inAnyOrder, ignoring: ignored))
      guard difference != nil || isMoved else { continue }
      elements.append(
        Element(before: from, after: to, anchor: anchors[from], isMoved: isMoved, difference: difference))
    }
    removeElements(before: a.count)
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

  /// The locations of all differences. The members of an object are in the order of the first value, followed
  /// by the members that only the second value has.
  package var parts: [Part] {
    var parts: [Part] = []
    _ = filtered {
      parts.append($0)
      return false
    }
    return parts
  }

  /// Returns the difference restricted to the locations that satisfy a predicate; nil if no location
  /// satisfies it.
  ///
  /// - Parameter isIncluded: The predicate, which is called with all parts in order.
  package func filtered(_ isIncluded: (Part) -> Bool) -> JSONDifference? { filtered(isIncluded, at: []) }

  fileprivate func filtered(_ isIncluded: (Part) -> Bool, at path: [JSONKeyPath.Component]) -> JSONDifference?
  {
    switch self {
    case .value(let before, let after):
      return isIncluded(Part(path: JSONKeyPath(path), before: before, after: after)) ? self : nil
    case .members(let members):
      let included = members.compactMap { member in
        member.difference.filtered(isIncluded, at: path + [.key(member.key.displayText)])
          .map { (key: member.key, difference: $0) }
      }
      return included.isEmpty ? nil : .members(included)
    case .elements(let elements, let after):
      let included = elements.compactMap { $0.filtered(isIncluded, in: path) }
      return included.isEmpty ? nil : .elements(included, after: after)
    }
  }

  /// Writes the difference as a merge patch, in which arrays are replaced as a whole.
  func writePatch(to writer: inout JSONWriter) {
    switch self {
    case .value(_, let after?), .elements(_, let after?): writer.writeRawJSON(after)
    case .value(_, nil), .elements(_, nil): writer.writeNull()
    case .members(let members):
      writer.beginObject()
      for member in members {
        writer.member(member.key)
        member.difference.writePatch(to: &writer)
      }
      writer.endObject()
    }
  }

  /// The path of the first value that becomes null, although a merge patch cannot express this: null in a
  /// patch removes the member (RFC 7396 §1). Nil if there is none.
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

extension JSONDifference.Element {
  fileprivate func filtered(
    _ isIncluded: (JSONDifference.Part) -> Bool, in path: [JSONKeyPath.Component]
  ) -> Self? {
    var element = self
    let here = path + [.index(after ?? before ?? 0)]
    if isMoved {
      element.isMoved = isIncluded(
        JSONDifference.Part(path: JSONKeyPath(here), before: nil, after: nil, movedFrom: before))
    }
    element.difference = difference?.filtered(isIncluded, at: here)
    return element.isMoved || element.difference != nil ? element : nil
  }
}

extension JSONDifference {
  /// The keys that usually identify the elements of lists, used if no other keys are given.
  package static let usualKeys = ["id", "uuid", "_id", "key", "number", "name", "path", "url"]
}

extension JSONNode {
  /// Returns the path of the first null in the value or in its members at any depth. Nulls inside arrays are
  /// ignored, because a merge patch replaces arrays as a whole.
  fileprivate func firstNull(at path: [JSONKeyPath.Component]) -> JSONKeyPath? {
    if isNull { return JSONKeyPath(path) }
    return DistinctMembers(of: self).all.lazy.compactMap { member in
      member.value.firstNull(at: path + [.key(member.key.displayText)])
    }.first
  }
}

extension JSONNode {
  /// Returns whether two objects are equivalent apart from the value of one key: they have at least two
  /// members, and the same keys in the same order.
  fileprivate func isEquivalent(to other: JSONNode, besides key: String) -> Bool {
    guard count == other.count, count > 1 else { return false }
    return zip(members, other.members).allSatisfy { mine, theirs in
      mine.key.isEquivalent(to: theirs.key)
        && (mine.key.displayText == key || mine.value.isEquivalent(to: theirs.value))
    }
  }
}
