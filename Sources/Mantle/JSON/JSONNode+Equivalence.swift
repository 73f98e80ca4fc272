extension JSONNode {
  /// Whether two values are the same JSON value, however they are written.
  ///
  /// Numbers are compared as numbers, to the last digit; strings with their escapes resolved, scalar by
  /// scalar; objects by their keys, whose order does not matter and of which a repeated one counts with
  /// its last value.
  ///
  /// - Complexity: O(n), without recursion.
  package func isEquivalent(to other: JSONNode) -> Bool {
    // Mostly the text is the same, too.
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

  /// A text that values have in common that are the same however they are written, but for the digits of their numbers.
  ///
  /// - Complexity: O(n log n), as the keys of objects are sorted.
  package var canonicalText: [UInt8] {
    func texts(_ nodes: [JSONNode]) -> [UInt8] {
      Array(nodes.map(\.canonicalText).joined(separator: [ASCII.comma]))
    }
    switch kind {
    case .null, .true, .false, .number: return rawBytes
    case .string: return Self.counted(decodedBytes)
    case .array: return [ASCII.openBracket] + texts(Array(elements)) + [ASCII.closeBracket]
    case .object:
      let members = valuesByKey.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      return [ASCII.openBrace] + members.flatMap { Self.counted($0.key) + $0.value.canonicalText }
        + [ASCII.closeBrace]
    }
  }

  /// A text that says how long it is, so that none can be taken for more than one.
  private static func counted(_ text: [UInt8]) -> [UInt8] {
    [ASCII.quote] + Array("\(text.count):".utf8) + text
  }

  /// Of a repeated key the last value.
  var valuesByKey: [[UInt8]: JSONNode] {
    Dictionary(members.map { ($0.key.decodedBytes, $0.value) }) { _, last in last }
  }
}
