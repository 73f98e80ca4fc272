import Mantle
import MantlePlatform

extension JSONBytes {
  /// Writes the text with the splices applied to an open file, piece by piece: nothing large is built in memory.
  ///
  /// - Parameter progress: told the bytes written so far, about every 8 MiB; return false to stop early.
  /// - Returns: whether everything was written.
  /// - Throws: ``JSONSpliceError``, also when the text is of a mapped file that another program cuts short meanwhile
  ///   (see ``surviveTruncation()``); the file may then hold a part.
  @discardableResult
  package func write(
    applying splices: [JSONSplice] = [], to fileDescriptor: Int32, progress: (Int) -> Bool = { _ in true }
  ) throws(JSONSpliceError) -> Bool {
    try write(
      applying: splices, to: fileDescriptor, by: { PieceWriter.write($0, to: fileDescriptor) },
      progress: progress)
  }

  /// The same by way of another function than the system's.
  ///
  /// - Parameter write: behaves like `write(2)`.
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
