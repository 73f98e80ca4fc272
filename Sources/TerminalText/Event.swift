/// A key that was pressed.
package enum Key: Sendable, Hashable {
  case character(Character)
  /// Ctrl together with a lower-case letter or one of `@[\]^_`.
  case control(Character)
  case alt(Character)
  case enter, tab, backTab, backspace, delete, insert, escape
  case up, down, left, right, home, end, pageUp, pageDown
  case shiftLeft, shiftRight, altUp, altDown
  /// The left arrow, the right arrow or Delete, together with Ctrl or Alt: keys that act on a whole word.
  case wordLeft, wordRight, deleteWord
  case function(Int)
}

/// A mouse event at a position on the screen.
package struct MouseEvent: Sendable, Hashable {
  /// The kind of a mouse event: a change of the left button or a turn of the wheel.
  package enum Action: Sendable, Hashable {
    /// The left button was pressed, the pointer was moved while it was pressed, or it was released.
    case press, drag, release
    case wheelUp, wheelDown
  }

  /// The kind of the event: a change of the left button or a turn of the wheel.
  package let action: Action
  /// The row and column of the pointer on the screen, counted from 0.
  package let place: Frame.Position

  /// Creates a mouse event at a row and a column, counted from 0.
  package init(_ action: Action, row: Int, column: Int) {
    self.action = action
    place = Frame.Position(row: row, column: column)
  }
}

/// An event from the terminal, the system or background work that the browser handles.
package enum Event: Sendable, Hashable {
  case key(Key)
  /// Text that was pasted in bracketed paste mode.
  case paste(String)
  case mouse(MouseEvent)
  case resize(ScreenSize)
  /// The process was continued after it had been stopped, for example by `^Z`.
  case resumed
  /// The process received SIGTERM or SIGHUP, and must preserve unsaved work and exit.
  case terminate
  /// Background work has new results to show.
  case wake
}
