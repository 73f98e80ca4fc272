import Mantle
import MantleDocuments
import MantleFiles
import MantleQuery
import TerminalText

/// A request of the browser to its surroundings, which it never changes by itself.
enum Effect: Sendable {
  case quit
  /// Leave with these values.
  case pick([PickedValue])
  case suspend
  /// Redraw the whole screen.
  case redraw
  /// Offer text to the clipboard; `what` names it for the message.
  case copy(String, what: String)
  /// Write a file.
  case write(any WriteRequest)
  /// Write the text with its unsaved edits to a rescue file, because the user cannot be asked.
  case rescue(RescueRequest)
  /// Open another file, or reload the open one.
  case open(path: String, UnsavedEdits)
  /// Read another file to compare it or merge it with this one.
  case readOther(path: String, for: OtherFileUse)
  /// Show the input that has arrived so far.
  case readOn(any IncomingText)
  /// List the contents of a folder, to complete a path.
  case listFolder(String)
  /// Read a file with the unsaved edits of an earlier session.
  case recover(RecoveryRequest)
  /// Delete the unsaved edits of an earlier session.
  case discard([Leftover])
  /// Have a text edited in the user's own editor.
  case edit(EditorRequest)
  /// Report the mouse, or leave it to the terminal.
  case mouse(Bool)
  /// Keep settings for the sessions to come.
  case keep([Setting])
  /// Draw in other colors.
  case theme(Theme)
  /// Colors of one's own, whatever the theme: numbers of the terminal's 256.
  case colors([Style.Role: Int])
  /// Draw with signs of ASCII only, or with what the terminal has.
  case ascii(Bool)
  case start(Work)
  case cancel(Work.Kind)
}

/// A text for the user's own editor.
struct EditorRequest: Sendable {
  /// The text to edit.
  let text: String
  /// Whether it is the text of a string, and not JSON.
  let isText: Bool

  /// The ending of the file it is edited in, which tells the editor its language.
  var suffix: String { isText ? ".txt" : ".json" }
}
