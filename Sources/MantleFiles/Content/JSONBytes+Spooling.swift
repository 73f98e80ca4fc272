import Mantle
import MantlePlatform

extension JSONBytes {
  /// Copies everything from a pipe, socket or terminal to a temporary file, which may be read at the same
  /// time.
  ///
  /// - Parameter goesOn: Called with the number of bytes so far, at least every 100 ms; returning false ends
  ///   the input.
  /// - Throws: A ``FileReadError``.
  package static func spool(
    _ fileDescriptor: Int32, into spool: FileDraft, goesOn: (Int) -> Bool
  ) throws(FileReadError) {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { chunk.deallocate() }
    var count = 0
    while goesOn(count) {
      var wait = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
      // `poll` ignores negative descriptors; the following `read` reports them as an error.
      guard fileDescriptor < 0 || poll(&wait, 1, 100) > 0 else { continue }
      let got = read(fileDescriptor, chunk.baseAddress, chunk.count)
      if got == 0 { break }
      if got > 0 {
        do throws(WriteFailure) {
          try FileCalls.writeAll(UnsafeRawBufferPointer(rebasing: chunk[..<got]), to: spool.descriptor)
        } catch {
          throw FileReadError(path: "temporary file", errno: error.code)
        }
        count += got
      } else if errno != EINTR, errno != EAGAIN {
        throw FileReadError(path: nil, errno: errno)
      }
    }
  }
}
