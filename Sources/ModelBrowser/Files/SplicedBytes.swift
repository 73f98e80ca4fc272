import Mantle
import MantleFiles

/// The original text with replaced ranges: the content of an edited file before it is written.
struct SplicedBytes: Sendable {
  let original: JSONBytes
  let splices: [JSONSplice]

  /// Writes the text to an open file; nothing large is built in memory.
  ///
  /// - Parameter progress: told the bytes written so far; returns false to stop.
  /// - Returns: whether everything was written.
  func write(to descriptor: Int32, progress: (Int) -> Bool = { _ in true }) throws(WriteFailure) -> Bool {
    do throws(JSONSpliceError) {
      return try original.write(
        applying: splices, to: descriptor, by: { FileCalls.write($0, to: descriptor) }, progress: progress)
    } catch {
      throw WriteFailure(words: error.description)
    }
  }

  /// All of it, in memory.
  func text() throws(JSONSpliceError) -> JSONBytes {
    splices.isEmpty ? original : JSONBytes(try original.applying(splices))
  }

  var count: Int { splices.reduce(original.count) { $0 + $1.replacement.count - $1.range.count } }
}
