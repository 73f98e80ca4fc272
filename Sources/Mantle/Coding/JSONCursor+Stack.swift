extension JSONCursor {
  /// Refuses a value so deep in others that the thread's stack has no room to read it.
  ///
  /// Decoding calls itself at each level, and how much stack that takes depends on the types and the build. Secondary
  /// threads have half a megabyte on Apple platforms.
  ///
  /// - Throws: a problem at the value.
  @inline(never) @usableFromInline func checkStack() throws {
    let address = StackBounds.address
    if context.stack.contains(address) { return }
    guard let stack = StackBounds.current(around: address) else { return }
    context.stack = stack
    if stack.contains(address) { return }
    throw DecodingProblem(
      .limit, at: index, expected: "a value in fewer others, for which the thread's stack has room",
      found: foundText, hint: "decode it on a thread with a larger stack")
  }
}
