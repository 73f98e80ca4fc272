/// The encoding function of a transformer, which takes a pointer to the value.
///
/// This is a struct because an optional function of a generic type is called through two additional thunks,
/// and it uses a pointer because a value that is passed directly is copied and retained. Together, these took
/// half the time of encoding. The pointer is untyped so that a mapping can call the function without knowing
/// the type.
@frozen @usableFromInline struct JSONWriting<Value>: Sendable {
  /// Writes the value at a pointer, which must refer to an initialized `Value`.
  @usableFromInline let write: @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void

  /// Creates the function from a closure that takes a pointer.
  @inlinable init(write: @escaping @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void) {
    self.write = write
  }

  /// Creates the function from a closure that takes a value.
  init(_ encode: @escaping @Sendable (Value, inout JSONWriter) throws -> Void) {
    write = { try encode(JSONWriting.value(at: $0).pointee, &$1) }
  }

  /// Returns an untyped pointer as a pointer to `Value`.
  @inlinable @inline(__always) static func value(at place: UnsafeRawPointer) -> UnsafePointer<Value> {
    place.assumingMemoryBound(to: Value.self)
  }

  /// The encoding function in a form that takes the value itself instead of a pointer.
  var encode: @Sendable (Value, inout JSONWriter) throws -> Void {
    { [write] value, writer in
      try withUnsafePointer(to: value) { try write(UnsafeRawPointer($0), &writer) }
    }
  }
}
