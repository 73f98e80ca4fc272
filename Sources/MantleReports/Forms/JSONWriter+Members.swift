import Mantle

extension JSONWriter {
  package mutating func member(_ key: String, _ text: String?) {
    self.key(key)
    if let text { string(text) } else { null() }
  }

  package mutating func member(_ key: String, _ number: Int?) {
    self.key(key)
    if let number { integer(number) } else { null() }
  }

  package mutating func member(_ key: String, _ flag: Bool) {
    self.key(key)
    bool(flag)
  }

  package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    object(body)
  }

  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  package mutating func array<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements {
      self.element()
      object { body(&$0, element) }
    }
    endArray()
  }

  /// The text, in which everything a terminal would obey or not show is an escape of JSON.
  var printableText: String {
    let text = text
    if text.utf8.allSatisfy(\.isPrintableASCII) { return text }
    var result = ""
    var start = text.startIndex
    for index in text.indices {
      CharacterSanitizer.forEachUnit(of: text[index...index]) { unit in
        result += unit.isEscape ? text[start..<unit.end].utf16.map(JSONText.escape).joined() : unit.text
        start = unit.end
      }
    }
    return result
  }
}
