extension Array: JSONConvertible where Element: JSONConvertible {
  /// Decodes a JSON array.
  ///
  /// ```swift
  /// let numbers = try [Int].decode(json: "[1, 2]")
  /// ```
  ///
  /// - Throws: The problems of the elements, each with the element's index. A null element is an
  ///   error unless the element type is optional.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable public static func decode(_ json: JSONCursor) throws -> [Element] {
    try json.decodeArray { try Element.decode($0) }
  }

  /// Writes a JSON array of the elements in order.
  ///
  /// - Throws: The errors of the elements' `encode(to:)`.
  @inlinable public func encode(to writer: inout JSONWriter) throws {
    writer.beginArray()
    // Elements are written in place because iterating would copy each element first.
    try withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      for position in 0..<values.count {
        writer.beginElement()
        try Element._encode(at: first + position, to: &writer)
      }
    }
    writer.endArray()
  }

  /// The kind of JSON that the type accepts: an array of the JSON that the element type accepts.
  public static var shape: ValueShape { .array(Element.shape) }
}

extension Set: JSONConvertible where Element: JSONConvertible {
  /// Decodes a JSON array; equal elements become one element of the set.
  ///
  /// ```swift
  /// let tags = try Set<String>.decode(json: #"["bug", "ui", "bug"]"#)
  /// let text = try tags.json()  // ["bug","ui"]
  /// ```
  ///
  /// - Throws: The same errors as decoding an array.
  public static func decode(_ json: JSONCursor) throws -> Set<Element> {
    Set(try json.decodeArray { try Element.decode($0) })
  }

  /// Writes a JSON array in the order of the elements' encoded bytes, so that equal sets produce
  /// equal output.
  ///
  /// - Throws: The errors of the elements' `encode(to:)`.
  /// - Complexity: O(*n* log *n*) comparisons; all encoded elements are held in memory.
  public func encode(to writer: inout JSONWriter) throws {
    var texts: [[UInt8]] = []
    for value in self { texts.append(try value.encoded(in: writer.context)) }
    texts.sort { $0.lexicographicallyPrecedes($1) }
    writer.beginArray()
    for text in texts {
      writer.beginElement()
      writer.writeRawJSON(text)
    }
    writer.endArray()
  }

  /// The kind of JSON that the type accepts: an array of the JSON that the element type accepts.
  public static var shape: ValueShape { .array(Element.shape) }
}

extension Dictionary: JSONConvertible where Key: JSONKeyConvertible, Value: JSONConvertible {
  /// Decodes a JSON object with arbitrary keys; if a key is repeated, its last value is used.
  ///
  /// ```swift
  /// let counts = try [String: Int].decode(json: #"{"ui": 1, "bug": 3}"#)
  /// let text = try counts.json()  // {"bug":3,"ui":1}
  /// ```
  ///
  /// - Throws: An error for a key that the key type cannot represent, and for two different keys
  ///   that convert to the same key value.
  public static func decode(_ json: JSONCursor) throws -> [Key: Value] {
    try json.decodeDictionary(Key.self) { try Value.decode($0) }
  }

  /// Writes a JSON object with its keys sorted, so that equal dictionaries produce equal output.
  ///
  /// - Throws: The errors of the values' `encode(to:)`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of keys.
  public func encode(to writer: inout JSONWriter) throws {
    writer.beginObject()
    for (key, value) in map({ ($0.jsonKey, $1) }).sorted(by: { $0.0 < $1.0 }) {
      writer.writeKey(key)
      try value.encode(to: &writer)
    }
    writer.endObject()
  }

  /// The kind of JSON that the type accepts: an object whose members all have the JSON that the value type
  /// accepts.
  public static var shape: ValueShape { .dictionary(Value.shape) }
}
