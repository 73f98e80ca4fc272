import Mantle
import MantleFiles
import TerminalText

/// A browser of JSON files and archives in the terminal, which shows a file through the models of a program.
///
/// The browser shows each value as a property of its model, marks values that do not fit the models, and
/// saves edited values into the original bytes. It is the browser of the program `mantle`, with the models of
/// an app:
///
/// ```swift
/// try TerminalBrowser.run(models: [Order.modelDescription, Payment.modelDescription], file: url)
/// ```
///
/// `run(models:file:)` returns when the user quits. The file may be of any size: only the values on the screen are
/// decoded. The model that fits the file best is chosen; the command `:model` selects another.
///
/// | Keys | Action |
/// |---|---|
/// | `j` `k`, Space | move, open and close a row |
/// | `/` `n` | search |
/// | `&` | show only the elements that pass a filter |
/// | `e` | edit a value |
/// | `ge` | list the problems |
/// | `:w` `:q` | save, quit |
/// | F1 | show all commands |
///
/// Properties that are constants in Swift are read-only, and edited values are checked by the transformers
/// and rules of their properties. Unsaved edits survive a crash of the program.
///
/// A program that is only a browser calls `CommandLineProgram.main(models:)`, which has all commands of `mantle`,
/// too.
public enum TerminalBrowser {
  /// Shows a file on a terminal through models until the user quits.
  ///
  /// - Parameters:
  ///   - models: the models that the file may contain; the one that fits best is chosen.
  ///   - file: the path of the file.
  ///   - terminal: the terminal.
  /// - Returns: the messages about unsaved edits.
  /// - Throws: a `FileReadError`.
  @discardableResult
  static func run(
    models: [ModelDescription], file: String, on terminal: any Terminal
  ) throws(FileReadError) -> [String] {
    var loop = BrowserLoop(try DocumentSource.file(file, models: models), on: terminal)
    loop.run()
    return loop.exitMessages
  }
}
