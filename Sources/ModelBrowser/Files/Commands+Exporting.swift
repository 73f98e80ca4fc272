import Mantle
import MantleDocuments
import MantleFiles
import MantleQuery

@Sendable func noModelToExport(_ browser: Browser) -> String? {
  browser.document.model == nil && !browser.isNarrowed && browser.view.grid == nil
    ? "There is no model to export through  (:w PATH writes the file)" : nil
}

@Sendable func export(_ browser: inout Browser, to path: String, forced: Bool) throws {
  if let request = try tableExport(browser, to: path, forced: forced) {
    browser.selection.end(at: browser.cursor.id)
    return browser.write(request)
  }
  if let reason = reasonAgainstExporting(to: path, forced: forced) { throw Message.error(reason) }
  do {
    let request = try ExportedRows(browser).map { $0.request(of: browser, to: path, forced: forced) }
    browser.selection.end(at: browser.cursor.id)
    let whole = browser.document.exportRequest(browser.currentText, path: path, forced: forced)
    if let request = request ?? whole { browser.write(request) }
  } catch {
    browser.message = .error("\(path): not exported: \(error)")
  }
}

/// Returns the request to write the shown table; nil without a table, or if the suffix of the path is not a table format.
func tableExport(_ browser: Browser, to path: String, forced: Bool) throws -> TableExport? {
  guard let format = TableFormat(of: path) else { return nil }
  guard let grid = browser.view.grid else { return nil }
  var columns = grid.shownColumns
  let source: TableExport.Source
  if let result = browser.view.result {
    source = try result.source(of: columns, in: browser.outline)
  } else {
    guard let table = browser.view.table, !format.isJSON || browser.selected == nil else { return nil }
    if browser.outline.list(table.list)?.isList == false {
      columns.insert(Grid.Column(title: "$key", path: .key, width: 0), at: 0)
    }
    source =
      try browser.selected.map { .rows(table.rows($0.rows(in: browser.outline, most: .max), in: columns)) }
      ?? .list(table.query(table.order?.keys ?? [], columns: columns, in: browser.outline))
  }
  return TableExport(
    path: path, format: format, titles: columns.map(\.title), source: source, isForced: forced)
}

/// Returns why JSON cannot be exported to a path with another format's suffix; nil if it can.
private func reasonAgainstExporting(to path: String, forced: Bool) -> String? {
  let name = path.split(separator: "/").last ?? ""
  let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  if FileSuffix(of: path)?.format != nil {
    return ":export writes JSON  (:w \(path) writes an archive)"
  }
  guard !forced, !suffix.isEmpty, FileSuffix(of: path) == nil, !suffix.hasSuffix("json") else { return nil }
  if TableFormat(of: path) != nil {
    return "Only a table can be exported as .\(suffix)  (T shows the elements as a table)"
  }
  return
    ":export writes .json, .ndjson or .jsonl, and tables as .csv, .tsv or .md, not .\(suffix)  (:export! writes JSON)"
}

/// The rows that `:export` writes in place of the whole text: the selected rows, or the rows that a filter shows.
private struct ExportedRows {
  private let list: Row?
  private var values: [(row: Row, text: [UInt8])] = []

  /// Finds the rows to export.
  ///
  /// - Returns: nil if neither a selection nor a filter restricts the rows.
  init?(_ browser: Browser) throws(EditRefused) {
    let outline = browser.outline
    let rows: [Row]
    if let selected = browser.selected {
      list = selected.first.parent
      rows = selected.rows(in: outline, most: .max)
    } else if let filtered = outline.filter.flatMap({ outline.list($0.list) }) {
      list = filtered
      rows = try elements(of: filtered, outline, most: .max)
    } else {
      return nil
    }
    for row in rows where row.mistake == nil {
      try outline.records.goOn()
      guard let text = browser.document.currentText(of: row, outline.records) else {
        throw EditRefused(description: "there is no value at \(row.path)")
      }
      values.append((row, text))
    }
  }

  func request(of browser: Browser, to path: String, forced: Bool) -> ExportRequest {
    ExportRequest(
      path: path, source: SplicedBytes(JSONBytes(text)), places: places,
      name: browser.document.name, mapped: browser.document.mapped, isForced: forced,
      part: ExportRequest.Part(words: words(browser.outline), origins: values.map(\.row.path)))
  }

  /// Whether the exported values are members of an object.
  private var areMembers: Bool { list?.isList == false && values.allSatisfy { $0.row.keyText != nil } }

  /// The values as a JSON array, or as an object if they are members of an object.
  private var text: [UInt8] {
    let pieces = values.map { row, text in
      areMembers ? Array("\(JSONText.quoted(row.keyText ?? "")): ".utf8) + text : text
    }
    let whole = Array(pieces.joined(separator: Array(",\n".utf8)))
    return areMembers ? Array("{".utf8) + whole + Array("}".utf8) : Array("[".utf8) + whole + Array("]".utf8)
  }

  /// The models of the values and of their descendants; none if the values are exported unchanged.
  private var places: [ModelPlace] {
    let places = values.map { $0.row.interpretation.modelPlaces }
    let (first, names) = (places.first ?? [], places.map { $0.map(\.model.name) })
    return names.allSatisfy { $0 == names.first } ? first.map(\.inEachValue) : []
  }

  private func words(_ outline: Outline) -> String {
    guard let list, list.isList || outline.filter != nil else { return "\(values.count)" }
    let total = list.container.map { outline.children(of: $0).countText } ?? "\(list.childRows.valueCount)"
    return "\(values.count) of \(total)"
  }
}

extension Interpretation {
  /// The models of a value and of its descendants, with their paths.
  fileprivate var modelPlaces: [ModelPlace] { typeModel.map { [ModelPlace($0)] } ?? innerPlaces }
}
