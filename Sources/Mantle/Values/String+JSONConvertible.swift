extension String: JSONConvertible {
  /// A JSON string; every other kind is an error.
  @inlinable public static func decode(_ json: JSONCursor) throws -> String { try json.string() }

  @inlinable public func encode(to writer: inout JSONWriter) { writer.string(self) }

  public static var shape: ValueShape { .string }
}
