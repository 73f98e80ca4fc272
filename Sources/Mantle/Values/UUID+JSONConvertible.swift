import MantlePlatform

extension UUID: JSONConvertible {
  /// A JSON string of 36 characters (RFC 9562 §4), in either case.
  public static func decode(_ json: JSONCursor) throws -> UUID {
    let text = try json.string()
    guard let uuid = UUID(uuidString: text) else {
      throw json.mismatch(expected: "UUID", code: .invalidValue)
    }
    return uuid
  }

  /// Upper-case, as the original wrote it; see ``JSONTransformer/lowercaseUUID``.
  public func encode(to writer: inout JSONWriter) { writer.string(uuidString) }

  public static var shape: ValueShape { .uuid }
}
