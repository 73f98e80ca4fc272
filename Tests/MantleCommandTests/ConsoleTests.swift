import Foundation
import Testing

@testable import MantleCommand

struct ConsoleTests {
  /// Runs with a console whose standard output and error are the two ends given, and answers what they received.
  private func received(_ body: (Console) -> Void) throws -> (output: String, errors: String) {
    let (output, errors) = (Pipe(), Pipe())
    let console = Console(
      output: output.fileHandleForWriting.fileDescriptor, errors: errors.fileHandleForWriting.fileDescriptor)
    body(console)
    console.flush()
    try output.fileHandleForWriting.close()
    try errors.fileHandleForWriting.close()
    return (
      String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self),
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    )
  }

  @Test func consoleEscapesLinesButNotBytes() throws {
    let (output, errors) = try received {
      $0.print("a\u{1B}[2J\nb")
      $0.write([0x1B, 0x0A])
      $0.report("\u{202E}c")
    }
    #expect(output == #"a\e[2J\nb"# + "\n\u{1B}\n")
    #expect(errors == #"\u{202e}c"# + "\n")
  }

  @Test func consoleRecordsWriteFailure() {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let console = Console(output: full, errors: full)
    #expect(console.failure == nil)
    console.print("x")
    console.flush()
    #expect(console.failure == "standard output: No space left on device")
    let closed = Console(output: -1, errors: -1)
    closed.report("x")
    #expect(closed.failure == "standard error: Bad file descriptor")
  }
}
