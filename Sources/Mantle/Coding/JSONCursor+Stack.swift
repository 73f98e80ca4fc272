extension JSONCursor {
  /// Throws an error if the value is nested too deeply for the remaining stack of the thread.
  ///
  /// Decoding recurses at each level, and the stack space that a level takes depends on the types and the
  /// build. Secondary threads have only 512 KB of stack on Apple platforms.
  ///
  /// - Throws: a ``DecodingProblem`` for this value.
  @inline(never) @usableFromInline func checkStack() throws {
    if context.stack.hasRoom() { return }
    throw DecodingProblem(
      .limit, at: index, expected: "a value nested less deeply, for which the stack of the thread has room",
      found: foundText, hint: "decode it on a thread with a larger stack")
  }
}
