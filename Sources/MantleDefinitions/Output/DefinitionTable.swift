/// A textual overview of the definition.
extension Definition {
  /// A table for each model, with a row for each property: name, type, key path and notes.
  package var table: String { table { _, _ in nil } }

  /// Returns the table with the evidence for each property, as inference reports it.
  ///
  /// - Parameter evidence: returns the text for a property of a model; nil for none.
  package func table(evidence: (_ model: String, _ property: String) -> String?) -> String {
    var text = "root: \(root.text.sanitized)\n"
    for model in models {
      text += "\n\(model.name.sanitized)\n" + (model.cluster?.tableLines ?? "")
      let rows = model.properties.map { property in
        let path = property.keyPath.description
        return [
          property.name, property.type.text, path == property.name ? "" : path,
          (property.cases + property.openNotes + (evidence(model.name, property.name).map { [$0] } ?? []))
            .joined(
              separator: "; "),
        ].map(\.sanitized)
      }
      let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
      for row in rows {
        let cells = (0..<3).map { row[$0] + String(repeating: " ", count: widths[$0] - row[$0].count) }
        let line = "  " + (cells + [row[3]]).joined(separator: "  ")
        text += String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
      }
    }
    return text
  }
}

extension DefinedCluster {
  /// The lines of the table: the discriminating key, and the model for each of its values.
  fileprivate var tableLines: String {
    let lines = models.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
    return (["one of several, by \(discriminator)"] + lines + (otherwise.map { ["otherwise: \($0)"] } ?? []))
      .map { "  \($0.sanitized)\n" }.joined()
  }
}

extension DefinedProperty {
  /// The cases of the enumeration as one string; empty if the type contains none.
  fileprivate var cases: [String] {
    type.enumeration.map { [$0.cases.map { "\"\($0)\"" }.joined(separator: ", ")] } ?? []
  }
}

extension DefinedType {
  /// The text of the type in definition files: `[string]`, `{integer}`, `Label?`, `integer |
  /// string`.
  ///
  /// ``init(_:cases:)`` parses it. The cases of enumerations are not part of the text.
  package var text: String {
    switch self {
    case .string: "string"
    case .boolean: "boolean"
    case .integer: "integer"
    case .unsigned: "unsigned"
    case .sized(let width): width.rawValue
    case .double: "double"
    case .decimal: "decimal"
    case .instant: "date"
    case .date(let pattern): "date(\(pattern.text))"
    case .url: "url"
    case .uuid(let lowercase): lowercase ? "uuid" : "UUID"
    case .enumeration: "enum"
    case .transformed(let transformer): transformer.rawValue
    case .json: "json"
    case .model(let name): name
    case .array(let element): "[\(element.text)]"
    case .set(let element): "<\(element.text)>"
    case .dictionary(let value): "{\(value.text)}"
    case .optional(let type): type.isUnion ? "(\(type.text))?" : type.text + "?"
    case .oneOf(let types): types.map(\.text).joined(separator: " | ")
    }
  }

  /// Whether the type is a union, which needs parentheses before `?`.
  private var isUnion: Bool {
    if case .oneOf = self { return true }
    return false
  }
}
