import Mantle

extension JSONWriter {
  /// Writes a member with a string or null.
  mutating func member(_ key: String, _ text: String?) {
    writeKey(key)
    if let text { writeString(text) } else { writeNull() }
  }

  /// Writes a member with an integer or null.
  mutating func member(_ key: String, _ number: Int?) {
    writeKey(key)
    if let number { writeInteger(number) } else { writeNull() }
  }

  /// Writes a member with a Boolean.
  mutating func member(_ key: String, _ flag: Bool) {
    writeKey(key)
    writeBool(flag)
  }

  /// Writes a member with an object, whose members the closure writes.
  mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
    writeKey(key)
    object(body)
  }

  /// Writes an object, whose members the closure writes.
  ///
  /// ```swift
  /// writer.object {
  ///   $0.member("line", 3)
  ///   $0.member("code", "missing")
  /// }
  /// ```
  mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes a member with an array of objects.
  ///
  /// - Parameters:
  ///   - elements: The elements, each of which becomes an object.
  ///   - body: Writes the members of an element's object.
  mutating func array<Element>(
    _ key: String, _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void
  ) {
    writeKey(key)
    beginArray()
    for element in elements {
      beginElement()
      object { body(&$0, element) }
    }
    endArray()
  }
}
