extension Array: JSONConvertible where Element: JSONConvertible {
  /// A JSON array; null elements are errors unless the element is optional. A problem in an element
  /// carries its index.
  @inlinable public static func decode(_ json: JSONCursor) throws -> [Element] {
    try json.decodeArray { try Element.decode($0) }
  }

  /// Writes an array of the elements.
  ///
  /// - Throws: what writing an element throws.
  @inlinable public func encode(to writer: inout JSONWriter) throws {
    writer.beginArray()
    // Elements are written where they stand; iterating would copy each one first.
    try withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      for position in 0..<values.count {
        writer.element()
        try Element.encode(at: first + position, to: &writer)
      }
    }
    writer.endArray()
  }

  public static var shape: ValueShape { .array(Element.shape) }
}

extension Set: JSONConvertible where Element: JSONConvertible {
  /// A JSON array; equal elements become one.
  ///
  /// - Throws: as an array does.
  public static func decode(_ json: JSONCursor) throws -> Set<Element> {
    Set(try json.decodeArray { try Element.decode($0) })
  }

  /// An array in the order of the elements' JSON text, so that equal sets give equal text.
  ///
  /// - Throws: what writing an element throws.
  public func encode(to writer: inout JSONWriter) throws {
    var texts: [[UInt8]] = []
    for value in self { texts.append(try value.jsonBytes(writer.context)) }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    writer.beginArray()
    for text in texts {
      writer.element()
      writer.rawJSON(text)
    }
    writer.endArray()
  }

  public static var shape: ValueShape { .array(Element.shape) }
}

extension Dictionary: JSONConvertible where Key: JSONKeyConvertible, Value: JSONConvertible {
  /// A JSON object with arbitrary keys; of duplicate keys the last counts. A key that is no value of the key
  /// type is an error, and so are two different keys that are one value of it.
  public static func decode(_ json: JSONCursor) throws -> [Key: Value] {
    try json.decodeDictionary(Key.self) { try Value.decode($0) }
  }

  /// An object with its keys sorted, so that equal dictionaries give equal text.
  ///
  /// - Throws: what writing a value throws.
  public func encode(to writer: inout JSONWriter) throws {
    writer.beginObject()
    for (key, value) in map({ ($0.jsonKey, $1) }).sorted(by: { $0.0 < $1.0 }) {
      writer.key(key)
      try value.encode(to: &writer)
    }
    writer.endObject()
  }

  public static var shape: ValueShape { .dictionary(Value.shape) }
}
