import ModelBrowser

/// Writes rows without curses: text, styles and a cursor movement wherever the column is in doubt.
struct RowWriter {
  private(set) var output = ""
  private let palette: Palette

  init(palette: Palette) {
    self.palette = palette
  }

  /// Writes one row from its left edge; what was there is erased.
  mutating func write(_ spans: [Span], row: Int) {
    move(row, 0)
    output += Capabilities.string("el") ?? ""
    var column = 0
    for span in spans {
      setStyle(span.style)
      for character in span.text {
        output.append(character)
        column += character.cellWidth
        if !character.hasAgreedWidth { move(row, column) }
      }
    }
    output += Capabilities.string("sgr0") ?? ""
  }

  /// Everything written, for a terminal that must not wrap rows while it comes, with the cursor moved at the end.
  func finish(cursor: Frame.Position) -> String {
    var result = self
    result.output = (Capabilities.string("rmam") ?? "") + output
    result.move(cursor.row, cursor.column)
    return result.output + (Capabilities.string("smam") ?? "")
  }

  private mutating func move(_ row: Int, _ column: Int) {
    output += Capabilities.string("cup", row, column) ?? ""
  }

  private mutating func setStyle(_ style: Style) {
    let look = palette.look(style)
    output += Capabilities.string("sgr0") ?? ""
    let attributes = [
      ("bold", look.bold), ("dim", look.dim), ("smul", look.underlined), ("rev", look.reversed),
    ]
    for (name, isOn) in attributes where isOn { output += Capabilities.string(name) ?? "" }
    if let color = look.foreground { output += Capabilities.string("setaf", color) ?? "" }
    if let color = look.background { output += Capabilities.string("setab", color) ?? "" }
  }
}
