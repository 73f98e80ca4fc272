/// The objects of classes that are being written, one in another: one that holds itself, over whichever way, has no end.
@usableFromInline struct Ancestors {
  private var depth = 0
  /// Filled from a depth on that ordinary data does not reach, which therefore costs only the counting.
  private var objects: Set<ObjectIdentifier> = []
  private static let ordinaryDepth = 32

  @usableFromInline init() {}

  /// - Throws: a ``TransformError`` for an object that is being written already.
  mutating func enter(_ object: AnyObject) throws {
    if depth >= Self.ordinaryDepth, !objects.insert(ObjectIdentifier(object)).inserted {
      throw TransformError(expected: "objects that do not hold themselves")
    }
    depth += 1
  }

  mutating func leave(_ object: AnyObject) {
    depth -= 1
    if depth >= Self.ordinaryDepth { objects.remove(ObjectIdentifier(object)) }
  }
}
