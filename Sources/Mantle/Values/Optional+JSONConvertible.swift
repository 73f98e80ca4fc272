extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  /// Null is nil; an absent key is nil too, unless the property has a default.
  ///
  /// Of an optional of an optional, only an absent key is nil; null is what is wrapped, and it is nil.
  ///
  /// - Throws: what reading the wrapped value throws.
  @inlinable public static func decode(_ json: JSONCursor) throws -> Wrapped? {
    guard json.isNull else { return try Wrapped.decode(json) }
    if case .none = Wrapped.valueForAbsentKey { return nil }
    return try Wrapped.decode(json)
  }

  /// Writes the wrapped value, or null.
  ///
  /// - Throws: what writing the wrapped value throws.
  @inlinable public func encode(to writer: inout JSONWriter) throws {
    if let value = self { try value.encode(to: &writer) } else { writer.null() }
  }

  /// A wrapped value stands at the place of its optional (the layout of enums with one payload).
  ///
  /// - Throws: what writing the wrapped value throws.
  @inlinable public static func encode(at place: UnsafePointer<Wrapped?>, to writer: inout JSONWriter) throws
  {
    if case .none = place.pointee { return writer.null() }
    try Wrapped.encode(at: UnsafeRawPointer(place).assumingMemoryBound(to: Wrapped.self), to: &writer)
  }

  @inlinable public static var valueForAbsentKey: Wrapped?? { .some(nil) }

  public static var shape: ValueShape { .optional(Wrapped.shape) }
}
