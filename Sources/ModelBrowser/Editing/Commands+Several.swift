import Mantle
import MantleQuery

/// Sets a property or a key of all selected elements, or of all shown elements of the list.
func setAll(_ browser: inout Browser, _ argument: String) throws {
  // An equals sign after the name is optional, as in `:set-all state = open`.
  let name = String(argument.prefix { $0 != " " && $0 != "=" })
  var value = argument.dropFirst(name.count).drop { $0 == " " }
  if value.first == "=" { value = value.dropFirst().drop { $0 == " " } }
  guard !name.isEmpty, !value.isEmpty else { throw Message.error("Usage: :set-all PROPERTY VALUE") }
  let text = String(value)
  let list = try browser.selected?.first.parent ?? listAround(browser)
  browser.editor.set { editor in
    let rows = try namedRows(name, in: list, editor)
    let names = editor.outline.filterNames(of: list)
    let calculation = FilterPath(calculation: text, names)
    var failures: [EditRefused] = []
    let values = try rows.compactMap { element, row -> (row: Row, json: [UInt8])? in
      // Without names, `1/2` is arithmetic only in place of a number.
      guard let calculation, !calculation.isConstant || row.node?.kind == .number else {
        return try json(of: text, for: row, named: name, in: element)
      }
      do { return try json(of: calculation, for: row, named: name, in: element) } catch let error
        as EditRefused
      {
        failures.append(error)
        return nil
      }
    }
    if let first = failures.first {
      throw EditRefused(
        description: failures.count == 1
          ? first.description : "\(failures.count) values cannot be calculated; the first: \(first)")
    }
    try refuseLocked(values.lazy.map(\.row), editor)
    return values
  }
  browser.selection.end(at: browser.cursor.id)
}

/// Renames a key of all selected elements, or of all shown elements of the list.
func renameAll(_ browser: inout Browser, _ argument: String) throws {
  let words = argument.split(separator: " ").map(String.init)
  guard words.count == 2 else { throw Message.error("Usage: :rename-all KEY NEW") }
  let list = try browser.selected?.first.parent ?? listAround(browser)
  let editor = browser.editor
  browser.editor.change { builder, _ in
    let rows = try namedRows(words[0], in: list, editor).map(\.row).filter { $0.node != nil }
    return try builder.renaming(rows, to: words[1])
  }
  browser.selection.end(at: browser.cursor.id)
}

/// Renames the key of the current column in all elements of the table, including those that a filter leaves out. Without a
/// new key, prompts for it.
func renameColumn(_ browser: inout Browser, to key: String) throws {
  guard let table = browser.view.table, let list = browser.outline.list(table.list),
    let column = table.grid.current, let path = column.path
  else { return }
  guard let keys = path.keys, let former = keys.last else {
    throw Message.warning("The values of the column \(column.title) have no key")
  }
  guard !key.isEmpty else { return browser.ask(.command, text: "rename \(former)") }
  guard key != former else { return browser.message = .note("Unchanged") }
  guard !browser.outline.calculations.contains(where: { $0.list == table.list && $0.title == key }) else {
    throw Message.error("Not changed: \(key) is the title of a calculated column")
  }
  let outline = browser.outline.unfiltered
  browser.editor.change { builder, _ in
    let rows = try elements(of: list, outline, most: Selection.most, refusal: tooManyToRename)
      .map { element in path.rows(in: element, outline).filter { $0.node != nil } }
      .filter { !$0.isEmpty }
    guard !rows.isEmpty else { throw EditRefused(description: "no row has \(column.title)") }
    if let reason = rows.joined().lazy.compactMap({ EditPermission(outline: outline, cursor: $0).rename })
      .first
    {
      throw EditRefused(description: reason)
    }
    return try builder.renaming(
      Array(rows.joined()), to: key,
      as: "renamed \(column.title) to \(key) in \(Words.count(rows.count, "row"))",
      in: EditStep.RenamedKey(list: list.id, former: keys, new: keys.dropLast() + [key]))
  }
}

/// The advice about a table with too many rows for its keys to be renamed.
private let tooManyToRename = "more than \(Selection.most) rows  (`mantle rename` changes files of any size)"

/// Deletes a key of all selected elements, or of all shown elements of the list.
func deleteAll(_ browser: inout Browser, _ name: String) throws {
  let list = try browser.selected?.first.parent ?? listAround(browser)
  do {
    let rows = try namedRows(name, in: list, browser.editor).map(\.row).filter { $0.node != nil }
    guard !rows.isEmpty else { throw EditRefused(description: "no element has \(name)") }
    try refuseLocked(rows, browser.editor)
    browser.editor.delete(rows)
  } catch {
    throw Message.error("Not changed: \(error)")
  }
}

/// Throws if one of the rows is read-only and was not unlocked.
private func refuseLocked(_ rows: some Sequence<Row>, _ editor: Editor) throws(EditRefused) {
  guard let lock = rows.lazy.compactMap(\.lock).first(where: { !editor.unlocked.contains($0) }) else {
    return
  }
  throw EditRefused(description: "\(lock.words); edit one with e first")
}

/// Returns the rows of a property or key in the selected elements, or in all shown elements of a list.
private func namedRows(
  _ name: String, in list: Row, _ editor: Editor
) throws -> [(element: Row, row: Row)] {
  let (outline, isSelected) = (editor.outline, editor.selection.isActive)
  let (list, path) =
    isSelected
    ? (list, try FilterPath(name, outline.filterNames(of: list)))
    : try editor.view.scopes.path(name, for: list)
  let selected = editor.selected?.rows(in: outline, most: Selection.most)
  let elements = try selected ?? elements(of: list, outline, most: Selection.most)
  let rows = try elements.flatMap { element in
    try outline.records.goOn()
    return path.rows(in: element, outline).map { (element: element, row: $0) }
  }
  guard !rows.isEmpty else { throw EditRefused(description: "no element has \(name)") }
  return rows
}

/// Returns the elements of a list that pass its filters.
func elements(
  of list: Row, _ outline: Outline, most: Int, refusal: String? = nil
) throws(EditRefused) -> [Row] {
  var rows: [Row] = []
  for element in outline.childRows(of: list) {
    try outline.records.goOn()
    guard rows.count < most else {
      throw EditRefused(
        description: refusal ?? "more than \(most) elements; leave some out with a filter (&)")
    }
    rows.append(element)
  }
  return rows
}

/// Returns the list of the table, the list that contains the cursor, or the list that a table would show.
private func listAround(_ browser: Browser) throws -> Row {
  let around = sequence(first: browser.cursor, next: \.parent).first(where: \.isList)
  return try browser.view.scopes.table ?? around ?? browser.outline.listToShow(at: browser.cursor)
}

/// Calculates the new value of a row inside an element.
///
/// - Parameter name: the name of the property or key, for error messages.
/// - Returns: the row with the JSON of its new value; nil if a value that the calculation needs is absent.
private func json(
  of calculation: FilterPath, for row: Row, named name: String, in element: Row
) throws -> (row: Row, json: [UInt8])? {
  let cell = element.subject.map { calculation.cell(in: $0) } ?? QueryCell(.absent)
  switch cell.kind {
  case .absent: return nil
  case .unreadable: throw EditRefused(description: "\(element.path).\(name): \(cell.failure ?? cell.shown)")
  case .list, .object, .null: return (row, cell.json)
  case .boolean, .number, .date, .text:
    guard row.typing != nil else { return (row, cell.json) }
    return (row, try row.propertyJSON(of: cell.text, at: "\(element.path).\(name)"))
  }
}

/// Returns a row inside an element with the JSON that typed text denotes for the row.
///
/// - Parameter name: the name of the property or key, for error messages.
private func json(
  of text: String, for row: Row, named name: String, in element: Row
) throws -> (row: Row, json: [UInt8])? {
  guard row.typing == nil else {
    let meant = (try? JSONDocument(text).root.stringValue) ?? text
    return (row, try row.propertyJSON(of: meant, at: "\(element.path).\(name)"))
  }
  guard case .valid(let json) = ValueEdit(.json, start: .suggestion(text)).verdict else {
    throw EditRefused(description: "not a value: \(text)")
  }
  return (row, json)
}

/// The maximum number of elements that are sorted, since sorting reads all of them.
private let maximumSorted = 100_000

/// The sort keys of a command such as `:sort`, `:sort comments desc` or `:sort state, comments desc`.
private struct SortOrder {
  private let query: Query

  init(_ argument: String, _ names: FilterNames) throws(FilterError) {
    let keys = argument.split(separator: ",", omittingEmptySubsequences: false).map(Self.key)
    do throws(QueryError) {
      query = try Query(QueryText([.sort: keys.joined(separator: ", ")]), names: names)
    } catch { throw error.error }
  }

  /// Returns a sort key in query syntax. The name ends at an option such as `desc` or at the end of the text, so the user need
  /// not escape its blanks.
  private static func key(_ text: Substring) -> String {
    let words = text.split(separator: " ").map(String.init)
    let name = words.prefix { !["asc", "desc", "natural"].contains($0) }
    let path = name.map { $0.hasSuffix("\\") ? String($0.dropLast()) : $0 }.joined(separator: "\\ ")
    return ([path.isEmpty ? "$value" : path] + words.dropFirst(name.count)).joined(separator: " ")
  }

  /// Whether a sort key names a property or key of the elements.
  var hasNames: Bool { query.sort.contains(where: \.isNamed) }

  var words: String {
    query.sort.map { key in
      let name = key.words == "$value" ? "value" : key.words
      return key.isDescending ? "\(name) in descending order" : name
    }.joined(separator: ", then ")
  }

  /// Returns the sorted indices of elements. The sort is stable, and missing values come last in both directions.
  func order(of elements: [Row], in outline: Outline) throws -> [Int] {
    let keys = try elements.map { row in
      try outline.records.goOn()
      return query.orders(
        of: row.subject ?? FilterSubject(outline.document.currentText(of: row, outline.records) ?? []))
    }
    for (number, key) in query.sort.enumerated() where !keys.isEmpty {
      if !keys.contains(where: { $0[number].isOrdered }) {
        throw refusal(of: key, isAbsent: keys.allSatisfy { $0[number].isAbsent })
      }
    }
    return elements.indices.sorted { a, b in
      keys[a] == keys[b] ? a < b : keys[a].lexicographicallyPrecedes(keys[b])
    }
  }

  private func refusal(of key: Query.SortKey, isAbsent: Bool) -> EditRefused {
    let name = key.words == "$value" ? "" : key.words + "."
    return EditRefused(
      description: isAbsent
        ? "no element has \(key.words)"
        : "lists and objects cannot be ordered  (:sort \(name)KEY sorts by a key of each)")
  }
}

/// Returns the list that `:sort` sorts, and the sort keys in its argument.
private func sorting(_ browser: Browser, _ argument: String) throws -> (list: Row, result: SortOrder) {
  let usual = try listAround(browser)
  let plain = try? SortOrder(argument, browser.outline.filterNames(of: usual))
  if let plain, !plain.hasNames { return (usual, plain) }
  return try browser.view.scopes.read(for: usual) {
    names throws(FilterError) in
    try SortOrder(argument, names)
  }
}

/// Returns the list that `:sort` changes, as the only row; empty if the command is not possible.
@Sendable func rowsToSort(_ browser: Browser, _ argument: String) -> [Row] {
  (try? sorting(browser, argument)).map { [$0.list] } ?? []
}

func sort(_ browser: inout Browser, _ argument: String) throws {
  let (list, order): (Row, SortOrder)
  do { (list, order) = try sorting(browser, argument) } catch let error as FilterError {
    throw Message.error("Not changed: \(error)")
  }
  guard browser.outline.filter(of: list) == nil else {
    throw Message.warning("The filter hides elements that would be sorted, too (Esc shows all)")
  }
  if list.parent == nil, let reason = browser.document.reasonAgainstOrder { throw Message.warning(reason) }
  let changed = browser.editor.change(of: list) { builder, _ in
    let outline = builder.outline.unfiltered
    // The text between the elements of a damaged list stays where it is.
    let elements = try elements(of: list, outline, most: maximumSorted, refusal: tooManyToSort)
      .filter { $0.mistake == nil }
    return try builder.ordering(list, elements, order.order(of: elements, in: outline), by: order.words)
  }
  if changed == nil, browser.message == nil {
    browser.message = .note("The elements are in order already")
  } else if changed != nil, browser.view.table?.list == list.filteredAs {
    // The table shows the new order of the list rather than a former order of its rows.
    browser.view.table?.order = nil
  }
}

/// The advice about a list with too many elements to be sorted.
private let tooManyToSort =
  "only lists of up to \(maximumSorted) elements are sorted  (`:w !jq 'sort_by(.KEY)' > PATH` writes a larger one sorted)"

/// Performs `:sort-keys` or `:sort-keys all` on the object under the cursor, or on the nearest enclosing object.
func sortKeys(_ browser: inout Browser, _ argument: String) throws {
  guard ["", "all"].contains(argument) else { throw Message.error("Usage: :sort-keys [all]") }
  var object: Row? = browser.cursor
  while let here = object, here.step.isEmpty && here.parent != nil || !here.isObject { object = here.parent }
  guard let object else { throw Message.warning("There is no object here") }
  let changed = browser.editor.change { builder, _ in
    try builder.orderingKeys(of: object, isDeep: argument == "all")
  }
  if changed == nil, browser.message == nil {
    browser.message = .note("The keys are in order already")
  }
}

extension Row {
  fileprivate var isObject: Bool { container.map { $0.form == .object } ?? (childNode?.kind == .object) }
}
