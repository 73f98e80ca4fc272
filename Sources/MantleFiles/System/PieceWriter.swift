import MantlePlatform

/// A buffered writer that writes to an open file in pieces of equal size.
///
/// The buffer makes saving as fast as copying. After an edit, the remaining content is shifted by a few bytes.
/// Copying between addresses whose page offsets differ by a few bytes stalls the processor on its own stores: writing
/// a file of 1 GB that grew by 5 bytes directly from the mapping takes twice as long, and in pieces of 8 MiB three
/// times as long. For the same reason, the buffer begins in the middle of a page, while pieces end at page boundaries
/// of the file.
struct PieceWriter: ~Copyable {
  private static var pieceSize: Int { 1 << 18 }
  private static var pageSize: Int { 4096 }

  private let descriptor: Int32
  private let memory: UnsafeMutableRawBufferPointer
  /// The part of the allocated memory in which a piece is assembled before it is written.
  private let piece: UnsafeMutableRawBufferPointer
  private var filled = 0

  private(set) var written = 0

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    let offset = Self.pageSize / 2
    memory = .allocate(byteCount: Self.pieceSize + offset, alignment: Self.pageSize)
    piece = UnsafeMutableRawBufferPointer(rebasing: memory[offset...])
  }

  deinit { memory.deallocate() }

  /// Appends bytes to the current piece, and writes each piece that is complete.
  mutating func write(_ bytes: [UInt8]) throws(WriteFailure) {
    try bytes.withUnsafeBufferPointer { buffer throws(WriteFailure) in
      try write(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Appends bytes to the current piece, and writes each piece that is complete.
  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(WriteFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // There is always room in the buffer, because each complete piece was written.
      let part = rest.prefix(piece.count - filled)
      UnsafeMutableRawBufferPointer(rebasing: piece[filled...])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
      filled += part.count
      rest = rest.dropFirst(part.count)
      if filled == piece.count { try flush() }
    }
  }

  /// Writes the last piece, which is incomplete.
  mutating func flush() throws(WriteFailure) {
    let rest = UnsafeRawBufferPointer(rebasing: piece[..<filled])
    filled = 0
    try FileCalls.writeAll(rest, to: descriptor)
    written += rest.count
  }
}
