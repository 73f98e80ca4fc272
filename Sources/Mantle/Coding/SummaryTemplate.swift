/// What stands in the row of a model: text with names of properties in braces, `#{number} {title}`; those of a model
/// inside behind a point, `{user.login}`.
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

  /// Names of properties that say what a model is called, in lowercase, the most telling first.
  package static let titles = [
    "title", "name", "label", "subject", "login", "summary", "message", "msg", "text", "event",
  ]
  /// Names of properties that say what state or kind it is of.
  package static let states = ["state", "status", "kind", "type"] + levels
  /// Those of the entries of a log, which begin with their time.
  package static let levels = ["level", "severity"]
  /// Names of properties that number the models people count.
  package static let numbers = ["number", "position", "index"]
  /// Names of properties that number models for machines.
  package static let identifiers = ["id", "identifier"]

  /// The properties in it.
  package var names: [String] {
    parts.compactMap { part in
      if case .property(let name) = part { name } else { nil }
    }
  }
}

extension ModelDescription {
  /// The property of a name in a summary, behind those it is reached through: two for `user.login`.
  ///
  /// - Returns: nil where there is none.
  package func properties(named name: String) -> [PropertyDescription]? {
    var found: [PropertyDescription] = []
    var model: ModelDescription? = self
    for step in name.split(separator: ".", omittingEmptySubsequences: false) {
      guard let property = model?.properties.first(where: { $0.name == step }) else { return nil }
      found.append(property)
      if case .model(let inner) = property.shape.unwrapped {
        model = inner.description()
      } else {
        model = nil
      }
    }
    return found
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
