/// The chain of class instances that are being encoded, used to detect reference cycles, and the room for further
/// models on the stack.
@usableFromInline struct Ancestors {
  private var depth = 0
  /// The instances entered below a nesting depth that ordinary data does not reach, so shallow data only pays
  /// for a counter.
  private var objects: Set<ObjectIdentifier> = []
  private static let ordinaryDepth = 32

  /// The stack bounds of the encoding thread.
  private var stack = StackBounds.none

  @usableFromInline init() {}

  /// - Throws: a ``TransformError`` if the thread's stack has no room for a further model.
  @inline(__always) mutating func checkStack() throws {
    if stack.hasRoom() { return }
    throw TransformError(
      .limit, expected: "a model in fewer others, for which the thread's stack has room",
      found: "a further level")
  }

  /// - Throws: a ``TransformError`` if the object is already being encoded.
  mutating func enter(_ object: AnyObject) throws {
    if depth >= Self.ordinaryDepth, !objects.insert(ObjectIdentifier(object)).inserted {
      throw TransformError(expected: "objects without reference cycles")
    }
    depth += 1
  }

  mutating func leave(_ object: AnyObject) {
    depth -= 1
    if depth >= Self.ordinaryDepth { objects.remove(ObjectIdentifier(object)) }
  }
}
