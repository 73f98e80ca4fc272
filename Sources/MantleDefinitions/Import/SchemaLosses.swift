import Mantle

/// The warnings about parts of a schema that definitions cannot express.
struct SchemaLosses {
  /// The warnings about lost parts of the schema recorded so far.
  private var diagnostics: [Diagnostic] = []
  /// The identifiers of the reported parts with their messages, by which duplicates are recognized.
  private var said: Set<String> = []
  /// The keywords that only some types can express, with the message to report unless ``keep(_:)`` is called for the keyword.
  private var doubtful: [(value: JSONNode, what: String)] = []
  /// The identifiers of the keywords that were imported.
  private var kept: Set<Int> = []

  /// The maximum number of warnings. Finding the path of each warning takes time in proportion to the number of siblings.
  private static let most = 1_000

  /// Adds a warning about a part of the schema, once for each message, even if several references lead to the part.
  mutating func add(_ node: JSONNode, _ what: String) {
    guard diagnostics.count <= Self.most, said.insert("\(node.id) \(what)").inserted else { return }
    let what = diagnostics.count < Self.most ? what : "more than \(Self.most) losses; the rest is not listed"
    diagnostics.append(
      Diagnostic(.warning, .definition, path: node.path, location: node.location, detail: what))
  }

  /// Marks keywords as imported, which withdraws their warnings.
  mutating func keep(_ nodes: JSONNode?...) {
    for case let node? in nodes { kept.insert(node.id) }
  }

  /// All warnings about lost parts, in the order of the schema.
  var all: [Diagnostic] {
    var losses = self
    for (value, what) in doubtful where !kept.contains(value.id) { losses.add(value, what) }
    return losses.diagnostics.sorted { ($0.location?.offset ?? 0) < ($1.location?.offset ?? 0) }
  }

  /// Records the keywords of a schema that have no counterpart in definitions, before the schema is imported.
  mutating func look(through schema: JSONNode) {
    for (key, value) in schema.members {
      let name = key.displayText
      switch name {
      case _ where Self.unmodelled.contains(name):
        add(key, "`\(name)` has no counterpart in a definition and is not checked")
      case "format":
        doubtful.append((value, "the format `\(value.displayText)` is not checked by the definition"))
      case "additionalProperties" where value.kind == .false:
        doubtful.append((value, "the definition accepts additional keys as unmapped"))
      case "minLength", "minItems", "minProperties":
        if value.rawText != "0" { doubtful.append((value, Self.nothing(like: name))) }
      case _ where Self.rules.contains(name): doubtful.append((value, Self.nothing(like: name)))
      default: break
      }
    }
  }

  /// Returns the message for a constraint that does not apply to the type of its schema.
  private static func nothing(like name: String) -> String { "`\(name)` has no counterpart for this type" }

  /// Keywords that a constraint or a type can express, depending on the type of the property.
  private static let rules: Set = [
    "minimum", "maximum", "maxLength", "pattern", "maxItems", "maxProperties", "enum", "const",
  ]

  /// Keywords that validators support and definitions do not.
  private static let unmodelled: Set = [
    "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies", "contains",
    "propertyNames", "unevaluatedProperties", "unevaluatedItems", "exclusiveMinimum", "exclusiveMaximum",
    "$dynamicRef", "$recursiveRef", "uniqueItems", "multipleOf",
  ]
}
