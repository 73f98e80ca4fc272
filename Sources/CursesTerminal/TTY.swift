import CNCurses
import MantlePlatform
import TerminalText

/// The controlling terminal as a file, independent of standard input and output.
final class TTY {
  let input: Int32
  let output: Int32

  /// Opens a terminal device.
  init(path: String) throws(TerminalError) {
    input = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
    let reason = String(cString: strerror(errno))
    output = input < 0 ? -1 : open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
    guard input >= 0, output >= 0 else { throw .noTerminal(reason: "\(path): \(reason)") }
    guard isatty(input) == 1 else { throw .noTerminal(reason: "\(path) is not a terminal") }
  }

  deinit {
    if input >= 0 { close(input) }
    if output >= 0 { close(output) }
  }

  /// The size of the terminal in cells; nil if the terminal does not report it.
  var size: ScreenSize? {
    var rows: Int32 = 0
    var columns: Int32 = 0
    guard cn_window_size(output, &rows, &columns) else { return nil }
    return ScreenSize(rows: Int(rows), columns: Int(columns))
  }

  var mode: termios? {
    var mode = termios()
    return tcgetattr(input, &mode) == 0 ? mode : nil
  }

  /// Writes all bytes of a text. Output to a closed terminal is discarded.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemWrite(output, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  /// The result of a read from the terminal.
  enum Reading: Sendable {
    case bytes([UInt8])
    case nothing
    /// The terminal is closed, so that no further input arrives.
    case end
  }

  /// Reads the available input of the terminal, at most 4 KiB, which is the queue size of a terminal. Blocks until
  /// input is available.
  func read() -> Reading {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 12) { buffer, initialized in
      count = systemRead(input, buffer.baseAddress, buffer.count)
      initialized = max(0, count)
    }
    if count > 0 { return .bytes(bytes) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothing : .end
  }

  /// Waits for input from the terminal or for a byte in the wake pipe, at most for the given number of milliseconds. A
  /// signal ends the wait early.
  func wait(wakePipe: Int32, milliseconds: Int32) -> (hasInput: Bool, isWoken: Bool) {
    var files = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakePipe, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&files, 2, milliseconds) > 0 else { return (false, false) }
    return (files[0].revents != 0, files[1].revents != 0)
  }
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
