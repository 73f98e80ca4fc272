/// A remark of an archive about the value of a row's parent, shown by the row instead of a value.
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
