import Mantle

extension JSONWriter {
  /// Writes a member of an object whose value is a string, or null if the string is nil.
  mutating func member(_ key: String, _ text: String?) {
    writeKey(key)
    if let text { writeString(text) } else { writeNull() }
  }

  /// Writes a member of an object whose value is an integer, or null if the integer is nil.
  mutating func member(_ key: String, _ number: Int?) {
    writeKey(key)
    if let number { writeInteger(number) } else { writeNull() }
  }

  /// Writes a member of an object whose value is a Boolean.
  mutating func member(_ key: String, _ flag: Bool) {
    writeKey(key)
    writeBool(flag)
  }

  /// Writes a member of an object whose value is another object. The closure writes the members of the latter.
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

  /// Writes a member of an object whose value is an array of objects.
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
