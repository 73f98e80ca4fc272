/// Diagnostics for people: what is said of many objects alike is said once, with how often.
public struct DiagnosticGroups: Sendable {
  /// One line for each kind, in the order of their first occurrence.
  public let lines: [String]

  public init(_ diagnostics: [Diagnostic]) {
    var counts: [Diagnostic: Int] = [:]
    var order: [Diagnostic] = []
    for diagnostic in diagnostics {
      var kind = diagnostic
      kind.path = diagnostic.path.withoutIndices
      kind.underlying = nil
      // Values differ from object to object; a key nothing maps is the same key.
      if kind.code == .unmappedKey { (kind.found, kind.detail) = (nil, "no property maps this key") }
      if counts[kind] == nil { order.append(kind) }
      counts[kind, default: 0] += 1
    }
    lines = order.map { kind in
      let count = counts[kind] ?? 1
      return kind.line() + (count > 1 ? "  (\(count) times)" : "")
    }
  }
}
