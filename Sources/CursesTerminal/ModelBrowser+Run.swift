import Mantle
import MantleFiles
import MantlePlatform
import ModelBrowser

extension ModelBrowser {
  /// Browses a file with a program's own models in the terminal, until the user quits.
  ///
  ///     try ModelBrowser.run(models: [Order.modelDescription, Payment.modelDescription], file: "orders.json")
  ///
  /// Use this function in a program that does more than browse and that reports errors itself: an error that is thrown at
  /// the top level of `main.swift` ends the program with a trap. A program that only browses calls
  /// `MantleCommand.main(models:)`, which reads arguments and pipes, and reports errors with a message.
  ///
  /// - Throws: `FileReadError` if the file cannot be read, ``TerminalError`` if the process has no terminal.
  public static func run(models: [ModelDescription], file: String) throws {
    let words = try CursesTerminal.withTerminal { terminal in
      // Taking the terminal has put its own handlers in place.
      JSONBytes.surviveTruncation()
      return try run(models: models, file: file, on: terminal)
    }
    // The terminal may be closed by now, and the process that reads standard error with it.
    for line in words {
      Array("\(line)\n".utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }
}
