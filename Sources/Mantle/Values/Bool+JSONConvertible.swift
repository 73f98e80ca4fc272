extension Bool: JSONConvertible {
  /// Decodes JSON `true` or `false`.
  ///
  /// - Throws: A type mismatch for numbers, strings and every other kind;
  ///   ``JSONTransformer/boolOrNumber`` accepts numbers.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Bool {
    if json.is(.true) { return true }
    if json.is(.false) { return false }
    throw json.mismatch(expected: "boolean", hint: json.hint(wanting: .boolean))
  }

  /// Writes `true` or `false`.
  @inlinable public func encode(to writer: inout JSONWriter) { writer.writeBool(self) }

  /// The kind of JSON that the type accepts: `true` or `false`.
  public static var shape: ValueShape { .boolean }
}
