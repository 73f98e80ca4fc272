// The spelling of numbers that decoding and encoding changes, such as `10.00` and `1e3`.

extension JSONNode {
  /// Whether the value contains a number that has other spellings in common use: one with an exponent, or with zeros at the
  /// end of a fraction.
  package var hasSpelledNumbers: Bool {
    (index..<endIndex).contains { index in
      let word = document.word(at: index)
      guard word.kindCode == JSONKind.number.rawValue, word.flag else { return false }
      let text = document.bytes.slice(word.offset..<word.offset + word.payload)
      return text.last == ASCII.zero || text.contains { $0 | 0x20 == ASCII.lowercaseE }
    }
  }

  /// Returns the splices that give numbers the spelling of equal numbers at the same places in another value.
  ///
  /// - Complexity: O(*n*) in the number of nodes.
  package func splicesSpelling(numbersAs other: JSONNode) -> [JSONSplice] {
    var splices: [JSONSplice] = []
    addSplices(spellingAs: other, to: &splices)
    return splices
  }

  private func addSplices(spellingAs other: JSONNode, to splices: inout [JSONSplice]) {
    switch (kind, other.kind) {
    case (.number, .number):
      let (own, text) = (rawBytes, other.rawBytes)
      if own != text, JSONDecimal.areEqual(own, text) { splices.append(JSONSplice(byteRange, with: text)) }
    case (.array, .array):
      for (own, other) in zip(elements, other.elements) { own.addSplices(spellingAs: other, to: &splices) }
    case (.object, .object):
      let others = Array(other.members)
      var known: [ExactText: JSONNode]?
      for (index, member) in members.enumerated() {
        let key = member.key.displayText
        // The keys are usually in the same order.
        if index < others.count, others[index].key.displayText.isExactly(key) {
          member.value.addSplices(spellingAs: others[index].value, to: &splices)
          continue
        }
        let table =
          known
          ?? Dictionary(others.map { (ExactText($0.key.displayText), $0.value) }) { _, last in last }
        known = table
        table[ExactText(key)].map { member.value.addSplices(spellingAs: $0, to: &splices) }
      }
    default: break
    }
  }
}
