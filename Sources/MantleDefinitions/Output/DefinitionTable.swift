import TextCells

/// A textual overview of the definition.
extension Definition {
  /// Returns a table for each model, with a row for each property: name, type, key path, notes and evidence.
  ///
  /// - Parameter evidence: returns the text for a property of a model; nil for none.
  package func table(
    evidence: (_ model: String, _ property: String) -> String? = { _, _ in nil }
  ) -> String {
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
      for line in rows.aligned { text += "  \(line)\n" }
    }
    return text
  }
}

extension DefinedCluster {
  /// The lines of the overview of a class cluster: the discriminating key, and the model for each of its values.
  fileprivate var tableLines: String {
    let lines = models.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
    return (["one of several, by \(discriminator)"] + lines + (otherwise.map { ["otherwise: \($0)"] } ?? []))
      .map { "  \($0.sanitized)\n" }.joined()
  }
}

extension DefinedProperty {
  /// A line with the cases of the property's enumeration; empty if its type contains no enumeration.
  fileprivate var cases: [String] {
    type.enumeration.map { [$0.cases.map { "\"\($0)\"" }.joined(separator: ", ")] } ?? []
  }
}
