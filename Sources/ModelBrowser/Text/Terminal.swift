/// The size of a screen in cells.
package struct ScreenSize: Sendable, Hashable {
  package var rows: Int
  package var columns: Int

  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }
}

/// One picture of the screen: what the browser wants to be seen, and nothing about how it gets there.
package struct Frame: Sendable, Hashable {
  /// A position on the screen, counted from zero.
  package struct Position: Sendable, Hashable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      self.row = row
      self.column = column
    }
  }

  package var size: ScreenSize
  /// One entry a screen row, from the top; never more than `size.rows`, none wider than `size.columns`.
  package var lines: [[Span]]
  /// Where the text cursor stands, or nil while nothing is typed.
  package var cursor: Position?

  package init(size: ScreenSize, lines: [[Span]], cursor: Position? = nil) {
    self.size = size
    self.lines = lines
    self.cursor = cursor
  }
}

/// The terminal operations that the browser requires.
package protocol Terminal: AnyObject {
  var size: ScreenSize { get }
  func draw(_ frame: Frame)
  /// The next event, waiting at most the given time; nil when nothing happened.
  func nextEvent(timeout milliseconds: Int?) -> Event?
  /// Makes ``nextEvent(timeout:)`` answer ``Event/wake``, from whatever thread it is called; nil for a terminal that
  /// cannot be woken, which is asked for its next event every now and then.
  var waker: (@Sendable () -> Void)? { get }
  /// Whether clicks and the wheel are reported, or left to the terminal.
  func setMouse(_ isOn: Bool)
  /// Chooses other colours.
  func setTheme(_ theme: Theme)
  /// Takes colours in the place of the theme's, as far as the terminal has them.
  func setColors(_ colors: [Style.Role: Int])
  /// Whether only signs of ASCII are shown, whatever the terminal could show.
  func setASCII(_ isOn: Bool)
  /// Redraws the whole screen at the next ``draw(_:)``.
  func invalidate()
  /// Gives the terminal back, stops the process, and takes the terminal again when it is continued.
  func suspend()
  /// Gives the terminal to a command line of the shell until it ends, and takes it again.
  ///
  /// - Returns: nil where the command could not be run, or did not end well.
  func run(_ command: String) -> Bool
  /// Offers text to the clipboard; the answer says, in words, what was done.
  func copy(_ text: String) -> String
}

extension Terminal {
  package func setMouse(_ isOn: Bool) {}
  package func setTheme(_ theme: Theme) {}
  package func setColors(_ colors: [Style.Role: Int]) {}
  package func setASCII(_ isOn: Bool) {}
  package var waker: (@Sendable () -> Void)? { nil }
  package func run(_ command: String) -> Bool { false }
}
