/// How the models of a text stand beside each other.
public enum JSONSequenceForm: Sendable, Hashable {
  /// Looks at the first lines: where most of them are values of their own it is ``lines``, where the text begins
  /// with a bracket ``array``, else ``concatenated``.
  case automatic
  /// One top-level array.
  case array
  /// A value on each line (NDJSON); blank lines do not count. A damaged line does not touch the next.
  case lines
  /// Values with or without white space between them.
  case concatenated
}

extension JSONSequenceForm {
  /// The form of a text as its first lines show it.
  ///
  /// - Complexity: at most sixteen lines of at most 1 MiB together are looked at.
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
