#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A terminal device with the test at the other end.
final class PseudoTerminal {
  let path: String
  private let main: Int32
  /// Held open so that the device lives on when a terminal closes it.
  private let device: Int32

  init?(rows: UInt16, columns: UInt16) {
    var (main, device): (Int32, Int32) = (-1, -1)
    guard openpty(&main, &device, nil, nil, nil) == 0, let name = ttyname(device) else { return nil }
    self.main = main
    self.device = device
    path = String(cString: name)
    resize(rows: rows, columns: columns)
  }

  deinit {
    close(main)
    close(device)
  }

  func resize(rows: UInt16, columns: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(main, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(main, bytes, bytes.count)
  }

  /// What was written to the terminal since the last time, waiting until some text is part of it.
  func output(until text: String) -> String {
    var output: [UInt8] = []
    while !String(decoding: output, as: UTF8.self).contains(text) {
      var ready = pollfd(fd: main, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 5_000) > 0 else { break }
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = read(main, &bytes, bytes.count)
      guard count > 0 else { break }
      output += bytes.prefix(count)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
