import Mantle
import MantlePlatform

extension JSONBytes {
  /// Writes the bytes with splices applied to an open file, in pieces of bounded size.
  ///
  /// - Parameters:
  ///   - splices: The replacements, in any order.
  ///   - fileDescriptor: A file that is open for writing.
  ///   - progress: Called with the number of bytes written, approximately every 8 MiB; returning false stops.
  /// - Returns: Whether everything was written.
  /// - Throws: A ``JSONSpliceError``, also if another program truncates the mapped file in the meantime (see
  ///   ``surviveTruncation()``). The file may then be incomplete.
  @discardableResult
  package func write(
    applying splices: [JSONSplice] = [], to fileDescriptor: Int32, progress: (Int) -> Bool = { _ in true }
  ) throws(JSONSpliceError) -> Bool {
    try write(
      applying: splices, to: fileDescriptor, by: { PieceWriter.write($0, to: fileDescriptor) },
      progress: progress)
  }

  /// Writes the bytes with splices applied, by calling another function than `write(2)`.
  ///
  /// - Parameter write: A function with the behavior of `write(2)`.
  package func write(
    applying splices: [JSONSplice], to fileDescriptor: Int32,
    by write: @escaping (UnsafeRawBufferPointer) -> Int,
    progress: (Int) -> Bool
  ) throws(JSONSpliceError) -> Bool {
    let losses = Self.lostPages
    var output = PieceWriter(descriptor: fileDescriptor, by: write)
    var position = 0
    for splice in try inOrder(splices) {
      guard try copy(position..<splice.range.lowerBound, to: &output, progress) else { return false }
      try output.write(splice.replacement)
      position = splice.range.upperBound
    }
    guard try copy(position..<count, to: &output, progress) else { return false }
    try output.flush()
    guard Self.lostPages == losses else { throw .write("the file was cut short while it was read") }
    return progress(output.written)
  }

  /// Writes a range of the bytes; returns false if `progress` stopped it.
  private func copy(
    _ range: Range<Int>, to output: inout PieceWriter, _ progress: (Int) -> Bool
  ) throws(JSONSpliceError) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let end = min(position + 1 << 23, range.upperBound)
      try withBytes(in: position..<end) { bytes throws(JSONSpliceError) in
        try output.write(UnsafeRawBufferPointer(bytes))
      }
      guard end == range.upperBound || progress(output.written) else { return false }
      position = end
    }
    return true
  }
}
