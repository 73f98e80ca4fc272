import Mantle
import TerminalText

/// Produces the output that draws rows without curses: text, styles, and cursor movements after characters of uncertain width.
struct RowWriter {
  private(set) var output = ""
  let looks: Looks
  let columns: Int

  /// Adds the output that draws spans over a screen row from its left edge.
  mutating func write(_ spans: [Span], row: Int) {
    move(row, 0)
    var column = 0
    for span in spans {
      setStyle(span.style)
      for character in span.text {
        write(character, row: row, column: column)
        column += character.cellWidth
      }
    }
    output += Capabilities.string("sgr0") ?? ""
    // The sequence `el` would erase the last character if the row is full.
    if column < columns { output += Capabilities.string("el") ?? "" }
  }

  /// Returns the output that draws rows: their own output with automatic wrapping turned off, and a cursor movement at
  /// the end.
  ///
  /// - Parameter rows: the output of the rows.
  static func frame(_ rows: String, cursor: Frame.Position) -> String {
    (Capabilities.string("rmam") ?? "") + rows + (Capabilities.string("cup", cursor.row, cursor.column) ?? "")
      + (Capabilities.string("smam") ?? "")
  }

  /// Adds a character, drawn over blanks in the current style, and moves the cursor by the character's expected width.
  private mutating func write(_ character: Character, row: Int, column: Int) {
    guard !character.hasAgreedWidth else { return output.append(character) }
    output += String(repeating: " ", count: character.cellWidth)
    move(row, column)
    output.append(character)
    move(row, column + character.cellWidth)
  }

  private mutating func move(_ row: Int, _ column: Int) {
    output += Capabilities.string("cup", row, column) ?? ""
  }

  private mutating func setStyle(_ style: Style) {
    let look = looks.look(style)
    output += Capabilities.string("sgr0") ?? ""
    let attributes = [
      ("bold", look.bold), ("dim", look.dim), ("smul", look.underlined), ("rev", look.reversed),
    ]
    for (name, isOn) in attributes where isOn { output += Capabilities.string(name) ?? "" }
    if let color = look.foreground { output += Capabilities.string("setaf", color) ?? "" }
    if let color = look.background { output += Capabilities.string("setab", color) ?? "" }
  }
}
