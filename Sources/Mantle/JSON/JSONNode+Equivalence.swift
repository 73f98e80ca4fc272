extension JSONNode {
  /// Returns whether this value and another one are the same JSON value, regardless of notation.
  ///
  /// Numbers are compared exactly by value. Strings are compared by Unicode scalars after resolving escapes.
  /// Objects are compared by their keys in any order; the last value of a repeated key is used.
  ///
  /// - Complexity: O(*n*), without recursion.
  package func isEquivalent(to other: JSONNode) -> Bool {
    // Equivalent values usually have equal bytes, which are faster to compare.
    if rawBytes == other.rawBytes { return true }
    var open = [(self, other)]
    while let (a, b) = open.popLast() {
      guard a.kind == b.kind else { return false }
      switch a.kind {
      case .null, .true, .false:
        continue
      case .number:
        guard JSONDecimal.areEqual(a.rawBytes, b.rawBytes) else { return false }
      case .string:
        guard a.decodedBytes == b.decodedBytes else { return false }
      case .array:
        guard Self.pairElements(a, b, into: &open) else { return false }
      case .object:
        guard Self.pairMembers(a, b, into: &open) else { return false }
      }
    }
    return true
  }

  /// Appends the pairs of elements with the same index in two arrays to the pairs that are still to be
  /// compared. Returns false if the arrays differ in length.
  private static func pairElements(
    _ a: JSONNode, _ b: JSONNode, into pairs: inout [(JSONNode, JSONNode)]
  ) -> Bool {
    var others = b.elements
    for element in a.elements {
      guard let other = others.next() else { return false }
      pairs.append((element, other))
    }
    return others.next() == nil
  }

  /// Appends the pairs of values with the same key in two objects to the pairs that are still to be compared.
  /// Returns false if the objects have different keys.
  private static func pairMembers(
    _ a: JSONNode, _ b: JSONNode, into pairs: inout [(JSONNode, JSONNode)]
  ) -> Bool {
    let left = a.valuesByKey
    let right = b.valuesByKey
    guard left.count == right.count else { return false }
    for (key, value) in left {
      guard let other = right[key] else { return false }
      pairs.append((value, other))
    }
    return true
  }

  /// Returns a text for comparisons of this value with others. Values that differ only in the order of keys
  /// and in the notation of strings and numbers have the same text.
  ///
  /// Numbers of equal value have the same text, such as `1.0` and `1`, unless their exponents exceed `Int`.
  ///
  /// - Parameters:
  ///   - inAnyOrder: Whether the order of array elements is ignored.
  ///   - ignored: The descendants to omit from the text.
  /// - Complexity: O(*n* log *n*) because keys are sorted. The function is recursive.
  package func canonicalText(inAnyOrder: Bool = false, without ignored: Set<JSONNode> = []) -> [UInt8] {
    var text: [UInt8] = []
    appendCanonicalText(to: &text, inAnyOrder: inAnyOrder, without: ignored)
    return text
  }

  private func appendCanonicalText(to text: inout [UInt8], inAnyOrder: Bool, without ignored: Set<JSONNode>) {
    switch kind {
    case .null, .true, .false: text += rawBytes
    case .number: text += JSONDecimal.identity(rawBytes)
    case .string: text.appendWithLength(decodedBytes)
    case .array:
      text.append(ASCII.openBracket)
      let elements = elements.filter { !ignored.contains($0) }
      if inAnyOrder {
        let texts = elements.map { $0.canonicalText(inAnyOrder: true, without: ignored) }
        text += texts.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [ASCII.comma])
      } else {
        for element in elements {
          element.appendCanonicalText(to: &text, inAnyOrder: false, without: ignored)
          text.append(ASCII.comma)
        }
      }
      text.append(ASCII.closeBracket)
    case .object:
      text.append(ASCII.openBrace)
      let members = valuesByKey.filter { !ignored.contains($0.value) }
      for (key, value) in members.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        text.appendWithLength(key)
        value.appendCanonicalText(to: &text, inAnyOrder: inAnyOrder, without: ignored)
      }
      text.append(ASCII.closeBrace)
    }
  }

  /// The values of an object by their keys with escapes resolved, with the last value of a repeated key;
  /// empty for every other value.
  var valuesByKey: [[UInt8]: JSONNode] {
    Dictionary(members.map { ($0.key.decodedBytes, $0.value) }) { _, last in last }
  }
}

extension [UInt8] {
  /// Appends a string preceded by its length, which makes concatenations of strings unambiguous.
  fileprivate mutating func appendWithLength(_ string: [UInt8]) {
    append(ASCII.quote)
    self += "\(string.count):".utf8
    self += string
  }
}
