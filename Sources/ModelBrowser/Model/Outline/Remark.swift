import Mantle
import MantleArchiving

/// A remark about the value of a row's parent, shown by the row instead of a value.
struct Remark: Hashable {
  let name: String
  /// On one line.
  let text: String
  /// The title of the detail pane.
  let title: String
  /// The explanation of the note, in a sentence.
  var explanation = ""
  var isWarning = false
  /// The rows inside, where it can be opened.
  var parts: [Remark] = []
  /// The reason why it cannot be edited.
  var notEditableReason = "it is what the archive says, not a value"
}

extension Remark {
  /// A property that is not in JSON.
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
  /// The row's note, if it is a remark.
  var remark: Remark? {
    if case .remark(let remark) = content { remark } else { nil }
  }
}

extension ChildRow {
  init(_ remark: Remark) {
    self.init(label: .remark(remark.name), content: .remark(remark), interpretation: .raw, step: [])
  }
}
