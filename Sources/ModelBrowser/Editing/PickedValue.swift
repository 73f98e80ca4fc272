import Mantle

/// A value that the user picked (`mantle --pick`), which the program prints for another command.
package struct PickedValue: Sendable, Hashable {
  /// A string without quotes, or any other value as JSON on one line.
  package let text: String
  /// The JSON key path of the value in the document.
  package let path: String

  /// Creates the picked value from the current text of a row.
  ///
  /// - Returns: nil if the row has no value.
  init?(_ row: Row, of document: Document, _ records: Records) {
    if let node = row.node {
      text = node.kind == .string ? node.displayText : node.compact
    } else if let whole = row.container.flatMap({ document.currentText(of: $0, records) }) {
      text = whole
    } else {
      return nil
    }
    path = row.path.description
  }
}

extension Browser {
  /// Makes Enter end the browser and print the value under the cursor.
  mutating func startPicking() {
    isPicking = true
    editor.message = .note("Enter prints the value and ends · v selects several · q leaves without one")
  }

  /// Ends the browser, which then prints the selected values or the value under the cursor.
  mutating func pick() {
    let values = editor.targets.compactMap { PickedValue($0, of: document, outline.records) }
    if !values.isEmpty { request(.pick(values)) }
  }
}
