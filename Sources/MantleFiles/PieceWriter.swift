import Mantle
import MantlePlatform

/// A buffered writer that writes to an open file in pieces of one size.
///
/// The buffer makes saving as fast as copying. After an edit, the remaining content is shifted by a few
/// bytes, and copying between addresses whose page offsets differ by a few bytes stalls the processor on its
/// own stores: writing directly from the mapping takes twice as long for 1 GB that grew by 5 bytes, and in
/// pieces of 8 MiB three times as long. For the same reason, the buffer begins in the middle of a page, while
/// pieces end at page boundaries of the file.
package struct PieceWriter: ~Copyable {
  private static var pieceSize: Int { 1 << 18 }
  private static var pageSize: Int { 4096 }

  private let descriptor: Int32
  /// A function with the behavior of `write(2)`.
  private let system: (UnsafeRawBufferPointer) -> Int
  private let memory: UnsafeMutableRawBufferPointer
  /// The part of the memory in which pieces are assembled.
  private let piece: UnsafeMutableRawBufferPointer
  private var filled = 0

  private(set) var written = 0

  /// Creates a writer.
  ///
  /// - Parameter write: A function with the behavior of `write(2)`.
  init(descriptor: Int32, by write: @escaping (UnsafeRawBufferPointer) -> Int) {
    self.descriptor = descriptor
    system = write
    let offset = Self.pageSize / 2
    memory = .allocate(byteCount: Self.pieceSize + offset, alignment: Self.pageSize)
    piece = UnsafeMutableRawBufferPointer(rebasing: memory[offset...])
  }

  deinit { memory.deallocate() }

  /// Appends bytes, and writes each piece that is complete.
  ///
  /// - Throws: A ``JSONSpliceError`` with the message of the operating system.
  mutating func write(_ bytes: [UInt8]) throws(JSONSpliceError) {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONSpliceError) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Appends bytes, and writes each piece that is complete.
  ///
  /// - Throws: A ``JSONSpliceError`` with the message of the operating system.
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(JSONSpliceError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // There is always room because a complete piece has been written.
      let part = rest.prefix(piece.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: piece[filled...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      filled += part.count
      rest = rest.dropFirst(part.count)
      if filled == piece.count { try flush() }
    }
  }

  /// Writes the incomplete piece.
  ///
  /// - Throws: A ``JSONSpliceError`` with the message of the operating system.
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

  /// Writes all bytes, and waits while the receiver is not ready.
  ///
  /// - Parameter write: A function with the behavior of `write(2)`.
  /// - Returns: The `errno` value of a failure; 0 if all bytes were written.
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
