import Mantle

extension JSONBytes {
  /// Writes the bytes with splices applied to an open file, in pieces of bounded size.
  ///
  /// - Parameters:
  ///   - splices: The replacements, in any order.
  ///   - fileDescriptor: A file that is open for writing.
  ///   - progress: Called with the number of bytes written, approximately every 8 MiB; returns false to stop.
  /// - Returns: Whether everything was written.
  /// - Throws: A ``WriteFailure``, in particular if another program truncates the mapped file during the operation
  ///   (see ``surviveTruncation()``). The output file may be incomplete then.
  @discardableResult
  package func write(
    applying splices: [JSONSplice] = [], to fileDescriptor: Int32, progress: (Int) -> Bool = { _ in true }
  ) throws(WriteFailure) -> Bool {
    let losses = Self.lostPages
    var output = PieceWriter(fileDescriptor)
    var position = 0
    for splice in try ordered(splices) {
      guard try copy(position..<splice.range.lowerBound, to: &output, progress) else { return false }
      try output.write(splice.replacement)
      position = splice.range.upperBound
    }
    guard try copy(position..<count, to: &output, progress) else { return false }
    try output.flush()
    guard Self.lostPages == losses else { throw WriteFailure("the file was truncated while it was read") }
    return progress(output.written)
  }

  private func ordered(_ splices: [JSONSplice]) throws(WriteFailure) -> [JSONSplice] {
    do throws(JSONSpliceError) { return try inOrder(splices) } catch {
      throw WriteFailure(error.description)
    }
  }

  /// Writes a range of the bytes. Returns false if `progress` stopped the operation.
  private func copy(
    _ range: Range<Int>, to output: inout PieceWriter, _ progress: (Int) -> Bool
  ) throws(WriteFailure) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let end = min(position + 1 << 23, range.upperBound)
      try withBytes(in: position..<end) { bytes throws(WriteFailure) in
        try output.write(UnsafeRawBufferPointer(bytes))
      }
      guard end == range.upperBound || progress(output.written) else { return false }
      position = end
    }
    return true
  }
}
