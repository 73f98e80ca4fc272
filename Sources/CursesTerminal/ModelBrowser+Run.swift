public import Mantle
public import ModelBrowser

extension ModelBrowser {
  /// Browses a file with a program's own models, in the terminal, until the person leaves.
  ///
  /// - Throws: `FileReadError` for a file that cannot be read, ``TerminalError`` where there is no terminal to show it in.
  public static func run(models: [any Model.Type], file: String) throws {
    try CursesTerminal.withTerminal { terminal in try run(models: models, file: file, on: terminal) }
  }
}
