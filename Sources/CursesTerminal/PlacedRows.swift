import ModelBrowser

/// What to write for the rows that go past curses, worked out once for as long as a row stays as it is.
struct PlacedRows {
  private struct Placed {
    let spans: [Span]
    let columns: Int
    let palette: Palette
    let output: String
  }

  private var known: [Int: Placed] = [:]

  /// The output for all rows that are placed, from the top; empty where there are none.
  mutating func output(for rows: [Canvas.Row], palette: Palette, columns: Int) -> String {
    var output = ""
    for (index, row) in rows.enumerated() {
      guard case .placed(let spans) = row else { continue }
      if let placed = known[index], placed.columns == columns, placed.palette == palette,
        placed.spans == spans
      {
        output += placed.output
        continue
      }
      var writer = RowWriter(palette: palette, columns: columns)
      writer.write(spans, row: index)
      known[index] = Placed(spans: spans, columns: columns, palette: palette, output: writer.output)
      output += writer.output
    }
    return output
  }
}
