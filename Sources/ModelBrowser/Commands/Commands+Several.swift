import Mantle

/// Sets a property, or a key, of every element that is selected, or of the list that is shown.
func setAll(_ browser: inout Browser, _ argument: String) {
  guard let space = argument.firstIndex(of: " ") else {
    browser.message = .error("Usage: :set-all PROPERTY VALUE")
    return
  }
  let (name, text) = (String(argument[..<space]), String(argument[space...].drop { $0 == " " }))
  guard let list = browser.selected?.first.parent ?? listAround(browser) else {
    browser.message = .warning("There is no list here")
    return
  }
  browser.set { browser in
    let outline = browser.outline
    let elements =
      browser.selection.isActive ? browser.targets : try elements(of: list, outline, most: Selection.most)
    let values = try elements.compactMap { try value(text, of: name, in: $0, outline) }
    guard !values.isEmpty else { throw EditRefused(description: "no element has \(name)") }
    if let lock = values.lazy.compactMap(\.row.lock).first(where: { !browser.unlocked.contains($0) }) {
      throw EditRefused(
        description: "\(lock.property) is a let property of \(lock.model); edit one with e first")
    }
    return values
  }
  browser.selection.end(at: browser.cursor.id)
}

/// The elements that are shown.
func elements(of list: Row, _ outline: Outline, most: Int) throws(EditRefused) -> [Row] {
  var rows: [Row] = []
  var element = outline.firstChild(of: list)
  while let here = element {
    try outline.records.goOn()
    guard rows.count < most else {
      throw EditRefused(
        description: "more than \(most) elements; leave some out with a filter (&)")
    }
    rows.append(here)
    element = outline.nextSibling(of: here)
  }
  return rows
}

extension Browser {
  /// Gives rows new JSON as one step, and says what was done, or why nothing was.
  mutating func set(_ values: (Browser) throws -> [(row: Row, json: [UInt8])]) {
    do {
      let values = try values(self)
      guard values.count <= Selection.most else {
        throw EditRefused(description: "more than \(Selection.most) values; select fewer")
      }
      // A model that was inferred has no rules.
      for (row, json) in values where !document.isReadAsInferred && row.node?.rawBytes != json {
        if let words = ModelRule(around: row)?.broken(by: json) {
          throw EditRefused(description: "\(row.path): \(words)")
        }
      }
      guard let edit = try EditBuilder(outline: outline).setting(values) else {
        message = .note("All \(values.count) have that value already")
        return
      }
      if let step = apply(edit) {
        message = .note("\(step.words)  (u undoes)")
      }
    } catch {
      message = .error("Not changed: \(error)")
    }
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
  try outline.records.goOn()
  guard let row = outline.descendant(named: name, of: element) else { return nil }
  guard row.typing == nil else {
    return (row, try row.propertyJSON(of: text, at: "\(element.path).\(name)"))
  }
  guard case .valid(let json) = ValueEdit(.json, start: .suggestion(text)).verdict else {
    throw EditRefused(description: "no value: \(text)")
  }
  return (row, json)
}

extension Row {
  fileprivate var comparedValue: ComparedValue { node.map { ComparedValue($0, as: typing) } ?? .nothing }

  /// The value of a property, or by its JSON key path, inside an element: without making its rows where the property has one
  /// place.
  fileprivate func value(named name: String, in outline: Outline) -> ComparedValue {
    if let node, let properties = model?.properties,
      let index = properties.firstIndex(where: { $0.name == name }), properties[index].keyPaths.count == 1
    {
      return node.find(properties[index].keyPaths[0]).map { ComparedValue($0, as: properties[index]) }
        ?? .nothing
    }
    return outline.descendant(named: name, of: self)?.comparedValue ?? .nothing
  }
}

/// Elements that are sorted at most: all of them are read.
private let mostSorted = 100_000

/// By what `:sort`, `:sort comments desc` and `:sort state, comments desc` put elements in order.
private struct SortOrder {
  private struct Level {
    /// Where in each element its value is; nil for the element itself.
    let key: String?
    let isDescending: Bool

    init(_ text: Substring) {
      var words = text.split(separator: " ").map(String.init)
      isDescending = words.last == "desc"
      if isDescending || words.last == "asc" { words.removeLast() }
      key = words.isEmpty ? nil : words.joined(separator: " ")
    }

    var words: String {
      let key = key ?? "value"
      return isDescending ? "\(key), the greatest first" : key
    }

    func keys(of elements: [Row], in outline: Outline) throws -> [ComparedValue] {
      let keys = elements.map { row in
        key.map { row.value(named: $0, in: outline) } ?? row.comparedValue
      }
      guard elements.isEmpty || keys.contains(where: { $0 != .nothing }) else {
        throw EditRefused(
          description: key.map { "no element has \($0)" }
            ?? "lists and objects have no order of their own  (:sort KEY sorts by a key of each)")
      }
      return keys
    }
  }

  /// Those behind the first count where all before them are equal.
  private let levels: [Level]

  init(_ argument: String) {
    levels = argument.split(separator: ",", omittingEmptySubsequences: false).map(Level.init)
  }

  var words: String { levels.map(\.words).joined(separator: ", then ") }

  /// The numbers of elements in order: what is equal keeps its order, and what is missing comes last either way.
  func order(of elements: [Row], in outline: Outline) throws -> [Int] {
    let keys = try levels.map { try $0.keys(of: elements, in: outline) }
    return elements.indices.sorted { a, b in
      for (level, keys) in zip(levels, keys) where keys[a] != keys[b] {
        if keys[a] == .nothing || keys[b] == .nothing { return keys[b] == .nothing }
        return level.isDescending ? keys[b] < keys[a] : keys[a] < keys[b]
      }
      return a < b
    }
  }
}

func sort(_ browser: inout Browser, _ argument: String) {
  guard let list = listAround(browser) else {
    browser.message = .warning("There is no list here")
    return
  }
  guard browser.outline.filter(of: list) == nil else {
    browser.message = .warning("Elements of this list are left out, and would be sorted too (Esc shows all)")
    return
  }
  let order = SortOrder(argument)
  let count = browser.document.history.done.count
  browser.change { builder, _ in
    let outline = builder.outline.unfiltered
    let elements = try elementsToSort(of: list, in: outline)
    return try builder.ordering(list, elements, order.order(of: elements, in: outline), by: order.words)
  }
  if browser.document.history.done.count == count, browser.message == nil {
    browser.message = .note("The elements are in order already")
  }
}

/// The elements of a list; what stands between those of a damaged one stays where it is.
private func elementsToSort(of list: Row, in outline: Outline) throws -> [Row] {
  var elements: [Row] = []
  var element = outline.firstChild(of: list)
  while let here = element {
    try outline.records.goOn()
    guard elements.count < mostSorted else {
      throw EditRefused(
        description:
          "only lists of up to \(mostSorted) elements are sorted  (`:w !jq 'sort_by(.KEY)' > PATH` writes a larger one sorted)"
      )
    }
    if here.mistake == nil { elements.append(here) }
    element = outline.nextSibling(of: here)
  }
  return elements
}

/// `:sort-keys`, `:sort-keys all`: of the object under the cursor, or the one around it.
func sortKeys(_ browser: inout Browser, _ argument: String) {
  guard ["", "all"].contains(argument) else {
    browser.message = .error("Usage: :sort-keys [all]")
    return
  }
  var object: Row? = browser.cursor
  while let here = object, here.step.isEmpty && here.parent != nil || !here.isObject { object = here.parent }
  guard let object else {
    browser.message = .warning("There is no object here")
    return
  }
  let count = browser.document.history.done.count
  browser.change { builder, _ in try builder.orderingKeys(of: object, isDeep: argument == "all") }
  if browser.document.history.done.count == count, browser.message == nil {
    browser.message = .note("The keys are in order already")
  }
}

extension Row {
  fileprivate var isObject: Bool { container.map { $0.form == .object } ?? (node?.kind == .object) }
}
