/// The layout of the models in an input.
public enum JSONSequenceForm: Sendable, Hashable {
  /// The layout that the first lines suggest: ``lines`` if at least half of them are complete values,
  /// ``array`` if the input begins with a bracket, otherwise ``concatenated``.
  case automatic
  /// One top-level array.
  case array
  /// One value on each line (NDJSON); blank lines are ignored. A malformed line does not affect the next
  /// line.
  case lines
  /// Values that follow each other with or without white space between them.
  case concatenated
}

extension JSONSequenceForm {
  /// Returns the layout of an input; ``automatic`` is resolved by inspecting the first lines.
  ///
  /// - Complexity: O(1): at most 16 lines within the first megabyte are parsed.
  func resolved(in bytes: JSONBytes) -> JSONSequenceForm {
    guard self == .automatic else { return self }
    let window = min(bytes.count, 1 << 20)
    var sampled = 0
    var whole = 0
    let lines = JSONChildIndex(bytes, .lines(in: bytes.markLength..<window))
    var line = lines.first()
    while let child = line, sampled < 16 {
      sampled += 1
      if (try? JSONDocument(parsing: bytes, in: child.value)) != nil { whole += 1 }
      line = lines.next(after: child)
    }
    let hasManyWholeLines = sampled > 1 && whole * 2 >= sampled
    let first = JSONScanner.skipWhitespace(bytes.base, bytes.markLength, bytes.count)
    if hasManyWholeLines { return .lines }
    if bytes[first] == ASCII.openBracket { return .array }
    return whole * 2 >= sampled ? .lines : .concatenated
  }
}
