import Mantle

extension Command {
  static let copying: [Command] = [
    Command(
      "copy value", .copying, keys: ["yy", "Y"], line: ["y", "yank"], "Copy the value as indented JSON",
      inTable: .cellOrRows, disabled: noValue
    ) { browser, call in
      guard call.times > 1, !browser.selection.isActive else {
        return try copyValue(&browser, "value") { $0.formatted() }
      }
      try copyRows(&browser, Invocation(call.command, count: call.times - 1, argument: "j"))
    },
    Command(
      "copy to", .copying, bindings: motionBindings("y", ["G", "gg"]),
      "Copy from here to the last or first sibling", inTable: .row,
      disabled: noValue,
      perform: copyRows),
    Command(
      "copy line", .copying, keys: ["yv"], "Copy the value as JSON on one line", inTable: .cellOrRows,
      disabled: noValue
    ) { browser, _ in
      try copyValue(&browser, "value on one line") { $0.compact }
    },
    Command(
      "copy text", .copying, keys: ["ys"], "Copy a string without quotes and escapes",
      disabled: { browser in
        browser.cursor.node?.kind == .string || browser.cursor.remark != nil
          ? nil : "This value is not a string"
      }
    ) { browser, _ in
      try copyEach(&browser, "text") { $0.remark?.text ?? $0.node?.displayText }
    },
    Command(
      "copy key", .copying, keys: ["yk"], "Copy the key",
      disabled: { $0.cursor.keyText == nil ? "This row has no key" : nil }
    ) { browser, _ in try copyEach(&browser, "key", \.keyText) },
    Command("copy path", .copying, keys: ["yp"], "Copy the JSON key path: items[0].user.login") {
      browser, _ in try copyEach(&browser, "JSON key path", \.path.description)
    },
    Command("copy pointer", .copying, keys: ["yj"], "Copy the JSON pointer: /items/0/user/login") {
      browser, _ in try copyEach(&browser, "JSON pointer", \.path.pointer)
    },
    Command("copy query", .copying, keys: ["yq"], "Copy the jq path: .items[0].user.login") { browser, _ in
      try copyEach(&browser, "jq path", \.path.query)
    },
  ]
}

@Sendable private func noValue(_ browser: Browser) -> String? {
  if browser.cursor.node != nil || browser.cursor.remark != nil { return nil }
  guard let container = browser.cursor.container else {
    return "There is no value here that can be copied"
  }
  return container.index.end - max(0, container.offset) > maximumCopied
    ? "Too large for the clipboard  (:w PATH saves a copy)" : nil
}

/// The maximum size of a container that is copied as its source text, because it is not parsed as a whole.
private let maximumCopied = 1 << 24

/// Copies the text of the value to the clipboard, and the value itself to a register.
private func copyValue(
  _ browser: inout Browser, _ what: String, _ text: (JSONNode) -> String
) throws {
  if browser.selection.isActive { return try copySelected(&browser, text) }
  if let text = browser.cursor.remark?.text { return try copy(&browser, text, "text") }
  if let container = browser.cursor.container {
    return try copy(
      &browser, browser.document.currentText(of: container, browser.outline.records), what)
  }
  try copy(&browser, browser.cursor.node.map(text), what)
  browser.editor.keep([browser.cursor])
}

/// Copies the rows from the cursor to the target of a motion; the cursor does not move.
@Sendable private func copyRows(_ browser: inout Browser, _ call: Invocation) throws {
  let here = browser.cursor
  selectRows(&browser, to: call)
  try copyValue(&browser, "value") { $0.formatted() }
  browser.view.setCursor(here)
}

/// Copies the selected rows as one value: members of an object as an object, other rows as a list.
private func copySelected(_ browser: inout Browser, _ text: (JSONNode) -> String) throws {
  let rows = browser.targets
  let noun = browser.view.table == nil ? "value" : "row"
  browser.selection.end(at: browser.cursor.id)
  guard rows.count <= Selection.most else {
    throw Message.error("More than \(Selection.most) values: select fewer")
  }
  browser.editor.keep(rows)
  let values = rows.compactMap { row in row.node.map { (key: row.keyText, json: $0.rawText) } }
  let isObject = values.allSatisfy { $0.key != nil }
  let pieces = values.map { isObject ? "\(JSONText.quoted($0.key ?? "")): \($0.json)" : $0.json }
  let whole = pieces.joined(separator: ", ")
  let node = (try? JSONDocument(isObject ? "{\(whole)}" : "[\(whole)]"))?.root
  try copy(&browser, node.map(text), Words.count(values.count, noun))
}

/// Copies one line of text for each selected row, or for the row under the cursor.
///
/// - Parameters:
///   - what: the description of the copied text in the message.
///   - text: returns the line of a row; nil to omit the row.
private func copyEach(_ browser: inout Browser, _ what: String, _ text: (Row) -> String?) throws {
  let lines = browser.targets.prefix(Selection.most).compactMap(text)
  browser.selection.end(at: browser.cursor.id)
  try copy(&browser, lines.isEmpty ? nil : lines.joined(separator: "\n"), what)
}

private func copy(_ browser: inout Browser, _ text: String?, _ what: String) throws {
  guard let text else { throw Message.warning("There is nothing here to copy") }
  browser.request(.copy(text, what: what))
}
