import Mantle
import MantleDocuments
import MantleFiles
import MantleQuery
import TerminalText

/// A request of the browser for access to the system or the terminal, which only the loop has.
enum Effect: Sendable {
  case quit
  /// Quit, and print the values that the user picked.
  case pick([PickedValue])
  case suspend
  /// Redraw the whole screen.
  case redraw
  /// Copy text to the clipboard; `what` describes the text in the message.
  case copy(String, what: String)
  /// Perform a request to write a file, such as a save or an export.
  case write(any WriteRequest)
  /// Write the text with its unsaved edits to a rescue file, because the user cannot be asked.
  case rescue(RescueRequest)
  /// Open another file, or reload the open one.
  case open(path: String, UnsavedEdits)
  /// Read another file to compare it or merge it with this one.
  case readOther(path: String, for: OtherFileUse)
  /// Read the part of an arriving input, such as a pipe, that is available so far.
  case readOn(any IncomingText)
  /// List the contents of a folder, to complete a path.
  case listFolder(String)
  /// Read a file with the unsaved edits of an earlier session.
  case recover(RecoveryRequest)
  /// Delete the unsaved edits of an earlier session.
  case discard([Leftover])
  /// Open a text in the user's external editor.
  case edit(EditorRequest)
  /// Turn mouse reporting on or off.
  case mouse(Bool)
  /// Save settings in the configuration file.
  case keep([Setting])
  /// Draw with the colors of a theme.
  case theme(Theme)
  /// Override the colors of any theme with numbers from the terminal's 256 colors.
  case colors([Style.Role: Int])
  /// Draw with ASCII characters only, or with all characters of the terminal.
  case ascii(Bool)
  case start(Work)
  case cancel(Work.Kind)
}

/// A request to edit a text in the user's external editor.
struct EditorRequest: Sendable {
  /// The text that the user edits.
  let text: String
  /// Whether the text is the content of a string rather than JSON.
  let isText: Bool

  /// The extension of the edited file, from which the editor recognizes the language.
  var suffix: String { isText ? ".txt" : ".json" }
}
