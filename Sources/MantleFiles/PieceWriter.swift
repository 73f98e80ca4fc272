import Mantle
import MantlePlatform

/// Writes bytes to an open file in pieces of one size, by way of a buffer.
///
/// The buffer is what makes saving as fast as copying. An edit moves what comes after it by a few bytes, and a
/// processor that copies between places a few bytes apart, counted from the start of a page, waits for its own
/// stores: written from where it is mapped, 1 GB that grew by 5 bytes takes twice as long as this, and in pieces of
/// 8 MiB three times. Hence, too, the buffer's start in the middle of a page, while pieces end with pages of the file.
package struct PieceWriter: ~Copyable {
  private static var pieceSize: Int { 1 << 18 }
  private static var pageSize: Int { 4096 }

  private let descriptor: Int32
  private let system: (UnsafeRawBufferPointer) -> Int
  private let memory: UnsafeMutableRawBufferPointer
  /// The part of the memory that pieces are put together in.
  private let piece: UnsafeMutableRawBufferPointer
  private var filled = 0

  /// The bytes that are in the file.
  private(set) var written = 0

  /// - Parameter write: behaves like `write(2)`.
  init(descriptor: Int32, by write: @escaping (UnsafeRawBufferPointer) -> Int) {
    self.descriptor = descriptor
    system = write
    let offset = Self.pageSize / 2
    memory = .allocate(byteCount: Self.pieceSize + offset, alignment: Self.pageSize)
    piece = UnsafeMutableRawBufferPointer(rebasing: memory[offset...])
  }

  deinit { memory.deallocate() }

  mutating func write(_ bytes: [UInt8]) throws(JSONSpliceError) {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONSpliceError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(JSONSpliceError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Never more than there is room for; a full piece was flushed.
      let part = rest.prefix(piece.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: piece[filled...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      filled += part.count
      rest = rest.dropFirst(part.count)
      if filled == piece.count { try flush() }
    }
  }

  /// Writes what the last piece has so far.
  mutating func flush() throws(JSONSpliceError) {
    let rest = UnsafeRawBufferPointer(rebasing: piece[..<filled])
    filled = 0
    let failure = Self.writeAll(rest, to: descriptor, by: system)
    if failure != 0 { throw .write(String(cString: strerror(failure))) }
    written += rest.count
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    MantlePlatform.write(descriptor, bytes.baseAddress, bytes.count)
  }

  /// Writes all of the bytes, waiting where the other side is slow.
  ///
  /// - Parameter write: behaves like `write(2)`.
  /// - Returns: the system's number for what went wrong; 0 where all were written.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, by write: (UnsafeRawBufferPointer) -> Int
  ) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(UnsafeRawBufferPointer(rebasing: rest))
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
