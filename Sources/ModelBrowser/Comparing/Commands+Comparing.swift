import Mantle
import MantleFiles

extension Command {
  static let compare = Command(
    "compare", .lists, line: ["compare"], argument: Argument("['MARK|PATH|FILE]", .places),
    "Compare with a mark, a path or a FILE (% is the saved file)"
  ) { browser, call in
    if let path = fileToCompare(browser, call.argument) {
      return browser.request(.readOther(path: path, for: .compare))
    }
    try showDifferences(&browser, call.argument)
  }

  static let merge = Command(
    "merge", .file, line: ["merge"], argument: Argument("FILE", .files),
    "Merge a file into this one"
  ) { browser, call in
    guard !call.argument.isEmpty else { return browser.ask(.command, text: "merge ") }
    browser.request(.readOther(path: expanded(call.argument), for: .merge))
  }
}

private func showDifferences(_ browser: inout Browser, _ argument: String) throws {
  let other = try otherRow(browser, argument)
  let row = argument.isEmpty ? browser.selected?.last ?? browser.cursor : browser.cursor
  browser.selection.end(at: browser.cursor.id)
  guard let before = other.node, row.node != nil else {
    throw Message.warning("Large or malformed values cannot be compared")
  }
  browser.editor.comparison = nil
  Comparison.start(
    in: &browser, at: row.path, with: browser.document.pathText(of: other), JSONBytes(before.rawBytes))
}

private func expanded(_ path: String) -> String {
  path.hasPrefix("~/") ? (OwnFolders.home ?? "~") + path.dropFirst() : path
}

/// Returns the path of the file to compare with; nil if the argument denotes a value of the document.
private func fileToCompare(_ browser: Browser, _ argument: String) -> String? {
  if argument == "%" { return browser.document.path }
  guard !argument.isEmpty, !argument.hasPrefix("'"), argument.contains(".") || argument.contains("/") else {
    return nil
  }
  if let path = JSONKeyPath(copied: argument), browser.outline.row(at: path).rest.isEmpty { return nil }
  return expanded(argument)
}

/// Returns the row of the value to compare with.
private func otherRow(_ browser: Browser, _ argument: String) throws(Message) -> Row {
  if argument.isEmpty {
    let outline = browser.outline
    let other = browser.selected?.first ?? outline.value(from: outline.previousSibling(of: browser.cursor))
    guard let other else { throw .warning("There is no value before it to compare with") }
    return other
  }
  if argument.hasPrefix("'"), let letter = argument.dropFirst().first, argument.count == 2 {
    guard let mark = browser.marks[letter], mark.view == browser.outline.view,
      let row = browser.outline.row(mark.row)
    else {
      throw .warning("There is no mark \(letter) here  (m\(letter) sets it)")
    }
    return row
  }
  guard let path = JSONKeyPath(copied: argument), case (let row, let rest) = browser.outline.row(at: path),
    rest.isEmpty
  else {
    throw .warning("There is no \(argument)")
  }
  return row
}
