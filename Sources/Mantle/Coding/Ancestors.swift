/// The chain of class instances that are being encoded, used to detect reference cycles.
@usableFromInline struct Ancestors {
  private var depth = 0
  /// The instances entered below a nesting depth that ordinary data does not reach, so shallow data only pays
  /// for a counter.
  private var objects: Set<ObjectIdentifier> = []
  private static let ordinaryDepth = 32

  @usableFromInline init() {}

  /// - Throws: a ``TransformError`` if the object is already being encoded.
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
