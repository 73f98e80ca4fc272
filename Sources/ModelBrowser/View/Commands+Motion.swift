import Mantle
import MantleDocuments
import MantleQuery

extension Command {
  static let motion: [Command] = [
    Command("down", .motion, keys: ["j", "<Down>", "^N", "+"], "Move down") { $0.view.walk($1.times) },
    Command("up", .motion, keys: ["k", "<Up>", "^P", "-"], "Move up") { $0.view.walk(-$1.times) },
    Command("open", .motion, keys: ["l", "<Right>"], "Open the container, or move to its first child") {
      browser, call in browser.view.repeated(call.times) { $0.stepIn() }
    },
    Command(
      "close", .motion, keys: ["h", "<Left>", "<Backspace> parent"],
      "Close the container, or move to the parent"
    ) { browser, call in
      browser.view.repeated(call.times) { call.argument == "parent" ? $0.stepToParent() : $0.stepOut() }
    },
    Command("next sibling", .motion, keys: ["J"], "Move to the next sibling, or move the selection down") {
      browser, call in
      if browser.selection.isActive { return browser.perform(Invocation(.moveDown, count: call.count)) }
      browser.view.moveSibling(call.times)
    },
    Command(
      "previous sibling", .motion, keys: ["K"], "Move to the previous sibling, or move the selection up"
    ) { browser, call in
      if browser.selection.isActive { return browser.perform(Invocation(.moveUp, count: call.count)) }
      browser.view.moveSibling(-call.times)
    },
    Command("next element", .motion, keys: ["}"], "Move to the next element of the main list") {
      moveElement(&$0, $1.times)
    },
    Command("previous element", .motion, keys: ["{"], "Move to the previous element of the main list") {
      moveElement(&$0, -$1.times)
    },
    Command("first sibling", .motion, keys: ["0", "<Caret>"], "Move to the first sibling") { browser, _ in
      browser.view.moveToEdge(browser.outline.firstChild)
    },
    Command("last sibling", .motion, keys: ["$"], "Move to the last sibling") { browser, _ in
      browser.view.moveToEdge(browser.outline.lastChild)
    },
    Command("top", .motion, keys: ["gg", "<Home>"], "Move to the first row, or to element N") {
      browser, call in
      try goTo(
        &browser, element: call.count,
        or: browser.view.tableEdge(first: true) ?? browser.editor.selectionEdge(browser.outline.firstChild)
          ?? browser.outline.root)
    },
    Command("bottom", .motion, keys: ["G", "<End>"], "Move to the last row, or to element N") {
      browser, call in
      try goTo(
        &browser, element: call.count,
        or: browser.view.tableEdge(first: false) ?? browser.editor.selectionEdge(browser.outline.lastChild)
          ?? browser.outline.last)
    },
    Command(
      "go to", .motion, aliases: ["% %"], line: ["goto"], argument: Argument("PLACE", .places),
      "Go to element N, N%, LINE:COLUMN or a path"
    ) { browser, call in
      guard call.argument == "%" else { return try goTo(&browser, call.argument) }
      guard let percent = call.count else { throw Message.note("50% goes halfway through the list") }
      try goTo(&browser, "\(percent)%")
    },
    Command(
      "jump back", .motion, keys: ["^O", "'' swap", "`` swap"],
      "Go back to the position before the last jump"
    ) { browser, call in
      let isSwap = call.argument == "swap"
      if isSwap ? browser.view.jumpToAndFro() : browser.view.jump(call.times, forward: false) { return }
      guard !isSwap, OpenFiles.goBack(&browser) else { throw Message.note("No earlier jump to go back to") }
    },
    Command("jump forward", .motion, keys: ["]j"], "Go forward again, after ^O") { browser, call in
      guard browser.view.jump(call.times, forward: true) else {
        throw Message.note("No later jump to go forward to")
      }
    },
    Command("screen top", .motion, keys: ["H"], "Move to the first row on the screen") {
      $0.view.moveTo(line: $1.times - 1)
    },
    Command("screen middle", .motion, keys: ["M"], "Move to the middle row of the screen") { browser, _ in
      browser.view.moveTo(line: browser.view.visibleRows.count / 2)
    },
    Command("screen bottom", .motion, keys: ["L"], "Move to the last row on the screen") {
      $0.view.moveTo(line: $0.view.visibleRows.count - $1.times)
    },
    Command("half page down", .motion, keys: ["^D"], "Move half a page down") {
      $0.view.page($1.count ?? max(1, $0.layout.listRows / 2))
    },
    Command("half page up", .motion, keys: ["^U"], "Move half a page up") {
      $0.view.page(-($1.count ?? max(1, $0.layout.listRows / 2)))
    },
    Command("page down", .motion, keys: ["^F", "<PgDn>"], "Move a page down") {
      $0.view.page(pages: $1.times)
    },
    Command("page up", .motion, keys: ["^B", "<PgUp>"], "Move a page up") { $0.view.page(pages: -$1.times) },
    Command("scroll down", .motion, keys: ["^E"], "Scroll down by a row") {
      $0.view.scrollView($1.times)
    },
    Command("scroll up", .motion, keys: ["^Y"], "Scroll up by a row") {
      $0.view.scrollView(-$1.times)
    },
    Command("cursor to top", .motion, keys: ["zt"], "Scroll the cursor to the top") { browser, _ in
      browser.view.cursorLine = browser.view.margin
    },
    Command("cursor to middle", .motion, keys: ["zz"], "Scroll the cursor to the middle") {
      browser, _ in browser.view.cursorLine = browser.layout.listRows / 2
    },
    Command("cursor to bottom", .motion, keys: ["zb"], "Scroll the cursor to the bottom") {
      browser, _ in
      browser.view.cursorLine = max(0, browser.layout.listRows - 1 - browser.view.margin)
    },
    Command("values right", .motion, keys: ["zl", "zL half"], "Scroll long values to the right") {
      scrollValues(&$0, $1, 1)
    },
    Command("values left", .motion, keys: ["zh", "zH half"], "Scroll long values to the left") {
      scrollValues(&$0, $1, -1)
    },
  ]
}

private func scrollValues(_ browser: inout Browser, _ call: Invocation, _ direction: Int) {
  let step = call.argument == "half" ? max(1, browser.layout.listColumns / 2) : 1
  browser.view.scrollValues(direction * step * min(call.times, Viewport.maximumLevels))
  let start = browser.view.valueStart
  browser.message = start > 0 ? .note("Values from column \(start + 1) on  (zh, zH go back left)") : nil
}

/// Moves the cursor by a number of elements of the main list, from any row inside an element.
private func moveElement(_ browser: inout Browser, _ steps: Int) {
  guard let list = browser.outline.mainContainer, browser.view.table == nil else {
    return browser.view.moveSibling(steps)
  }
  guard let element = browser.cursor.element(of: list.filteredAs) else {
    return browser.view.moveToOtherLevel(steps)
  }
  let most = max(-maximumSteps, min(steps, maximumSteps))
  browser.view.setCursor(browser.view.sibling(of: element, most))
}

/// The maximum number of steps of a motion; more steps would take noticeable time.
private let maximumSteps = 10_000

// MARK: - Going to a place that was typed, or copied from a message

private func goTo(_ browser: inout Browser, element number: Int?, or row: Row) throws {
  guard let number else { return browser.view.setCursor(row, isJump: true) }
  try ElementNumber(number: number).go(in: &browser)
  // Element numbers count from 1, like line numbers; the number in brackets is the index, as in key paths.
  if browser.message == nil, case .element = browser.cursor.label {
    browser.message = .note("Element \(number) is \(browser.cursor.path)")
  }
}

private func goTo(_ browser: inout Browser, _ argument: String) throws {
  if argument == "$" {
    browser.view.setCursor(browser.outline.last, isJump: true)
  } else if argument.hasSuffix("%"), let percent = Int(argument.dropLast()) {
    try ElementNumber.go(percent: percent, in: &browser)
  } else if argument.hasPrefix("+") || argument.hasPrefix("-"), let steps = Int(argument) {
    browser.view.walk(max(-maximumSteps, min(steps, maximumSteps)))
  } else if let number = Int(argument) {
    try goTo(&browser, element: number, or: browser.outline.root)
  } else if argument.first?.isNumber == true, browser.outline.root.isList, lineAndColumn(argument) == nil {
    browser.message = .error(
      "In a path, an index is in brackets and counts from 0: [3].key; a number alone counts elements from 1"
    )
  } else if let (line, column) = lineAndColumn(argument) {
    try goTo(&browser, line: line, column: column)
  } else if let path = JSONKeyPath(copied: argument) {
    try goTo(&browser, path)
  } else if argument.contains("[?") {
    do { try goTo(&browser, PlacePattern(filtered: argument)) } catch let error as FilterError {
      throw Message.error("In the condition: \(error)")
    }
  } else {
    browser.message = .error("Neither a number, nor LINE:COLUMN, nor a path: \(argument)")
  }
}

private func goTo(_ browser: inout Browser, line: Int, column: Int) throws {
  guard let offset = browser.document.base.offset(line: line, column: column) else {
    throw Message.warning("There is no line \(line)")
  }
  browser.editor.reveal(browser.outline.row(at: .original(offset)) ?? browser.outline.root)
  if browser.document.history.isModified {
    browser.message = .note("Line numbers refer to the file without the unsaved edits")
  }
}

private func goTo(_ browser: inout Browser, _ path: JSONKeyPath) throws {
  let (row, rest) = place(of: path, in: browser)
  if case .index(let index)? = rest.first, row.isList {
    let count = browser.outline.count(of: row)
    let words = count.map { "; there are \(Words.count($0, "element"))" } ?? ", as far as they are counted"
    throw Message.warning(
      "There is no [\(index)] in \(row.path.isEmpty ? "the list" : "\(row.path)")\(words)")
  }
  if row.parent != nil || rest.isEmpty { browser.editor.reveal(row) }
  guard let missing = rest.first else { return }
  let known = suggestion(for: missing, in: row, browser.outline)
  browser.message = .warning("There is no \(path); " + (known ?? "this is its nearest existing parent"))
}

/// Goes to the first place of a path with conditions: `items[?price > 10].sku`.
private func goTo(_ browser: inout Browser, _ pattern: PlacePattern) throws {
  var path: [JSONKeyPath.Component] = []
  for step in pattern.steps {
    switch step {
    case .component(let component): path.append(component)
    case .matching(let condition):
      let (list, rest) = place(of: JSONKeyPath(path), in: browser)
      guard rest.isEmpty else { return try goTo(&browser, JSONKeyPath(path)) }
      path = try firstElement(of: list, passing: condition, browser.outline).path.components
    case .fromEnd, .slice, .all, .descendants:
      throw Message.error("Only indices, keys and conditions lead to one place: \(pattern)")
    }
  }
  try goTo(&browser, JSONKeyPath(path))
}

private func firstElement(
  of list: Row, passing condition: PlaceCondition, _ outline: Outline
) throws -> Row {
  let elements = outline.childRows(of: list)
  let samples = elements.prefix(PlaceCondition.sampleCount).compactMap { $0.subject?.node }
  let passes = try condition.test(samples)
  for element in elements {
    try outline.records.goOn()
    guard let subject = element.subject, let node = subject.node else { continue }
    let step = subject.key.map { JSONKeyPath.Component.key($0) } ?? subject.index.map { .index($0) } ?? .each
    if passes(PlaceCondition.Child(node: node, step: step)) { return element }
  }
  throw Message.warning(
    "No element of \(list.path.isEmpty ? "the list" : "\(list.path)") has \(condition.text)")
}

/// Returns a suggestion for a key that an object lacks: a similar key, the path to the key inside of the object, or the
/// keys that it has; nil for other values.
private func suggestion(for component: JSONKeyPath.Component, in row: Row, _ outline: Outline) -> String? {
  guard case .key(let key) = component else { return nil }
  let keys = outline.keys(of: row).map(\.text).filter { !$0.isEmpty }.sorted()
  let inside = row.childNode.flatMap { [$0].path(toKey: key) }
  if let near = Spelling.nearest(to: key, among: keys).map({ JSONKeyPath(key: $0) }) ?? inside {
    return "did you mean \(JSONKeyPath(row.path.components + near.components))?"
  }
  return keys.isEmpty ? nil : "there are \(Words.list(keys, most: 6))"
}

/// Goes to a path that was typed as a command.
///
/// - Returns: false if the document does not have the path and the text could be something else.
func goTo(_ browser: inout Browser, typed text: String) -> Bool {
  if text.contains("[?") {
    browser.attempt { try goTo(&$0, text) }
    return true
  }
  guard let path = JSONKeyPath(copied: text), !path.isEmpty else { return false }
  let isPath = path.components.count > 1 && !text.contains(" ")
  guard isPath || place(of: path, in: browser).1.isEmpty else { return false }
  browser.attempt { try goTo(&$0, path) }
  return true
}

/// Returns the row at a path from the root, otherwise from the row under the cursor or one of its ancestors, and the components
/// of the path that have no row. Properties may be given by their names.
private func place(of path: JSONKeyPath, in browser: Browser) -> (Row, ArraySlice<JSONKeyPath.Component>) {
  let outline = browser.outline
  func way(from row: Row, _ rest: ArraySlice<JSONKeyPath.Component>) -> (
    Row, ArraySlice<JSONKeyPath.Component>
  ) {
    var (row, rest) = (row, rest)
    while case .key(let name)? = rest.first, let inner = outline.descendant(named: name, of: row) {
      (row, rest) = (inner, rest.dropFirst())
    }
    return (row, rest)
  }
  let (row, rest) = outline.row(at: path)
  let fromRoot = way(from: row, rest)
  guard !fromRoot.1.isEmpty, rest.count == path.components.count else { return fromRoot }
  return sequence(first: browser.cursor, next: \.parent).lazy
    .map { way(from: $0, path.components[...]) }
    .first { $0.1.isEmpty } ?? fromRoot
}

/// Parses a line and a column in the format of messages, such as `322:18`; returns nil for other text.
private func lineAndColumn(_ text: String) -> (Int, Int)? {
  let parts = text.split(separator: ":", omittingEmptySubsequences: false)
  guard parts.count == 2, let line = Int(parts[0]), let column = Int(parts[1]), line > 0, column > 0
  else { return nil }
  return (line, column)
}
