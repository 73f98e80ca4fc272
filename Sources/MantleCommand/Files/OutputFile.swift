import Foundation
import Mantle
import ModelBrowser

/// A file that is written in one go.
struct OutputFile {
  let name: FileName

  init(_ name: FileName) { self.name = name }

  /// Writes the bytes so that at every moment there is a whole file; into a pipe or a device, as they are.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    if name.isStream { return try writeToStream(bytes) }
    guard let path = name.text else {
      throw CommandError(message: "\(name.shown): only a name in UTF-8 can be written to")
    }
    do { try WholeFile.write(bytes, to: path) } catch { throw CommandError(message: "\(error)") }
  }

  private func writeToStream(_ bytes: [UInt8]) throws(CommandError) {
    let number = name.withCString { open($0, O_WRONLY | O_CLOEXEC) }
    guard number >= 0 else {
      throw CommandError(message: "\(name.shown): \(String(cString: strerror(errno)))")
    }
    defer { close(number) }
    do throws(WriteError) { try FileDescriptor(number).write(bytes) } catch {
      throw CommandError(message: "\(name.shown): \(error.reason)")
    }
  }
}

extension FileName {
  fileprivate var isStream: Bool {
    switch kind(followingLinks: true) {
    case S_IFIFO, S_IFCHR, S_IFSOCK: true
    default: false
    }
  }
}
