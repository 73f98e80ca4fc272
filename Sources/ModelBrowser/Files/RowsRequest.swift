import Mantle
import MantleFiles

/// A request to write edited values to their source, such as the rows of a table.
struct RowsRequest: WriteRequest {
  let name: String
  /// The text of the document when it was last read from its source or written to it, without the edits since.
  let before: JSONBytes
  let after: SplicedBytes
  let write: DocumentSource.RowWriter
  /// A short summary of the changed values for the message; nil if computing it would take too long.
  let changes: String?
  /// Whether to quit after the values are written.
  let quits: Bool

  /// Creates the request; nil for a text that is saved to a file.
  init?(_ browser: Browser, quits: Bool) throws {
    guard let write = browser.document.writeRows else { return nil }
    (name, after, self.write) = (browser.document.name, browser.currentText, write)
    (before, changes, self.quits) = (try browser.document.savedText(), browser.outline.changeWords, quits)
  }

  var size: Int { after.count }

  func report(_ progress: (Double) -> Bool) -> Report {
    .attempting("\(name): not saved") {
      .rowsSaved(self, try write(before, after.text()))
    }
  }

  /// Updates the document after the values were written.
  ///
  /// - Parameter stored: the values that the source has stored; nil if they equal ``after``.
  func finish(_ browser: inout Browser, _ stored: JSONBytes?) {
    // Larger texts take too long to compare.
    if let stored, size < 1 << 26 { try? browser.editor.become(stored, as: "updated values from the table") }
    browser.editor.message = .note("\(name): saved\(changes.map { ": \($0)" } ?? "")")
    if let leftover = browser.document.recovered { browser.request(.discard([leftover])) }
    let splices = browser.editor.currentText.splices
    browser.editor.update { $0.markSaved(splices) }
    if quits { OpenFiles.quit(&browser, .kept, isSavingAll: true) }
  }
}
