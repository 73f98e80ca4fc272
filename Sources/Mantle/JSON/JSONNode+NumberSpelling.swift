// Restores the spelling of numbers, such as `10.00` and `1e3`, which decoding and encoding a document
// changes.

extension JSONNode {
  /// Whether the value is or contains a number with an exponent or with zeros at the end of its fraction,
  /// such as `1e3` or `10.00`. Encoding may spell such a number differently.
  package var hasSpelledNumbers: Bool { (index..<endIndex).contains(where: document.isSpelledNumber) }

  /// Returns the splices that give numbers of this value the spelling of the equal numbers at the same paths
  /// in another value. Only numbers that have an exponent or zeros at the end of a fraction in the other value
  /// are replaced.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  package func splicesSpelling(numbersAs other: JSONNode) -> [JSONSplice] {
    var splices: [Int: JSONSplice] = [:]
    let spelled = (other.index..<other.endIndex).filter(other.document.isSpelledNumber)
    addSplices(spellingAs: other, spelled[...], to: &splices)
    return splices.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds the splices that give numbers of this value the spelling of the other value's numbers, by the node
  /// indices of the replaced numbers. The last value of a repeated key is used.
  ///
  /// - Parameter spelled: The node indices of the other value's numbers with an exponent or with zeros at the
  ///   end of a fraction, in ascending order.
  private func addSplices(
    spellingAs other: JSONNode, _ spelled: ArraySlice<Int>, to splices: inout [Int: JSONSplice]
  ) {
    var rest = spelled
    /// Removes the node indices that are inside a child from the start of `rest`, and returns them.
    func take(in child: JSONNode) -> ArraySlice<Int> {
      let taken = rest.prefix { $0 < child.endIndex }
      rest = rest.dropFirst(taken.count)
      return taken
    }
    switch (kind, other.kind) {
    case (.number, .number) where !spelled.isEmpty:
      let (own, text) = (rawBytes, other.rawBytes)
      if own != text, JSONDecimal.areEqual(own, text) { splices[index] = JSONSplice(byteRange, with: text) }
    case (.array, .array):
      for (own, other) in zip(elements, other.elements) where !rest.isEmpty {
        own.addSplices(spellingAs: other, take(in: other), to: &splices)
      }
    case (.object, .object):
      let inner = other.members.compactMap { member in
        let numbers = take(in: member.value)
        return numbers.isEmpty ? nil : (key: member.key.displayText, value: member.value, numbers: numbers)
      }
      // For a single key, searching the members is faster than making a table.
      let table =
        inner.count > 1
        ? Dictionary(members.map { (ExactText($0.key.displayText), $0.value) }) { _, last in last } : nil
      for member in inner {
        let own = table.map { $0[ExactText(member.key)] } ?? self[member.key]
        own?.addSplices(spellingAs: member.value, member.numbers, to: &splices)
      }
    default: break
    }
  }
}

extension JSONDocument {
  fileprivate func isSpelledNumber(_ index: Int) -> Bool {
    let word = word(at: index)
    guard word.kindCode == JSONKind.number.rawValue, word.flag else { return false }
    return bytes.withBytes(in: word.offset..<word.offset + word.payload) { text in
      text.last == ASCII.zero || text.contains { $0 | 0x20 == ASCII.lowercaseE }
    }
  }
}
