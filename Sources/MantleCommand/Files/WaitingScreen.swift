import Mantle
import MantleFiles
import ModelBrowser
import TerminalText

/// The screen that is shown while a stream is read, until enough of it has arrived to browse it.
struct WaitingScreen {
  let input: StreamedInput

  /// Waits for the end of the stream, for a first line that is an object or an array, or for Enter. After that, the
  /// rest is read while the text is browsed.
  ///
  /// - Returns: the exit status if the user quits; nil to browse the text.
  /// - Throws: the reason why the stream cannot be read.
  func wait(on terminal: any Terminal) throws(FileReadError) -> ExitStatus? {
    // Input that arrives quickly does not need a waiting screen.
    var timeout = Self.quick
    while !input.isOver {
      let event = terminal.nextEvent(timeout: timeout)
      if !input.isOver, try beginsWithLine() { return nil }
      timeout = Self.interval
      switch event {
      case .key(.character("q")): return .success
      case .terminate: return .terminated
      case .key(.enter), .key(.escape): return nil
      case .key(.control("c")): input.stop()
      case .key(.control("z")): terminal.suspend()
      default: break
      }
      if !input.isOver { terminal.draw(frame(terminal.size)) }
    }
    return nil
  }

  /// Returns whether the first line is an object or an array, so that the text is probably NDJSON.
  private func beginsWithLine() throws(FileReadError) -> Bool {
    let start = try input.text().slice(0..<Self.longestLine)
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")),
      let document = try? JSONDocument(Array(start[..<end]))
    else { return false }
    return document.root.kind.isContainer
  }

  private static let longestLine = 1 << 20

  private static let quick = 60
  private static let interval = 200

  private func frame(_ size: ScreenSize) -> Frame {
    let words = [
      "Reading standard input: \(Words.count(input.count, "byte")) so far …", "",
      "Enter shows the input so far · ^C stops reading · q quits",
    ]
    return Frame(
      size: size, lines: words.prefix(size.rows).map { Truncation.end.fit([Span($0)], to: size.columns) })
  }
}
