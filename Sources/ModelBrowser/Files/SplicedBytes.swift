import Mantle

/// A text as it was with some ranges replaced: what an edited file looks like before it is written.
struct SplicedBytes: Sendable {
  let original: JSONBytes
  let splices: [JSONSplice]

  /// Writes the text to an open file; nothing large is built in memory.
  ///
  /// - Returns: how many bytes the file has.
  @discardableResult
  func write(to descriptor: Int32) throws(WriteFailure) -> Int {
    do throws(JSONSpliceError) {
      try original.write(applying: splices, to: descriptor)
    } catch {
      throw WriteFailure(words: error.description)
    }
    return splices.reduce(original.count) { $0 + $1.replacement.count - $1.range.count }
  }

  var count: Int { splices.reduce(original.count) { $0 + $1.replacement.count - $1.range.count } }
}

/// What the system, or the splicing, said when a file was not written.
struct WriteFailure: Error {
  let words: String
}
