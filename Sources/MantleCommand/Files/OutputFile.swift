import Mantle
import MantleFiles
import MantlePlatform
import ModelBrowser

/// A file that is written in one go.
struct OutputFile {
  let name: FileName

  init(_ name: FileName) { self.name = name }

  /// Writes the bytes so that at every moment there is a whole file; into a pipe or a device, as they are.
  func write(_ bytes: [UInt8]) throws(CommandError) { try write(JSONBytes(bytes)) }

  /// The same for bytes of any size.
  ///
  /// - Parameter reader: how what was written is read before it takes its place.
  func write(_ bytes: JSONBytes, readBack reader: ReadBack = .text) throws(CommandError) {
    if name.isStream { return try writeToStream(bytes) }
    if let program = (Compression(suffixOf: name.shown) ?? name.compression)?.rawValue {
      throw CommandError(
        message:
          "\(name.shown): not written: nothing is compressed here  (write to `-`, and pipe it through \(program))"
      )
    }
    do { try WholeFile.write(bytes, to: name.path, readBack: reader) } catch {
      throw CommandError(message: "\(error)")
    }
  }

  private func writeToStream(_ bytes: JSONBytes) throws(CommandError) {
    let number = name.path.withSystemPath { open($0, O_WRONLY | O_CLOEXEC) }
    guard number >= 0 else {
      throw CommandError(message: "\(name.shown): \(String(cString: strerror(errno)))")
    }
    defer { close(number) }
    do throws(WriteError) {
      for chunk in bytes.chunks { try FileDescriptor(number).write(chunk) }
    } catch {
      throw CommandError(message: "\(name.shown): \(error.reason)")
    }
  }
}

extension JSONBytes {
  /// The bytes, some at a time.
  var chunks: some Sequence<[UInt8]> {
    stride(from: 0, to: count, by: 1 << 20).lazy.map { self.slice($0..<Swift.min($0 + 1 << 20, self.count)) }
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
