import CursesTerminal
import Mantle
import MantleFiles
import MantlePlatform

extension TerminalBrowser {
  /// Shows a file in the terminal through the models of a program until the user quits.
  ///
  /// ```swift
  /// try TerminalBrowser.run(models: [Order.modelDescription, Payment.modelDescription], file: url)
  /// ```
  ///
  /// The method is for a program that has other tasks than browsing and handles errors itself: an error that
  /// is thrown at the top level of `main.swift` ends the process with a trap. A program that is only a
  /// browser calls `CommandLineProgram.main(models:)`, which reads arguments and pipes, and prints errors.
  ///
  /// After the user quits, messages about unsaved edits are written to standard error.
  ///
  /// - Parameters:
  ///   - models: the models that the file may contain; the one that fits best is chosen.
  ///   - file: a JSON file or an archive.
  /// - Throws: a `FileReadError` for a file that cannot be read; a `TerminalError` if there is no usable
  ///   terminal.
  public static func run(models: [ModelDescription], file: URL) throws {
    let words = try CursesTerminal.withTerminal { terminal in
      // This handler must follow the signal handlers that opening the terminal has installed.
      JSONBytes.surviveTruncation()
      return try run(models: models, file: file.path(percentEncoded: false), on: terminal)
    }
    // Errors are ignored: the terminal may be closed, and with it the process that reads standard error.
    for line in words {
      Array("\(line)\n".utf8).withUnsafeBytes { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  }
}
