import Mantle

extension Command {
  static let compare = Command(
    "compare", .lists, line: ["compare"], argument: Argument("['MARK|PATH|FILE]", .places),
    "show how the value here differs from the one at a mark or path, or else the first selected, or the one above; or the text from a FILE, % for what is on disk",
    perform: { browser, call in
      if let path = fileToCompare(browser, call.argument) { return browser.request(.compare(path: path)) }
      try showDifferences(&browser, call.argument)
    })
}

private func showDifferences(_ browser: inout Browser, _ argument: String) throws {
  let other = try otherRow(browser, argument)
  let row = argument.isEmpty ? browser.selected?.last ?? browser.cursor : browser.cursor
  browser.selection.end(at: browser.cursor.id)
  guard let before = other.node, let after = row.node else {
    throw Message.warning("Only values that are read whole can be compared")
  }
  var differences = Differences()
  differences.compare(before.rawBytes, after.rawBytes, at: JSONKeyPath())
  let words = "\(browser.document.pathText(of: other)) → \(browser.document.pathText(of: row))"
  guard !differences.entries.isEmpty else { throw Message.note("\(words): the same") }
  browser.mode = .reading(differences.screen(words, width: browser.size.columns, noun: "difference"))
}

/// The file that is meant, where no value of the text is.
private func fileToCompare(_ browser: Browser, _ argument: String) -> String? {
  if argument == "%" { return browser.document.path }
  guard !argument.isEmpty, !argument.hasPrefix("'"), argument.contains(".") || argument.contains("/") else {
    return nil
  }
  if let path = JSONKeyPath(copied: argument), browser.outline.row(at: path).rest.isEmpty { return nil }
  return argument.hasPrefix("~/") ? (OwnFolders.home ?? "~") + argument.dropFirst() : argument
}

/// The value to compare with.
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
