/// Functions that decode values from JSON and encode values as JSON through their `Codable` conformances.
enum CodableBridge {
  /// Decodes a value through its `init(from:)`.
  ///
  /// A type may store its decoder, while a cursor is valid only during the call. Therefore the value is copied
  /// into a separate document; the nodes of the copy are numbered from 0, and problems are translated to the
  /// numbers of the whole document.
  ///
  /// - Throws: A ``DecodingProblem`` at the node where the type failed; a ``MappingError`` of a nested model.
  /// - Complexity: O(*n*) additional memory, where *n* is the size of the value's source text.
  static func decode<Value: Decodable>(_ json: JSONCursor, _ options: CodableOptions) throws -> Value {
    let document = try json.copiedDocument()
    let context = json.context.forPart()
    let mark = json.context.mark
    let decoder = NodeDecoder(node: document.root, shared: NodeDecoder.Shared(context, options))
    do {
      let value = try decoder.decode(Value.self)
      json.context.absorb(context, rootedAt: json.index)
      // An error that was recorded although decoding succeeded was caught by the type, probably with `try?`.
      json.context.demoteErrors(since: mark)
      return value
    } catch {
      json.context.absorb(context, rootedAt: json.index)
      throw document.root.problem(from: error, rootedAt: json.index)
    }
  }

  /// Encodes a value through its `encode(to:)`, with the members in the order in which the type encodes them.
  ///
  /// - Throws: The errors of the type's `encode(to:)`, in which case nothing is written.
  static func encode<Value: Encodable>(
    _ value: Value, _ options: CodableOptions, to writer: inout JSONWriter
  ) throws {
    let place = EncodedPlace()
    let settings = PlaceEncoder.Settings(options, writer.context)
    try PlaceEncoder(place: place, codingPath: [], settings: settings).encode(value)
    place.write(from: settings.sheet, to: &writer)
  }
}
