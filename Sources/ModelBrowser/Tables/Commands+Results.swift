import Mantle
import MantleQuery

extension Command {
  /// The commands that show the result of a query over the list at the cursor.
  static let results: [Command] = [
    Command(
      "values", .lists, keys: ["gV"], line: ["values", "frequency"],
      argument: Argument("[PROPERTY]", .filter),
      "Count the values of a property"
    ) { try showValues(&$0, $1.argument) },
    Command(
      "statistics", .lists, line: ["statistics", "stats"],
      "Show statistics of all columns"
    ) { browser, _ in try showStatistics(&browser) },
    Command(
      "group", .lists, aliases: ["gb"], line: ["group"], argument: Argument("[PROPERTY…]", .filter),
      "Group the elements: :group state aggregate mean(comments)"
    ) { try showGroups(&$0, $1.argument) },
    Command(
      "distinct rows", .lists, line: ["distinct"], "Count the distinct rows of the shown columns",
      disabled: { $0.view.table == nil ? "There is no table here (T shows one)" : nil }
    ) { browser, _ in
      let paths = browser.view.table?.grid.shownColumns.compactMap(\.path) ?? []
      try showGroups(&browser, paths.map(\.words).joined(separator: ", ") + " aggregate count")
    },
  ]

  /// The commands of a table that show a query result about its columns, such as the frequencies of values.
  static let ofColumns: [Command] = [
    Command(
      "frequency", .table, keys: ["F"],
      "Count the values of the column (F again: ranges or periods)"
    ) { browser, _ in
      if let result = browser.view.result {
        guard result.isOfRows else { return try ResultTable.showRanges(&browser) }
        guard let path = result.currentPath else { return }
        return try ResultTable.showFrequency(&browser, of: path, in: result.request.list, result.request.rows)
      }
      guard let table = browser.view.table, let path = table.grid.current?.path else { return }
      try ResultTable.showFrequency(&browser, of: path, in: table.list)
    },
    Command("statistics of columns", .table, keys: ["I"], "Show statistics of all columns") { browser, _ in
      try showStatistics(&browser)
    },
  ]

  /// The names of the search commands that work on the rows of a result.
  static let searchesOfResults: Set<String> = [
    "search forward", "search backward", "next match", "previous match", "filter",
  ]

  /// The names of the table commands that do not work on the result of a query, because its rows are not elements.
  static let notOnResults: Set<String> = [
    "expand column", "explode column", "conditions", "total",
  ]
}

/// Shows the frequencies of the values of a property or key: the named one, or the one under the cursor.
private func showValues(_ browser: inout Browser, _ name: String) throws {
  guard !name.isEmpty else {
    guard let path = try pathOfCursor(browser) else { return browser.ask(.command, text: "values ") }
    return try ResultTable.showFrequency(&browser, of: path, in: try listAtCursor(browser).filteredAs)
  }
  let (list, path) = try browser.view.scopes.path(name, for: listAtCursor(browser))
  try ResultTable.showFrequency(&browser, of: path, in: list.filteredAs)
}

func listAtCursor(_ browser: Browser) throws(Message) -> Row {
  guard let list = browser.view.scopes.usual else { throw .warning("There is no list here") }
  return list
}

/// Returns the path of the property or key under the cursor, or nil.
private func pathOfCursor(_ browser: Browser) throws -> FilterPath? {
  if let column = browser.view.table?.grid.current { return column.path }
  let list = try listAtCursor(browser)
  return try browser.cursor.name(in: list, browser.outline.filterNames(of: list))
}

private func showStatistics(_ browser: inout Browser) throws {
  if let result = browser.view.result, result.isOfRows {
    let paths = result.grid.shownColumns.compactMap(result.path)
    return try showStatistics(&browser, of: paths, in: result.request.list, result.request.rows)
  }
  let list = try browser.outline.listToShow(at: browser.cursor)
  let table = browser.view.table ?? Table(list, nil, in: browser.outline)
  try showStatistics(&browser, of: table.grid.shownColumns.compactMap(\.path), in: table.list, nil)
}

private func showStatistics(
  _ browser: inout Browser, of paths: [FilterPath], in list: ElementFilter.List, _ rows: ExplodedRows?
) throws {
  try ResultTable.show(
    &browser,
    ResultTable.Request(
      kind: .statistics(paths), list: list,
      text: rows.clauses + "columns " + paths.map(\.words).joined(separator: ", "),
      title: "statistics", noun: "column", rows: rows))
}

/// Groups the elements by the typed properties, or prompts for the properties.
private func showGroups(_ browser: inout Browser, _ text: String) throws {
  guard !text.isEmpty else {
    let words = try pathOfCursor(browser)?.words
    return browser.ask(.command, text: "group " + (words.map { $0 + " " } ?? ""))
  }
  // Aggregates of all elements need no `group` clause.
  let text = text.hasPrefix("aggregate ") ? text : "group " + text
  let (clauses, usual) = (try QueryText(text), try listAtCursor(browser))
  let known = browser.view.scopes.all.compactMap { scope in
    (try? Query(clauses, names: scope.names)).map { (list: scope.list, query: $0) }
  }
  let names = browser.outline.filterNames(of: usual)
  let (list, query) = try known.first ?? (usual, Query(clauses, names: names))
  try ResultTable.show(
    &browser,
    ResultTable.Request(
      kind: .groups(query.groupPaths), list: list.filteredAs, text: text, title: text, noun: "group"))
}
