/// What stands in the row of a model: text with names of properties in braces, `#{number} {title}`.
package struct SummaryTemplate: Sendable, Hashable {
  package enum Part: Sendable, Hashable {
    case text(String)
    case property(String)
  }

  /// As it was written.
  package let text: String
  package let parts: [Part]

  /// - Parameter text: `{{` stands for a brace.
  /// - Throws: a ``TransformError`` for a brace that is not closed, and for one without a name.
  package init(_ text: String) throws(TransformError) {
    self.text = text
    var (parts, literal, rest): ([Part], String, Substring) = ([], "", text[...])
    while let brace = rest.firstIndex(of: "{") {
      literal += rest[..<brace]
      rest = rest[rest.index(after: brace)...]
      if rest.first == "{" {
        literal.append(rest.removeFirst())
        continue
      }
      guard let end = rest.firstIndex(of: "}") else {
        throw TransformError(expected: "`}` after `{\(rest)`", found: "the end")
      }
      let name = String(rest[..<end])
      if name.isEmpty { throw TransformError(expected: "a property between `{` and `}`", found: "nothing") }
      if !literal.isEmpty { parts.append(.text(literal)) }
      parts.append(.property(name))
      (literal, rest) = ("", rest[rest.index(after: end)...])
    }
    literal += rest
    self.parts = literal.isEmpty ? parts : parts + [.text(literal)]
  }

  /// The properties in it.
  package var names: [String] {
    parts.compactMap { part in
      if case .property(let name) = part { name } else { nil }
    }
  }
}

extension ValueShape {
  /// Whether its values hold others, for which a row has no room.
  var holdsOthers: Bool {
    switch unwrapped {
    case .model, .array, .dictionary, .json: true
    default: false
    }
  }
}
