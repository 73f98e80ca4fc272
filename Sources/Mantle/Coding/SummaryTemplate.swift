/// The template of a model's summary row: text with property names in braces, such as `#{number} {title}`. A
/// dot selects a property of a nested model, such as `{user.login}`.
package struct SummaryTemplate: Sendable, Hashable {
  /// A part of a template: literal text, or the name of a property.
  package enum Part: Sendable, Hashable {
    case text(String)
    case property(String)
  }

  /// The source text of the template.
  package let text: String
  /// The parsed parts of the template.
  package let parts: [Part]

  /// Parses a template.
  ///
  /// - Parameter text: the template, in which `{{` is a literal brace.
  /// - Throws: a ``TransformError`` for a brace without a closing brace, and for empty braces.
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

  /// The lowercase names of properties that typically hold a title, in order of preference.
  package static let titles = [
    "title", "name", "label", "subject", "login", "summary", "message", "msg", "text", "event",
  ]
  /// The names of list properties whose strings are typically the lines of a text.
  package static let lines = ["source", "text", "lines", "content", "body"]
  /// The names of properties that typically hold a state or a kind.
  package static let states = ["state", "status", "kind", "type"] + levels
  /// The names of properties that hold the level of a log entry, whose row begins with its time.
  package static let levels = ["level", "severity"]
  /// The names of properties that hold a number by which people refer to the object, such as an issue number.
  package static let numbers = ["number", "position", "index"]
  /// The names of properties that hold an identifier for programs, such as a database key. A summary shows
  /// one only if the object has no title.
  package static let identifiers = ["id", "identifier"]

  /// The names of the properties that the template shows.
  var names: [String] {
    parts.compactMap { part in
      if case .property(let name) = part { name } else { nil }
    }
  }
}

extension ModelDescription {
  /// Returns the property with a name, preceded by the enclosing properties of its path: `user` and `login`
  /// for the name `user.login`.
  ///
  /// - Returns: nil if there is no such property.
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
  /// Whether values of this shape are containers or models, which do not fit into a row of the browser. A list
  /// of strings fits, because only its first string is displayed.
  var holdsOthers: Bool {
    switch unwrapped {
    case .array(let element): if case .string = element.unwrapped { false } else { true }
    case .model, .dictionary, .json: true
    default: false
    }
  }
}
