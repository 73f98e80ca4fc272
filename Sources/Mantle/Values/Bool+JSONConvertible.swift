extension Bool: JSONConvertible {
  /// JSON `true` or `false`; numbers and texts are errors. See ``JSONTransformer/boolOrNumber``.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Bool {
    if json.is(.true) { return true }
    if json.is(.false) { return false }
    throw json.mismatch(expected: "boolean", hint: json.hint(wanting: .boolean))
  }

  /// Writes `true` or `false`.
  @inlinable public func encode(to writer: inout JSONWriter) { writer.bool(self) }

  public static var shape: ValueShape { .boolean }
}
