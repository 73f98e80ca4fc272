import Mantle

extension BrowserDocument {
  /// Where unsaved edits go when the browser is killed: beside the file, so that nobody has to look for them.
  var rescuePath: String? { path.map { $0 + ".unsaved" } }

  /// The order to write them; nil when there are none, or the text came from no file.
  var rescueOrder: SaveOrder? {
    guard history.isModified, let rescuePath else { return nil }
    return SaveOrder(
      content: currentText(), path: rescuePath, expected: nil, isNew: false, isOwnFile: false, quits: false)
  }
}
