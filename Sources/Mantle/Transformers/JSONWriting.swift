/// How values of a type are written: a function of a borrowed value.
///
/// A struct, because an optional function of a generic type is called through two more thunks; and a pointer,
/// because a value passed by itself is copied and counted first. Together they made half the time of encoding.
@frozen @usableFromInline struct JSONWriting<Value>: Sendable {
  @usableFromInline let write: @Sendable (UnsafePointer<Value>, inout JSONWriter) throws -> Void

  @inlinable init(write: @escaping @Sendable (UnsafePointer<Value>, inout JSONWriter) throws -> Void) {
    self.write = write
  }

  init(_ encode: @escaping @Sendable (Value, inout JSONWriter) throws -> Void) {
    write = { try encode($0.pointee, &$1) }
  }

  /// The same, of a value.
  var encode: @Sendable (Value, inout JSONWriter) throws -> Void {
    { [write] value, writer in try withUnsafePointer(to: value) { try write($0, &writer) } }
  }
}
