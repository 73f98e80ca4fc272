/// The size of a screen in cells.
package struct ScreenSize: Sendable, Hashable {
  /// The number of rows.
  package var rows: Int
  /// The number of columns, in cells.
  package var columns: Int

  /// Creates a size from the number of rows and columns.
  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }
}

/// The content of the whole screen as lines of spans, independent of the terminal that draws it.
package struct Frame: Sendable, Hashable {
  /// A position on the screen, counted from zero.
  package struct Position: Sendable, Hashable {
    /// The row, counted from the top.
    package var row: Int
    /// The column in cells, counted from the left edge.
    package var column: Int

    /// Creates a position from a row and a column.
    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  /// The size of the screen that the frame was laid out for.
  package var size: ScreenSize
  /// The lines from the top: at most `size.rows` lines of at most `size.columns` cells.
  package var lines: [[Span]]
  /// The position of the text cursor; nil while no text is typed.
  package var cursor: Position?

  /// Creates a frame from its lines. If `cursor` is nil, the text cursor is hidden.
  package init(size: ScreenSize, lines: [[Span]], cursor: Position? = nil) {
    self.size = size
    self.lines = lines
    self.cursor = cursor
  }
}

/// The operations of a terminal that the browser requires.
package protocol Terminal: AnyObject {
  /// The current size of the screen.
  var size: ScreenSize { get }
  /// Draws a frame on the screen.
  func draw(_ frame: Frame)
  /// Waits for the next event and returns it; returns nil if no event occurs within the timeout. A nil
  /// timeout waits indefinitely.
  func nextEvent(timeout milliseconds: Int?) -> Event?
  /// A closure that makes ``nextEvent(timeout:)`` return ``Event/wake`` and may be called from any thread;
  /// nil for a terminal that cannot be woken, which is polled instead.
  var waker: (@Sendable () -> Void)? { get }
  /// Enables or disables mouse events. If they are disabled, the terminal itself handles clicks and the
  /// wheel.
  func setMouse(_ isOn: Bool)
  /// Selects the color theme in which frames are drawn.
  func setTheme(_ theme: Theme)
  /// Replaces the colors of some roles in the theme by the given numbers of the terminal's palette, if the
  /// terminal supports them.
  func setColors(_ colors: [Style.Role: Int])
  /// Restricts the output to ASCII characters, or lifts this restriction.
  func setASCII(_ isOn: Bool)
  /// Makes the next ``draw(_:)`` redraw the whole screen.
  func invalidate()
  /// Restores the terminal's former state, stops the process, and takes over the terminal again after the
  /// process is continued.
  func suspend()
  /// Runs a shell command in the terminal, and takes over the terminal again after the command has ended.
  ///
  /// - Returns: false if the command could not be run or failed.
  func run(_ command: String) -> Bool
  /// Copies text to the clipboard if possible, and returns a message about the outcome for the user.
  func copy(_ text: String) -> String
}
