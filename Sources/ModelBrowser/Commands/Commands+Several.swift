import Mantle

/// Values that one command changes at most: each becomes a part of the step.
private let mostSet = 100_000

/// Sets a property, or a key, of every element of the list that is shown.
func setAll(_ browser: inout Browser, _ argument: String) {
  guard let space = argument.firstIndex(of: " ") else {
    browser.message = .error("Usage: :set-all PROPERTY VALUE")
    return
  }
  let (name, text) = (String(argument[..<space]), String(argument[space...].drop { $0 == " " }))
  guard let list = listAround(browser) else {
    browser.message = .warning("There is no list here")
    return
  }
  do {
    var values: [(row: Row, json: [UInt8])] = []
    var element = browser.outline.firstChild(of: list)
    while let here = element {
      guard values.count < mostSet else {
        throw EditRefused(
          description: "more than \(mostSet) elements; leave some out with a filter (&)")
      }
      values += try value(text, of: name, in: here, browser.outline).map { [$0] } ?? []
      element = browser.outline.nextSibling(of: here)
    }
    guard !values.isEmpty else { throw EditRefused(description: "no element has \(name)") }
    if let lock = values.lazy.compactMap(\.row.lock).first, !browser.unlocked.contains(lock) {
      throw EditRefused(
        description: "\(lock.property) is a let property of \(lock.model); edit one with e first")
    }
    guard let edit = try EditBuilder(outline: browser.outline).setting(values) else {
      browser.message = .note("All \(values.count) have that value already")
      return
    }
    if let step = browser.take(undone: false, { $0.apply(edit) }) {
      browser.message = .note("\(step.words)  (u undoes)")
    }
  } catch {
    browser.message = .error("Not changed: \(error)")
  }
}

/// The list whose elements a filter leaves out, or the one around the cursor.
private func listAround(_ browser: Browser) -> Row? {
  var row: Row? = browser.cursor
  while let here = row, !here.isList { row = here.parent }
  return row ?? browser.outline.mainContainer
}

/// The row of a property or key of an element, and what a text becomes there.
private func value(
  _ text: String, of name: String, in element: Row, _ outline: Outline
) throws -> (row: Row, json: [UInt8])? {
  guard let row = outline.descendant(named: name, of: element) else { return nil }
  guard let property = row.property else {
    guard case .valid(let json) = ValueEdit(row.id, .json, start: .suggestion(text)).verdict else {
      throw EditRefused(description: "no value: \(text)")
    }
    return (row, json)
  }
  do {
    let json =
      text == "null" && property.shape.isOptional
      ? Array("null".utf8) : try property.replacement(for: text)
    return (row, json)
  } catch let diagnostic as Diagnostic {
    throw EditRefused(description: "\(element.path).\(name): \(diagnostic.shortMessage)")
  }
}

/// Elements that are sorted at most: all of them are read.
private let mostSorted = 10_000

/// `:sort`, `:sort comments`, `:sort comments desc`.
func sort(_ browser: inout Browser, _ argument: String) {
  var words = argument.split(separator: " ").map(String.init)
  let isDescending = words.last == "desc"
  if isDescending { words.removeLast() }
  guard let list = listAround(browser) else {
    browser.message = .warning("There is no list here")
    return
  }
  browser.change { builder, _ in
    let outline = builder.outline.unfiltered
    var elements: [Row] = []
    var element = outline.firstChild(of: list)
    while let here = element {
      guard elements.count < mostSorted else {
        throw EditRefused(description: "only lists of up to \(mostSorted) elements are sorted")
      }
      elements.append(here)
      element = outline.nextSibling(of: here)
    }
    let keys = elements.map { row in
      SortKey(words.first.map { outline.descendant(named: $0, of: row)?.node } ?? row.node)
    }
    guard words.isEmpty || keys.contains(where: { $0 != .missing }) else {
      throw EditRefused(description: "no element has \(words[0])")
    }
    // What is equal keeps its order, and what is missing comes last either way.
    let order = elements.indices.sorted { a, b in
      if keys[a] == keys[b] { return a < b }
      if keys[a] == .missing || keys[b] == .missing { return keys[b] == .missing }
      return isDescending ? keys[b] < keys[a] : keys[a] < keys[b]
    }
    return try builder.ordering(list, elements, order)
  }
}
