import MantlePlatform

extension JSONValue: Codable {
  /// Reads whatever any decoder holds, as JSON. Numbers keep their digits as far as the decoder tells them.
  ///
  /// - Throws: a `DecodingError` for what JSON cannot hold, such as a property list's date.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      self = try decoder.read(JSONValue.self)
      return
    }
    var writer = JSONWriter()
    try ForeignTree(from: decoder).write(to: &writer)
    self.init(try JSONDocument(writer.finish()))
  }

  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? PlaceEncoder { return try encoder.write(self) }
    try ForeignNode(node: node).encode(to: encoder)
  }
}

/// What another library's decoder holds.
private indirect enum ForeignTree: Decodable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([ForeignTree])
  case object([(key: String, value: ForeignTree)])

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: PlainKey.self) {
      // Decoders keep members in dictionaries: sorted, what is said of them is the same at every run.
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

  /// Decimals are objects of these keys to all encoders but `JSONEncoder`.
  private static let keysOfDecimal = ["exponent", "isCompact", "isNegative", "length", "mantissa"]

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
        in: container, debugDescription: "the value is nothing JSON can hold")
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .number(let text): writer.numberText(text)
    case .string(let text): writer.string(text)
    case .array(let elements):
      writer.beginArray()
      for element in elements {
        writer.element()
        element.write(to: &writer)
      }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }
}

/// A node on its way into another library's encoder.
struct ForeignNode: Encodable {
  let node: JSONNode

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

  private func encode(scalar container: inout any SingleValueEncodingContainer) throws {
    switch node.kind {
    case .true: try container.encode(true)
    case .false: try container.encode(false)
    case .string: try container.encode(node.displayText)
    case .number: try encode(number: node.rawText, &container)
    default: try container.encodeNil()
    }
  }

  /// A number as the plainest type that holds it exactly, if there is one.
  private func encode(number text: String, _ container: inout any SingleValueEncodingContainer) throws {
    if let value = Int64(text) {
      try container.encode(value)
    } else if let value = UInt64(text) {
      try container.encode(value)
    } else if let value = Double(text), value.isFinite, value.isExactly(text) {
      try container.encode(value)
    } else if let value = DecimalText.exactly(text) {
      try container.encode(value)
    } else {
      throw EncodingError.invalidValue(
        text, .init(codingPath: container.codingPath, debugDescription: "no number type holds \(text)"))
    }
  }
}

extension Double {
  /// Whether the number of a JSON number text is the one this reads back as: their digits are the same.
  fileprivate func isExactly(_ text: String) -> Bool { Double.digits(text) == Double.digits(description) }

  /// The digits that matter, wherever the point is.
  private static func digits(_ text: String) -> Substring {
    let mantissa = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
    let leading = mantissa.drop { $0 == "0" }
    return leading.dropLast(leading.reversed().prefix { $0 == "0" }.count)
  }
}
