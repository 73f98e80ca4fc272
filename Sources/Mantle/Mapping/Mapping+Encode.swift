import Synchronization

extension Mapping {
  /// Encodes a model as one JSON value, which usually is an object with the properties in the order of the
  /// mapping.
  ///
  /// ```swift
  /// func encode(to writer: inout JSONWriter) throws { try Point.mapping.encode(point, to: &writer) }
  /// ```
  ///
  /// - Throws: an ``EncodingProblem`` with the property and the error of its transformer, or a
  ///   ``MappingError``.
  @inlinable public func encode(_ root: Root, to writer: inout JSONWriter) throws {
    try withUnsafePointer(to: root) { try encode(at: $0, to: &writer) }
  }

  /// Encodes the model at a memory location. The compiler generates this code once instead of once per model,
  /// because it does not depend on the model's type.
  @inline(never) @usableFromInline
  func encode(at place: UnsafePointer<Root>, to writer: inout JSONWriter) throws {
    try writer.ancestors.checkStack()
    if isClass { try encodeObject(at: place, to: &writer) } else { try encodeContent(at: place, to: &writer) }
  }

  /// Encodes an instance of a class. Throws an error if the instance contains itself.
  @inline(never) private func encodeObject(at place: UnsafePointer<Root>, to writer: inout JSONWriter) throws
  {
    let object = place.pointee as AnyObject
    try writer.ancestors.enter(object)
    defer { writer.ancestors.leave(object) }
    try encodeContent(at: place, to: &writer)
  }

  @inline(__always) private func encodeContent(at place: UnsafePointer<Root>, to writer: inout JSONWriter)
    throws
  {
    if isVerified.load(ordering: .relaxed), writer.context == nil, let compiledEncoder {
      try compiledEncoder._withUnsafeGuaranteedRef { try $0.run(at: UnsafeRawPointer(place), to: &writer) }
    } else {
      try encodeGeneral(at: place, to: &writer)
    }
  }

  /// Encodes a model whose JSON layout depends on its values or on the options of the call. This code is
  /// separate from ``encodeContent(at:to:)``, the common case, because it looks up its types at its start,
  /// which takes a tenth of the time of that function.
  @inline(never) private func encodeGeneral(at place: UnsafePointer<Root>, to writer: inout JSONWriter) throws
  {
    try checkDefinition()
    try ModelEncoding(self, of: place.pointee, writer.context).write(to: &writer)
  }
}
