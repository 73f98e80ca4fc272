/// The class instances that are being encoded, used to detect reference cycles, and the bounds of the encoding
/// thread's stack.
@usableFromInline struct Ancestors {
  private var depth = 0
  /// The class instances at nesting levels that are deeper than those of ordinary data. Instances at other
  /// levels are only counted, which is faster; a reference cycle reaches the deeper levels anyway.
  private var objects: Set<ObjectIdentifier> = []
  private static let ordinaryDepth = 32

  /// The bounds of the encoding thread's stack.
  private var stack = StackBounds.none

  @usableFromInline init() {}

  /// Checks that the stack of the encoding thread has room for encoding a nested model.
  ///
  /// - Throws: a ``TransformError`` if there is no room.
  @inline(__always) mutating func checkStack() throws {
    if stack.hasRoom() { return }
    throw TransformError(
      .limit, expected: "fewer levels of nested models (the thread's stack is full)",
      found: "another level")
  }

  /// Registers a class instance whose encoding begins.
  ///
  /// - Throws: a ``TransformError`` if the object is already being encoded.
  mutating func enter(_ object: AnyObject) throws {
    if depth >= Self.ordinaryDepth, !objects.insert(ObjectIdentifier(object)).inserted {
      throw TransformError(expected: "objects without reference cycles")
    }
    depth += 1
  }

  /// Removes a class instance whose encoding has ended.
  mutating func leave(_ object: AnyObject) {
    depth -= 1
    if depth >= Self.ordinaryDepth { objects.remove(ObjectIdentifier(object)) }
  }
}
