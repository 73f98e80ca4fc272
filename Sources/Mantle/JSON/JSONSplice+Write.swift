#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension JSONBytes {
  /// Writes the text with the splices applied to an open file, piece by piece: nothing is built in memory.
  ///
  /// - Parameter progress: told the bytes written so far, about every 8 MiB; return false to stop early.
  /// - Returns: whether everything was written.
  /// - Throws: ``JSONSpliceError``; the file may then hold a part.
  @discardableResult
  public func write(
    applying splices: [JSONSplice] = [], to fileDescriptor: Int32, progress: (Int) -> Bool = { _ in true }
  ) throws(JSONSpliceError) -> Bool {
    var output = SplicedOutput(descriptor: fileDescriptor)
    var position = 0
    for splice in try inOrder(splices) {
      guard try copy(position..<splice.range.lowerBound, to: &output, progress) else { return false }
      try output.write(splice.replacement)
      position = splice.range.upperBound
    }
    return try copy(position..<count, to: &output, progress)
  }

  private func copy(
    _ range: Range<Int>, to output: inout SplicedOutput, _ progress: (Int) -> Bool
  ) throws(JSONSpliceError) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let end = min(position + 1 << 23, range.upperBound)
      try output.write(UnsafeRawBufferPointer(start: base + position, count: end - position))
      guard progress(output.total) else { return false }
      position = end
    }
    return true
  }
}

/// A file being written, with what the system refuses put into words.
private struct SplicedOutput {
  let descriptor: Int32
  var total = 0

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func write(_ bytes: [UInt8]) throws(JSONSpliceError) {
    var failure: JSONSpliceError?
    bytes.withUnsafeBytes { buffer in
      do throws(JSONSpliceError) { try write(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  mutating func write(_ buffer: UnsafeRawBufferPointer) throws(JSONSpliceError) {
    var rest = buffer[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Darwin)
        let written = Darwin.write(descriptor, piece.baseAddress, piece.count)
      #else
        let written = Glibc.write(descriptor, piece.baseAddress, piece.count)
      #endif
      if written > 0 {
        rest = rest.dropFirst(written)
        total += written
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw .write(String(cString: strerror(errno)))
      }
    }
  }
}
