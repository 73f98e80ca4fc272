extension String: JSONConvertible {
  /// Decodes a JSON string, with its escapes resolved.
  ///
  /// - Throws: A type mismatch for every other kind of value.
  @inlinable public static func decode(_ json: JSONCursor) throws -> String { try json.string() }

  /// Writes a JSON string, with the escapes that RFC 8259 §7 requires.
  @inlinable public func encode(to writer: inout JSONWriter) { writer.writeString(self) }

  /// Writes the string at an address without retaining the string.
  @inlinable public static func _encode(at place: UnsafePointer<String>, to writer: inout JSONWriter) {
    UnsafeRawPointer(place).assumingMemoryBound(to: BorrowedString.self).pointee.write(to: &writer)
  }

  /// The kind of JSON that the type accepts: a string.
  public static var shape: ValueShape { .string }
}

/// A view of a string in memory that borrows the string. It is noncopyable, so that its use needs no
/// reference counting.
@frozen @usableFromInline struct BorrowedString: ~Copyable {
  /// The string that the view borrows.
  @usableFromInline let text: String

  /// Writes the borrowed string as a JSON string.
  @inlinable @inline(__always) borrowing func write(to writer: inout JSONWriter) { writer.writeString(text) }
}
