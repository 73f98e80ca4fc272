/// A note that a row shows about its parent's value, instead of a value.
///
/// A kind of such rows is a file that makes remarks, and a line in ``Remark/all(in:)``.
struct Remark: Hashable {
  let name: String
  /// On one line.
  let text: String
  /// The title of the detail pane.
  let title: String
  /// The explanation of the note, in a sentence.
  var explanation = ""
  var isWarning = false
  /// Why it cannot be edited.
  let notEditableReason: String
  /// The rows inside, where it can be opened.
  var parts: [Remark] = []

  /// Behind the properties or members of a row, in order.
  static func all(in row: Row) -> [Remark] {
    guard row.view == .model, row.node?.kind == .object else { return [] }
    return [archive(of: row)].compactMap(\.self)
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
