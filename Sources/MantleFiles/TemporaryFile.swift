import Mantle
import MantlePlatform

/// A file without a name that text is written to piece by piece and then read from.
///
/// It is made in `TMPDIR` or `/tmp`, and is gone with the last reference to its bytes.
package struct TemporaryFile: ~Copyable {
  package let descriptor: Int32

  package init() throws(FileReadError) {
    let folder = String(variable: "TMPDIR") ?? "/tmp"
    var template = "\(folder)/mantle-XXXXXX".withSystemPath {
      Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
    }
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw FileReadError(path: folder, errno: errno) }
    unlink(template)
  }

  deinit { close(descriptor) }

  /// How many more bytes its disk takes; nil where the system does not say.
  package var room: Int? {
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0 else { return nil }
    return Int(clamping: UInt64(disk.f_bavail) &* UInt64(disk.f_frsize))
  }

  package func append(_ bytes: ArraySlice<UInt8>) throws(FileReadError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileReadError) in
      try append(UnsafeRawBufferPointer(buffer))
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileReadError) {
    let failure = PieceWriter.writeAll(bytes, to: descriptor) { PieceWriter.write($0, to: descriptor) }
    if failure != 0 { throw FileReadError(path: "temporary file", errno: failure) }
  }

  /// What was written so far, mapped.
  package func bytes() throws(FileReadError) -> JSONBytes { try JSONBytes.map(fileDescriptor: descriptor) }
}
