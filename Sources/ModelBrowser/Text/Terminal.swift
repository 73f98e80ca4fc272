import Mantle

/// The size of a screen in cells.
package struct ScreenSize: Sendable, Hashable {
  package var rows: Int
  package var columns: Int

  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }
}

/// How text looks: a role the terminal layer gives a colour to, and attributes that carry the meaning
/// where there is no colour.
package struct Style: Sendable, Hashable {
  package enum Role: Sendable, Hashable, CaseIterable {
    case plain, name, string, number, keyword, date, link, dimmed, error, warning, success, match,
      status
    /// What the browser says of a value, and not the value.
    case label
    /// A row that is selected.
    case selected
  }

  package var role: Role
  package var bold: Bool
  package var underlined: Bool
  package var reversed: Bool

  package init(_ role: Role = .plain, bold: Bool = false, underlined: Bool = false, reversed: Bool = false) {
    self.role = role
    self.bold = bold
    self.underlined = underlined
    self.reversed = reversed
  }
}

/// Which colours the screen has.
package enum Theme: String, Sendable, CaseIterable {
  /// Colours that can be read on light and on dark backgrounds.
  case standard
  case dark, light, monochrome
  /// The terminal's own colour for text, bold and underlined, and bright colours for problems.
  case contrast

  static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// A run of text in one style. The text is safe to print: it holds no control characters.
package struct Span: Sendable, Hashable {
  package let text: String
  package var style: Style
  /// The cells the text takes on a row: measured once, since every piece of a screen is asked for it several times.
  package let cellWidth: Int

  /// - Complexity: O(length of the text).
  package init(_ text: String, _ style: Style = Style()) {
    self.init(text, style, cellWidth: text.cellWidth)
  }

  /// A text whose width is known.
  init(_ text: String, _ style: Style, cellWidth: Int) {
    self.text = text
    self.style = style
    self.cellWidth = cellWidth
  }

  /// Whether all of it is printable ASCII: every other character takes fewer cells than bytes.
  package var isPlain: Bool { cellWidth == text.utf8.count }
}

/// One picture of the screen: what the browser wants to be seen, and nothing about how it gets there.
package struct Frame: Sendable, Hashable {
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

/// A key that was pressed.
package enum Key: Sendable, Hashable {
  case character(Character)
  /// Ctrl and a lower-case letter or one of `@[\]^_`.
  case control(Character)
  case alt(Character)
  case enter, tab, backTab, backspace, delete, escape
  case up, down, left, right, home, end, pageUp, pageDown
  case shiftLeft, shiftRight, altUp, altDown
  /// An arrow, or Delete, with Ctrl or Alt.
  case wordLeft, wordRight, deleteWord
  case function(Int)
}

/// Something the mouse did, at a place on the screen.
package struct MouseEvent: Sendable, Hashable {
  package enum Action: Sendable, Hashable {
    /// The left button went down, was moved, or went up.
    case press, drag, release
    case wheelUp, wheelDown
  }

  package let action: Action
  package let place: Frame.Position

  package init(_ action: Action, row: Int, column: Int) {
    self.action = action
    place = Frame.Position(row: row, column: column)
  }
}

/// Something the browser answers to.
package enum Event: Sendable, Hashable {
  case key(Key)
  /// Text pasted in one piece (bracketed paste).
  case paste(String)
  case mouse(MouseEvent)
  case resize(ScreenSize)
  /// The process came back from being stopped.
  case resumed
  /// SIGTERM or SIGHUP: leave now, keep unsaved work.
  case terminate
  /// Background work has something new to show.
  case wake
}

/// What the browser needs of a terminal.
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
  /// Whether only signs of ASCII are shown, whatever the terminal could show.
  func setASCII(_ isOn: Bool)
  /// Draws everything anew at the next ``draw(_:)``.
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
  package func setASCII(_ isOn: Bool) {}
  package var waker: (@Sendable () -> Void)? { nil }
  package func run(_ command: String) -> Bool { false }
}
