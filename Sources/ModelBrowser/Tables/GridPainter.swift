import Mantle
import MantleDocuments
import MantleQuery
import TerminalText
import TextCells

/// Draws the lines of a grid: its header, and the cells of a row.
struct GridPainter {
  let grid: Grid
  /// The width of a line in cells.
  let cells: Int
  var pattern: SearchPattern?

  /// Returns the caption above the column titles: pieces of text in one line, cut to a width.
  func caption(_ pieces: [String], columns: Int) -> [Span] {
    let text = Sanitized(" " + pieces.joined(separator: "   "), cells: columns)
    return Truncation.end.fit(text.spans(Style(.label)), to: columns)
  }

  /// Returns the line with the titles of the columns.
  ///
  /// - Parameter mark: returns the sign after a title, such as a sort indicator.
  func header(_ mark: (Grid.Column) -> String = { _ in "" }) -> [Span] {
    line(gap: Style(.label, underlined: true)) { column, place in
      let sign = (column.isUnmapped ? " ?" : "") + mark(column)
      let title = Truncation.end.fit(
        Sanitized(column.title, cells: place.width).text, to: place.width - sign.cellWidth)
      let isCurrent = place.index == grid.cursor
      return [Span(title + sign, Style(.label, bold: true, underlined: true, reversed: isCurrent))]
    }
  }

  /// Returns the line with the cells of a row.
  ///
  /// - Parameters:
  ///   - isCursor: whether the cursor is on the row; its cell is then highlighted.
  ///   - value: returns the value in a column.
  func row(isCursor: Bool, _ value: (Grid.Column) -> QueryCell) -> [Span] {
    line(gap: Style()) { column, place in
      let cell = value(column)
      // The ends of links differ more than their beginnings.
      let isLink = column.isLink
      let text = Sanitized(cell.shown, cells: isLink ? Self.longestLink : place.width)
      let style = Self.style(of: cell.kind, in: column)
      let fitted = (isLink ? Truncation.start : .end).fit(text.spans(style), to: place.width)
      let blanks = cell.kind == .number ? max(0, column.fractionWidth - cell.fractionLength) : 0
      let spans =
        fitted.cellWidth + blanks > place.width || blanks == 0 ? fitted : fitted + [.blanks(blanks)]
      guard isCursor, place.index == grid.cursor else {
        return pattern.map { pattern in spans.flatMap { pattern.highlight($0) } } ?? spans
      }
      return aligned(spans, column, place.width).map { $0.styled(Style(bold: true, reversed: true)) }
    }
  }

  /// Returns the line with a text below some columns.
  func footer(_ text: (Grid.Column) -> String?) -> [Span] {
    line(gap: Style()) { column, place in
      text(column).map { [Span(Truncation.end.fit($0, to: place.width), Style(.number, bold: true))] } ?? []
    }
  }

  private static let longestLink = 400

  private func line(gap: Style, _ spans: (Grid.Column, Grid.Place) -> [Span]) -> [Span] {
    var line: [Span] = []
    let lastFrozen = grid.lastFrozen(cells: cells)
    for place in grid.places(cells: cells) {
      let column = grid.columns[place.index]
      line = line.padded(to: place.start, gap)
      line += aligned(spans(column, place), column, place.width, gap)
      if place.index == lastFrozen { line += [.blanks(Grid.border, gap), Span("│", Style(.dimmed))] }
    }
    return line.prefix(cells: cells)
  }

  private func aligned(_ spans: [Span], _ column: Grid.Column, _ width: Int, _ style: Style = Style())
    -> [Span]
  {
    let blanks = Span.blanks(width - spans.cellWidth, style)
    guard blanks.cellWidth > 0 else { return spans }
    return column.isRightAligned ? [blanks] + spans : spans + [blanks]
  }

  /// Returns the style of a value. A value that its property does not allow has the style of an error.
  private static func style(of kind: QueryCell.Kind, in column: Grid.Column) -> Style {
    let property = column.path?.property
    return switch kind {
    case .absent: Style(property?.isRequired == true ? .error : .dimmed)
    case .null: Style(property?.shape.isOptional == false ? .error : .dimmed)
    case .unreadable: Style(.error)
    case .boolean: Style(.keyword)
    case .number: Style(.number)
    case .date: Style(.date)
    case .text: Style(column.isUnmapped ? .dimmed : column.path?.shape?.role ?? .string)
    case .list, .object: Style()
    }
  }
}
