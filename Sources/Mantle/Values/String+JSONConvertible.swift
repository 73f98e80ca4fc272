extension String: JSONConvertible {
  /// A JSON string; every other kind is an error.
  @inlinable public static func decode(_ json: JSONCursor) throws -> String { try json.string() }

  /// Writes a string, escaped where JSON wants it.
  @inlinable public func encode(to writer: inout JSONWriter) { writer.string(self) }

  @inlinable public static func encode(at place: UnsafePointer<String>, to writer: inout JSONWriter) {
    UnsafeRawPointer(place).assumingMemoryBound(to: BorrowedString.self).pointee.write(to: &writer)
  }

  public static var shape: ValueShape { .string }
}

/// A string that is looked at where it stands: what cannot be copied is not counted either.
@frozen @usableFromInline struct BorrowedString: ~Copyable {
  @usableFromInline let text: String

  @inlinable @inline(__always) borrowing func write(to writer: inout JSONWriter) { writer.string(text) }
}
