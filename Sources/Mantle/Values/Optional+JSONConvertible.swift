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
    if case .none = Wrapped._valueForAbsentKey { return nil }
    return try Wrapped.decode(json)
  }

  /// Writes the wrapped value, or null.
  ///
  /// - Throws: The errors of encoding the wrapped value.
  @inlinable public func encode(to writer: inout JSONWriter) throws {
    if let value = self { try value.encode(to: &writer) } else { writer.writeNull() }
  }

  /// Writes the optional at an address without copying its wrapped value.
  ///
  /// Swift stores the payload of an optional at the address of the optional itself (the layout of
  /// enums with one payload case).
  ///
  /// - Throws: The errors of encoding the wrapped value.
  @inlinable public static func _encode(at place: UnsafePointer<Wrapped?>, to writer: inout JSONWriter) throws
  {
    if case .none = place.pointee { return writer.writeNull() }
    try Wrapped._encode(at: UnsafeRawPointer(place).assumingMemoryBound(to: Wrapped.self), to: &writer)
  }

  /// The value of an optional property whose key is absent: nil.
  @inlinable public static var _valueForAbsentKey: Wrapped?? { .some(nil) }

  /// The kind of JSON that the type accepts: null, or the kind that the wrapped type accepts.
  public static var shape: ValueShape { .optional(Wrapped.shape) }
}

/// A type that distinguishes an absent key from null: one of its values represents the absent key.
///
/// ``Field`` and optionals of optionals conform. A mapping omits the key of a property with that value,
/// whatever the ``NilEncoding``.
protocol AbsentableValue {
  /// The test for the value that represents an absent key; nil if no value of the type does.
  static var absence: Absence<Self>? { get }
}

/// A test whether a value represents an absent key.
struct Absence<Value>: Sendable {
  /// A function that returns true for the value that represents an absent key.
  let isAbsent: @Sendable (Value) -> Bool
}

extension AbsentableValue {
  /// Returns the test whether a value represents an absent key, for callers that do not know `Self`
  /// statically.
  ///
  /// - Returns: Nil if `Value` is not `Self`, or if no value of the type represents an absent key.
  static func absence<Value>(of _: Value.Type) -> (@Sendable (Value) -> Bool)? {
    (absence as? Absence<Value>)?.isAbsent
  }
}

extension Optional: AbsentableValue {
  /// The test whether an optional represents an absent key. For an optional of an optional, it is true for
  /// the outer nil. For every other optional, there is no test, because its nil represents null.
  static var absence: Absence<Self>? { Wrapped.self is any OptionalValue.Type ? Absence { $0.isNil } : nil }
}
