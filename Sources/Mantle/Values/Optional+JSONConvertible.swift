extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  /// Decodes null as nil and everything else as the wrapped value.
  ///
  /// An absent key is nil too, unless the property has a default. For an optional of an optional,
  /// only an absent key is the outer nil; null is the inner nil.
  ///
  /// ```swift
  /// let numbers = try [Int?].decode(json: "[1, null]")  // 1, nil
  /// ```
  ///
  /// - Throws: The errors of decoding the wrapped value.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Wrapped? {
    guard json.isNull else { return try Wrapped.decode(json) }
    if case .none = Wrapped.valueForAbsentKey { return nil }
    return try Wrapped.decode(json)
  }

  /// Writes the wrapped value, or null.
  ///
  /// - Throws: The errors of encoding the wrapped value.
  @inlinable public func encode(to writer: inout JSONWriter) throws {
    if let value = self { try value.encode(to: &writer) } else { writer.null() }
  }

  /// Writes the optional in memory without copying its wrapped value.
  ///
  /// Swift stores the payload of an optional at the address of the optional itself (the layout of
  /// enums with one payload case).
  ///
  /// - Throws: The errors of encoding the wrapped value.
  @inlinable public static func encode(at place: UnsafePointer<Wrapped?>, to writer: inout JSONWriter) throws
  {
    if case .none = place.pointee { return writer.null() }
    try Wrapped.encode(at: UnsafeRawPointer(place).assumingMemoryBound(to: Wrapped.self), to: &writer)
  }

  /// The value of an absent key: nil.
  @inlinable public static var valueForAbsentKey: Wrapped?? { .some(nil) }

  /// The shape of the wrapped type, made optional.
  public static var shape: ValueShape { .optional(Wrapped.shape) }
}
