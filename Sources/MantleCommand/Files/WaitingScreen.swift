import Mantle
import ModelBrowser

/// What is on the screen while a stream is read before it can be browsed.
struct WaitingScreen {
  let input: StreamedInput

  enum Outcome {
    case bytes(JSONBytes)
    case left
    case terminated
  }

  /// Waits for the end of the stream, or for Enter, which goes on with what has come so far.
  ///
  /// - Throws: why the stream cannot be read.
  func wait(on terminal: any Terminal) throws(FileReadError) -> Outcome {
    var isStopped = false
    // What comes quickly needs no screen.
    var timeout = Self.quick
    while true {
      let event = input.result == nil ? terminal.nextEvent(timeout: timeout) : nil
      if let result = input.result { return .bytes(try result.get()) }
      timeout = Self.interval
      switch event {
      case .key(.character("q")): return .left
      case .terminate: return .terminated
      case .key(.enter), .key(.escape), .key(.control("c")):
        isStopped = true
        input.stop()
      case .key(.control("z")): terminal.suspend()
      default: break
      }
      terminal.draw(frame(terminal.size, isStopped: isStopped))
    }
  }

  private static let quick = 60
  private static let interval = 200

  private func frame(_ size: ScreenSize, isStopped: Bool) -> Frame {
    let words = [
      "Reading standard input: \(Words.count(input.count, "byte"))\(isStopped ? "" : " so far …")", "",
      "Enter shows what has come · q leaves",
    ]
    return Frame(
      size: size, lines: words.prefix(size.rows).map { Truncation.end.fit([Span($0)], to: size.columns) })
  }
}
