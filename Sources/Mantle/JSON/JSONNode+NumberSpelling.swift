// The spelling of numbers that decoding and encoding changes, such as `10.00` and `1e3`.

extension JSONNode {
  /// Whether the value contains a number that has other spellings in common use: one with an exponent, or with zeros at the
  /// end of a fraction.
  package var hasSpelledNumbers: Bool { (index..<endIndex).contains(where: document.isSpelledNumber) }

  /// Returns the splices that give numbers the spelling of equal numbers at the same places in another value.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  package func splicesSpelling(numbersAs other: JSONNode) -> [JSONSplice] {
    var splices: [Int: JSONSplice] = [:]
    let spelled = (other.index..<other.endIndex).filter(other.document.isSpelledNumber)
    addSplices(spellingAs: other, spelled[...], to: &splices)
    return splices.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Adds splices by the index of their number: of repeated keys, the last one counts.
  ///
  /// - Parameter spelled: The indices of the numbers in the other value, in their order.
  private func addSplices(
    spellingAs other: JSONNode, _ spelled: ArraySlice<Int>, to splices: inout [Int: JSONSplice]
  ) {
    var rest = spelled
    /// Returns the numbers in the next child of the other value.
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
      // A search through all members is slow only for many keys.
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
