/// A key that was pressed.
package enum Key: Sendable, Hashable {
  case character(Character)
  /// Ctrl and a lower-case letter or one of `@[\]^_`.
  case control(Character)
  case alt(Character)
  case enter, tab, backTab, backspace, delete, insert, escape
  case up, down, left, right, home, end, pageUp, pageDown
  case shiftLeft, shiftRight, altUp, altDown
  /// An arrow key or Delete, together with Ctrl or Alt.
  case wordLeft, wordRight, deleteWord
  case function(Int)
}

/// A mouse event at a position on the screen.
package struct MouseEvent: Sendable, Hashable {
  /// The kind of a mouse event.
  package enum Action: Sendable, Hashable {
    /// The left button was pressed, moved while pressed, or released.
    case press, drag, release
    case wheelUp, wheelDown
  }

  /// The kind of the event.
  package let action: Action
  /// The position of the pointer.
  package let place: Frame.Position

  /// Creates an event at a row and a column, counted from 0.
  package init(_ action: Action, row: Int, column: Int) {
    self.action = action
    place = Frame.Position(row: row, column: column)
  }
}

/// An event that the browser handles.
package enum Event: Sendable, Hashable {
  case key(Key)
  /// Text that was pasted in bracketed paste mode.
  case paste(String)
  case mouse(MouseEvent)
  case resize(ScreenSize)
  /// The process was continued after a stop.
  case resumed
  /// The process received SIGTERM or SIGHUP, and must preserve unsaved work and exit.
  case terminate
  /// Background work has new results to show.
  case wake
}
