/// How values of a type are written: a function of the place where a value stands.
///
/// A struct, because an optional function of a generic type is called through two more thunks; and a pointer,
/// because a value passed by itself is copied and counted first. Together they made half the time of encoding.
/// The pointer is raw so that a mapping can call it without knowing the type.
@frozen @usableFromInline struct JSONWriting<Value>: Sendable {
  /// The place must hold a `Value`.
  @usableFromInline let write: @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void

  @inlinable init(write: @escaping @Sendable (UnsafeRawPointer, inout JSONWriter) throws -> Void) {
    self.write = write
  }

  init(_ encode: @escaping @Sendable (Value, inout JSONWriter) throws -> Void) {
    write = { try encode(JSONWriting.value(at: $0).pointee, &$1) }
  }

  /// The place with its type.
  @inlinable @inline(__always) static func value(at place: UnsafeRawPointer) -> UnsafePointer<Value> {
    place.assumingMemoryBound(to: Value.self)
  }

  /// The same, of a value.
  var encode: @Sendable (Value, inout JSONWriter) throws -> Void {
    { [write] value, writer in
      try withUnsafePointer(to: value) { try write(UnsafeRawPointer($0), &writer) }
    }
  }
}
