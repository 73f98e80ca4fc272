/// The two ways between JSON and `Codable`.
enum CodableBridge {
  /// Reads a value through its `init(from:)`.
  ///
  /// A decoder may be kept by the type it decodes, while a cursor lives only for the call; so the value's text
  /// is copied into a document of its own. Its nodes are numbered as in the whole document, from the value on.
  static func decode<Value: Decodable>(_ json: JSONCursor, _ options: CodableOptions) throws -> Value {
    let document = try json.copiedDocument()
    let context = json.context.forPart()
    let mark = json.context.mark
    let decoder = NodeDecoder(node: document.root, shared: NodeDecoder.Shared(context, options))
    do {
      let value = try decoder.decode(Value.self)
      json.context.absorb(context, rootedAt: json.index)
      // What was put on record and yet came to a value was caught by the type, with `try?` most likely.
      json.context.demoteErrors(since: mark)
      return value
    } catch {
      json.context.absorb(context, rootedAt: json.index)
      throw document.root.problem(from: error, rootedAt: json.index)
    }
  }

  /// Writes a value through its `encode(to:)`, members in the order the type encodes them.
  static func encode<Value: Encodable>(
    _ value: Value, _ options: CodableOptions, to writer: inout JSONWriter
  ) throws {
    let place = EncodedPlace()
    let settings = PlaceEncoder.Settings(options, writer.context)
    try PlaceEncoder(place: place, codingPath: [], settings: settings).encode(value)
    place.write(from: settings.sheet, to: &writer)
  }
}

extension JSONCursor {
  /// The value as a document of its own.
  func copiedDocument() throws -> JSONDocument {
    // It is part of a document already: whatever limits there were, it has kept them.
    let limits = JSONLimits(
      depth: .max, bytes: .max, stringBytes: .max, numberBytes: .max, keys: .max, nodes: .max)
    do {
      return try JSONDocument(parsing: JSONBytes(Array(rawBytes)), limits: limits)
    } catch {
      throw mismatch(expected: "JSON value", code: .syntax)
    }
  }
}
