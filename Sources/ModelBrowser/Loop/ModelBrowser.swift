import Mantle
import MantleFiles
import TerminalText

/// The way in for a Swift program: a browser for its own models.
public enum ModelBrowser {
  /// Browses a file with models until the user leaves.
  ///
  /// - Parameters:
  ///   - models: the models the file may hold; the one that fits best is chosen.
  ///   - file: its path.
  ///   - terminal: where it is shown.
  /// - Returns: what to print once the terminal is given back: where unsaved edits went.
  /// - Throws: ``FileReadError``.
  @discardableResult
  package static func run(
    models: [ModelDescription], file: String, on terminal: any Terminal
  ) throws(FileReadError) -> [String] {
    var loop = BrowserLoop(try DocumentSource.file(file, models: models), on: terminal)
    loop.run()
    return loop.exitMessages
  }
}
