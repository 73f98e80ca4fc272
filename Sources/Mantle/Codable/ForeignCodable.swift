import MantlePlatform

extension JSONValue: Codable {
  /// Decodes the content of any decoder as JSON.
  ///
  /// Numbers keep the digits that the decoder preserves.
  ///
  /// ```swift
  /// let value = try JSONDecoder().decode(JSONValue.self, from: Data(#"{"open": true}"#.utf8))
  /// ```
  ///
  /// Decoders of other libraries preserve neither the order of keys, which are therefore sorted, nor the
  /// notation of numbers. To keep the source text, decode with ``JSONValue/init(json:)``.
  ///
  /// - Throws: A `DecodingError` for values that JSON cannot express, such as dates in a property list.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      self = try decoder.read(JSONValue.self)
      return
    }
    var writer = JSONWriter()
    try ForeignTree(from: decoder).write(to: &writer)
    self.init(try JSONDocument(writer.finish()))
  }

  /// Encodes the value with any encoder, each number as the first of `Int64`, `UInt64`, `Double` and `Decimal`
  /// that holds it exactly.
  ///
  /// - Throws: An `EncodingError` for a number that no number type holds, and the errors of the encoder.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? PlaceEncoder { return try encoder.write(self) }
    try ForeignNode(node: node).encode(to: encoder)
  }
}

/// A JSON value that is decoded with another library's decoder.
private indirect enum ForeignTree: Decodable {
  /// A null value.
  case null
  case bool(Bool)
  /// A number as its JSON text.
  case number(String)
  case string(String)
  case array([ForeignTree])
  case object([(key: String, value: ForeignTree)])

  /// Decodes an object, an array or a scalar, in this order, because decoders do not report the kind of their
  /// value.
  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: PlainKey.self) {
      // Decoders store members in dictionaries; sorting the keys makes the output and the diagnostics
      // reproducible.
      let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
      if keys.map(\.stringValue) == ForeignTree.keysOfDecimal, let value = try? Decimal(from: decoder) {
        self = .number(DecimalText.text(value))
        return
      }
      self = .object(
        try keys.map { ($0.stringValue, try container.decode(ForeignTree.self, forKey: $0)) })
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [ForeignTree] = []
      while !container.isAtEnd { elements.append(try container.decode(ForeignTree.self)) }
      self = .array(elements)
    } else {
      self = try ForeignTree(scalar: decoder.singleValueContainer())
    }
  }

  /// The keys, in sorted order, of the object as which every encoder except `JSONEncoder` encodes a `Decimal`.
  private static let keysOfDecimal = ["exponent", "isCompact", "isNegative", "length", "mantissa"]

  /// Decodes a scalar as the first type that the decoder accepts, from the most specific to the most general.
  ///
  /// - Throws: A `DecodingError` if JSON has no such value.
  private init(scalar container: any SingleValueDecodingContainer) throws {
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(String(value))
    } else if let value = try? container.decode(UInt64.self) {
      self = .number(String(value))
    } else if let value = try? container.decode(Decimal.self), !value.isNaN {
      self = .number(DecimalText.text(value))
    } else if let value = try? container.decode(Double.self), value.isFinite {
      self = .number(value.description)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "JSON cannot represent the value")
    }
  }

  /// Writes the decoded value as JSON.
  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let value): writer.writeBool(value)
    case .number(let text): writer.numberText(text)
    case .string(let text): writer.writeString(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        writer.beginElement()
        element.write(to: &writer)
      }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.writeKey(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

/// A wrapper that encodes a node with another library's encoder.
struct ForeignNode: Encodable {
  let node: JSONNode

  /// Encodes the node and its descendants.
  func encode(to encoder: any Encoder) throws {
    switch node.kind {
    case .object:
      var container = encoder.container(keyedBy: PlainKey.self)
      for member in node.members {
        try container.encode(
          ForeignNode(node: member.value), forKey: PlainKey(stringValue: member.key.displayText))
      }
    case .array:
      var container = encoder.unkeyedContainer()
      for element in node.elements { try container.encode(ForeignNode(node: element)) }
    default:
      var container = encoder.singleValueContainer()
      try encode(scalar: &container)
    }
  }

  /// Encodes this node, which is not an array or object, into a single-value container.
  private func encode(scalar container: inout any SingleValueEncodingContainer) throws {
    switch node.kind {
    case .true: try container.encode(true)
    case .false: try container.encode(false)
    case .string: try container.encode(node.displayText)
    case .number: try encode(number: node.rawText, &container)
    default: try container.encodeNil()
    }
  }

  /// Encodes a number as the first of `Int64`, `UInt64`, `Double` and `Decimal` that holds it exactly.
  ///
  /// - Throws: An `EncodingError` if there is no such type.
  private func encode(number text: String, _ container: inout any SingleValueEncodingContainer) throws {
    if let value = Int64(text) {
      try container.encode(value)
    } else if let value = UInt64(text) {
      try container.encode(value)
    } else if let value = Double(text), value.isFinite,
      JSONDecimal.areEqual(Array(text.utf8), Array(value.description.utf8))
    {
      try container.encode(value)
    } else if let value = DecimalText.exactly(text) {
      try container.encode(value)
    } else {
      throw EncodingError.invalidValue(
        text,
        .init(codingPath: container.codingPath, debugDescription: "no number type can represent \(text)"))
    }
  }
}
