import Mantle
import MantlePlatform

extension JSONBytes {
  /// Copies everything a pipe, socket or terminal delivers to an unlinked temporary file and maps that.
  ///
  /// Blocks until the other side closes. The file is made in `TMPDIR` or `/tmp` and is gone with the last
  /// reference to the bytes.
  ///
  /// - Parameter goesOn: told how much has come, also while nothing comes; once it says false, that is all.
  /// - Throws: `FileReadError`.
  package static func spooling(
    _ fileDescriptor: Int32, goesOn: (Int) -> Bool = { _ in true }
  ) throws(FileReadError) -> JSONBytes {
    let spool = try TemporaryFile()
    try Self.spool(fileDescriptor, into: spool, goesOn: goesOn)
    return try spool.bytes()
  }

  /// Copies everything a pipe, socket or terminal delivers to a file, which may be read meanwhile.
  ///
  /// - Throws: `FileReadError`.
  package static func spool(
    _ fileDescriptor: Int32, into spool: borrowing TemporaryFile, goesOn: (Int) -> Bool
  ) throws(FileReadError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    var count = 0
    while goesOn(count) {
      var wait = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
      // What is no descriptor is passed over there, and refused by what follows.
      guard fileDescriptor < 0 || poll(&wait, 1, 100) > 0 else { continue }
      let got = read(fileDescriptor, chunk.baseAddress, chunk.count)
      if got == 0 { break }
      if got > 0 {
        try spool.append(UnsafeRawBufferPointer(rebasing: chunk[..<got]))
        count += got
      } else if errno != EINTR, errno != EAGAIN {
        throw FileReadError(path: nil, errno: errno)
      }
    }
  }
}
