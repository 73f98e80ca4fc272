import Mantle
import MantleDocuments
import MantleQuery
import TerminalText
import TextCells

/// Draws one row of the outline: marks, fold arrow, name, value, and the origin of the value.
///
/// ```
/// ✗   ▾ [16] #17 open Crash when opening
///       state          reopened          expected "open" or "closed"
/// ⊘     htmlURL        https://…         ← html_url
/// ```
struct RowPainter {
  let width: Int
  let outline: Outline
  let pattern: SearchPattern?
  /// The number of cells of each value to the left of the visible part.
  var valueStart = 0

  private var document: Document { outline.document }

  /// Returns the line of a row, at most as wide as the list.
  func line(_ row: Row, isOpen: Bool, isCursor: Bool) -> [Span] {
    var spans = gutter(row) + indentation(depth: row.depth) + marker(row, isOpen) + label(row)
    let left = width - spans.cellWidth
    if left > 0 { spans += valueAndOrigin(row, cells: left) }
    spans = highlighted(spans)
    return isCursor ? underCursor(spans) : spans.prefix(cells: width)
  }

  /// Returns the text before a value, or before another row, while it is edited.
  ///
  /// - Parameter parent: the parent of a new row; nil for an existing row.
  func start(of edit: ValueEdit, at row: Row, isOpen: Bool, in parent: Row?) -> [Span] {
    let front =
      parent.map { [.blanks(2)] + indentation(depth: $0.depth + 1) } ?? gutter(row)
      + indentation(depth: row.depth)
    guard let caption = edit.caption else {
      return (front + marker(row, isOpen) + label(row)).prefix(cells: width)
    }
    return (front + [Span("  "), Span(caption + " ", Style(.dimmed))]).prefix(cells: width)
  }

  // MARK: - Left of the value

  /// Returns two cells of marks: one for problems, and one for an unsaved edit or a read-only property.
  func gutter(_ row: Row) -> [Span] {
    let severity = row.severity.flatMap { $0 > .note ? $0 : nil }
    let problem = severity.map { Span($0.symbol, Style($0.role, bold: true)) } ?? Span(" ")
    if outline.isEdited(row) { return [problem, Span("+", Style(.success, bold: true))] }
    let isReadOnly = row.property != nil && row.lock != nil
    return [problem, isReadOnly ? Span("⊘", Style(.dimmed)) : Span(" ")]
  }

  /// Returns two cells per level; deep nesting is abbreviated so that the value stays visible.
  func indentation(depth: Int) -> [Span] {
    let wanted = depth * 2
    let most = max(0, width / 3)
    guard wanted > most else { return [.blanks(wanted)] }
    return [Span(Truncation.end.fit("…\(depth)", to: most).padded(to: most), Style(.dimmed))]
  }

  func marker(_ row: Row, _ isOpen: Bool) -> [Span] {
    [Span(row.isContainer && !row.isEmpty ? (isOpen ? "▾ " : "▸ ") : "  ", Style(.dimmed))]
  }

  func label(_ row: Row) -> [Span] {
    // Half of the width that remains after the gutter, the indentation and the arrow, so that a value is
    // always visible.
    let most = max(1, (width - 4 - min(row.depth * 2, width / 3)) / 2)
    func named(_ text: String, _ style: Style) -> [Span] {
      fit(text, style, most).padded(to: min(most, Self.longestColumn, row.nameColumn)) + [Span("  ")]
    }
    return switch row.label {
    case .file: fit(document.name, Style(.name, bold: true), most) + [Span("  ")]
    case .key(let key):
      fit(row.view == .raw || key.isEmpty ? JSONText.quoted(key) : key, Style(.name), most)
        + [Span(": ", Style(.dimmed))]
    case .property(let name): named(name.isEmpty ? JSONText.quoted(name) : name, Style(.name))
    case .element(let index): [Span("[\(index.map(String.init) ?? "…")] ", Style(.dimmed))]
    case .absent: [Span("absent ", Style(.dimmed))]
    case .unmapped: [Span("unmapped ", Style(.dimmed))]
    case .mistake: []
    case .remark(let name):
      row.isContainer ? fit(name + " ", Style(.dimmed), most) : named(name, Style(.dimmed))
    }
  }

  private static let longestColumn = 24

  private func fit(_ text: String, _ style: Style, _ cells: Int) -> [Span] {
    Truncation.end.fit(Sanitized(text, cells: cells).spans(style), to: cells)
  }

  // MARK: - The value and what follows it

  /// Returns the value, with its origin in a column at the right. The value takes the width it needs, except
  /// for a diagnostic that follows it. The origin column is as wide as its content; after a longer value it
  /// is cut at the end of the column or omitted.
  private func valueAndOrigin(_ row: Row, cells: Int) -> [Span] {
    if valueStart > 0 { return scrolledValue(row, cells: cells) }
    guard case .property(let property, _, let node) = row.content else {
      return Truncation.end.fit(
        ValueText(cells: cells, outline: outline, pattern: pattern).spans(of: row), to: cells)
    }
    let problem = problem(row, cells: cells).map { [Span("  ")] + $0 } ?? []
    // The origin must not be so far from the value that the eye cannot connect them.
    let end = min(cells - 1, Self.widestLine)
    let start = max(end / 2, end - row.originColumn)
    let origin = origin(property, node, row, cells: max(0, end - start))
    var room = cells - min(problem.cellWidth, cells / 2)
    // The summary of a container is shortened in favor of its key path, because the container can be expanded.
    if row.isContainer, !origin.isEmpty { room = max(1, min(room, start - 2)) }
    var spans = Truncation.end.fit(
      ValueText(cells: room, outline: outline, pattern: pattern).spans(of: row), to: room)
    spans = Truncation.end.fit(spans + problem, to: cells)
    for (index, piece) in origin.enumerated() {
      let least = spans.cellWidth + 2
      let column = index > 0 ? least : least <= start ? start : max(least, end - piece.cellWidth)
      guard column + piece.cellWidth <= cells else { break }
      spans = spans.padded(to: column) + piece
    }
    return spans
  }

  private static let widestLine = 100

  /// Returns the part of the value to the right of the scroll position, without an origin.
  private func scrolledValue(_ row: Row, cells: Int) -> [Span] {
    let value = ValueText(cells: valueStart + cells, outline: outline, pattern: pattern).spans(of: row)
    let hidden = valueStart + 1
    guard value.cellWidth > hidden else { return value.isEmpty ? [] : [Span("…", Style(.dimmed))] }
    let rest = value.suffix(cells: value.cellWidth - hidden)
    return Truncation.end.fit([Span("…", Style(.dimmed))] + rest, to: cells)
  }

  private func problem(_ row: Row, cells: Int) -> [Span]? {
    row.diagnostics(notes: false).first.map {
      fit($0.shortMessage, Style($0.severity.role), cells)
    }
  }

  /// Returns the JSON key path and the raw JSON if they differ from the name and the value. The path comes first, because there
  /// may be no room for the JSON.
  private func origin(_ property: PropertyDescription, _ node: JSONNode?, _ row: Row, cells: Int) -> [[Span]]
  {
    var pieces: [[Span]] = []
    if let path = property.origin { pieces.append(fit("← " + path, Style(.dimmed), cells)) }
    if let node, let raw = rawText(node, property, row) {
      pieces.append(fit(raw, Style(.dimmed), cells))
    }
    return pieces
  }

  /// Returns the raw JSON of a scalar; nil if it has the same text as the decoded value.
  private func rawText(_ node: JSONNode, _ property: PropertyDescription, _ row: Row) -> String? {
    guard !node.kind.isContainer, !node.isNull, let decoded = row.record?.decode(property, node).text,
      decoded != node.displayText
    else { return nil }
    return node.jsonText(width)
  }

  // MARK: - Cursor and search

  private func underCursor(_ spans: [Span]) -> [Span] {
    spans.prefix(cells: width).padded(to: width).map { span in
      // The row under the cursor has one style over its full width; colors would make it a patchwork.
      let isMatch = span.style.role == .match
      return span.styled(
        Style(bold: span.style.bold || isMatch, underlined: isMatch, reversed: true))
    }
  }

  private func highlighted(_ spans: [Span]) -> [Span] {
    guard let pattern else { return spans }
    return spans.flatMap { pattern.highlight($0) }
  }
}

extension String {
  fileprivate func padded(to cells: Int) -> String {
    self + String.blanks(max(0, cells - cellWidth))
  }
}

extension Row {
  /// The width of the longest sibling name, including those of absent properties, so that the values align
  /// whatever an edit adds.
  var nameColumn: Int { parent?.childRows.nameWidth ?? 0 }
}

extension PropertyDescription {
  /// The key path of the property; nil if the path is only the name of the property.
  fileprivate var origin: String? {
    guard let path = keyPaths.first, path.components != [.key(name)] else { return nil }
    return path.description
  }

  fileprivate var originWidth: Int {
    // The column also shows the JSON of a transformer if it differs from the value.
    (origin.map { $0.cellWidth + 2 } ?? 0) + (transformer.map { $0.cellWidth + 2 } ?? 0)
  }
}

extension Row {
  /// The width of the column for the origins of values (key paths and raw JSON), which fits the properties of all siblings.
  fileprivate var originColumn: Int {
    parent?.childRows.reduce(0) { max($0, $1.property?.originWidth ?? 0) } ?? 0
  }
}

extension ChildRows {
  fileprivate var nameWidth: Int {
    reduce(0) { width, row in
      switch (row.label, row.content) {
      case (.property(let name), _): Swift.max(width, name.cellWidth)
      case (.remark(let name), .remark(let remark)) where remark.parts.isEmpty:
        Swift.max(width, name.cellWidth)
      case (_, .absent(let properties)): Swift.max(width, properties.nameWidth)
      default: width
      }
    }
  }
}
