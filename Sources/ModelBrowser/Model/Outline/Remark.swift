import Mantle
import MantleArchiving

/// A note about the value of the parent row. A row shows the remark instead of a value.
struct Remark: Hashable {
  let name: String
  /// The text of the remark, on one line.
  let text: String
  /// The title of the detail pane that explains the remark.
  let title: String
  /// The explanation of the remark, in a sentence.
  var explanation = ""
  var isWarning = false
  /// The remarks that the child rows show; empty if the row cannot be expanded.
  var parts: [Remark] = []
  /// The reason why the remark cannot be edited.
  var notEditableReason = "it is information about the archive, not a value"
}

extension Remark {
  /// Creates the remark about a local property, which the JSON does not contain.
  ///
  /// - Parameter place: the object in the archive that has the property; nil for a value that is not from an archive.
  init(local property: PropertyDescription, of model: ModelDescription, in place: ArchivedPlace?) {
    let archived = place?.property(property.name)?.shortJSON
    self.init(
      name: property.name, text: archived ?? "\(property.typeName), not in JSON",
      title: "\(model.name).\(property.name): \(property.typeName)",
      explanation: archived == nil
        ? "A local property: its value is computed for each decoded model."
        : "A local property: it is in the archive, but not in JSON.",
      notEditableReason: "a local property is not in JSON")
  }
}

extension Row {
  /// The remark that the row shows; nil for every other row.
  var remark: Remark? {
    if case .remark(let remark) = content { remark } else { nil }
  }
}

extension ChildRow {
  init(_ remark: Remark) {
    self.init(label: .remark(remark.name), content: .remark(remark), interpretation: .raw, step: [])
  }
}
