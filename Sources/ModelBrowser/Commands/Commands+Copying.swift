import Mantle

extension Command {
  static let copying: [Command] = [
    Command(
      "copyValue", .copying, keys: ["yy"], "copy the value as JSON, indented", disabled: noValue,
      perform: { browser, _ in
        copyValue(&browser, "value") { $0.formatted() }
      }),
    Command(
      "copyLine", .copying, keys: ["yv"], "copy the value as JSON on one line", disabled: noValue,
      perform: { browser, _ in
        copyValue(&browser, "value on one line") { $0.compact }
      }),
    Command(
      "copyText", .copying, keys: ["ys"], "copy a string without quotes and escapes",
      disabled: { browser in
        browser.cursor.node?.kind == .string || browser.cursor.archiveText != nil
          ? nil : "This value is not a string"
      },
      perform: { browser, _ in
        copy(&browser, browser.cursor.archiveText ?? browser.cursor.node?.displayText, "text")
      }),
    Command(
      "copyKey", .copying, keys: ["yk"], "copy the key",
      disabled: { $0.cursor.keyText == nil ? "This row has no key" : nil },
      perform: { browser, _ in copy(&browser, browser.cursor.keyText, "key") }),
    Command(
      "copyPath", .copying, keys: ["yp"], "copy the JSON key path: items[0].user.login",
      perform: { browser, _ in copy(&browser, browser.cursor.path.description, "JSON key path") }),
    Command(
      "copyPointer", .copying, keys: ["yj"], "copy the JSON pointer: /items/0/user/login",
      perform: { browser, _ in copy(&browser, browser.cursor.path.pointer, "JSON pointer") }),
    Command(
      "copyQuery", .copying, keys: ["yq"], "copy the jq path: .items[0].user.login",
      perform: { browser, _ in copy(&browser, browser.cursor.path.query, "jq path") }),
  ]
}

@Sendable private func noValue(_ browser: Browser) -> String? {
  if browser.cursor.node != nil || browser.cursor.archiveText != nil { return nil }
  guard let container = browser.cursor.container else {
    return "There is no value here that can be copied"
  }
  return container.index.end - max(0, container.offset) > mostCopied
    ? "Too large for the clipboard  (:w PATH saves a copy)" : nil
}

/// Containers that are not read whole are copied up to this size, as they are written.
private let mostCopied = 1 << 24

/// Copies the value's text; it can then be put elsewhere, too.
private func copyValue(
  _ browser: inout Browser, _ what: String, _ text: (JSONNode) -> String
) -> [Effect] {
  if let text = browser.cursor.archiveText { return copy(&browser, text, "text") }
  if let container = browser.cursor.container {
    return copy(
      &browser, browser.document.currentText(of: container, browser.outline.records), what)
  }
  let effects = copy(&browser, browser.cursor.node.map(text), what)
  browser.yank([browser.cursor])
  return effects
}

private func copy(_ browser: inout Browser, _ text: String?, _ what: String) -> [Effect] {
  guard let text else {
    browser.message = .warning("There is nothing here to copy")
    return []
  }
  return [.copy(text, what: what)]
}
