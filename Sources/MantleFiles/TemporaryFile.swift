import Mantle
import MantlePlatform

/// An unlinked temporary file to which content is appended and from which it is mapped.
///
/// The file is created in `TMPDIR` or `/tmp`, and its space is released with the last reference to its bytes.
package struct TemporaryFile: ~Copyable {
  /// The open file descriptor.
  package let descriptor: Int32

  /// Creates the file.
  ///
  /// - Throws: A ``FileReadError`` for the directory.
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

  /// The number of bytes available on the file system; nil if the system does not report it.
  package var room: Int? {
    var disk = statvfs()
    guard fstatvfs(descriptor, &disk) == 0 else { return nil }
    return Int(clamping: UInt64(disk.f_bavail) &* UInt64(disk.f_frsize))
  }

  /// Appends bytes.
  ///
  /// - Throws: A ``FileReadError`` if not all bytes can be written, for example because the disk is full.
  package func append(_ bytes: ArraySlice<UInt8>) throws(FileReadError) {
    try bytes.withUnsafeBufferPointer { buffer throws(FileReadError) in
      try append(UnsafeRawBufferPointer(buffer))
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer) throws(FileReadError) {
    let failure = PieceWriter.writeAll(bytes, to: descriptor) { PieceWriter.write($0, to: descriptor) }
    if failure != 0 { throw FileReadError(path: "temporary file", errno: failure) }
  }

  /// Maps the content that has been written so far.
  ///
  /// - Throws: A ``FileReadError``.
  package func bytes() throws(FileReadError) -> JSONBytes { try JSONBytes.map(fileDescriptor: descriptor) }
}
