import Mantle

/// A file written in one go, for programs that make files of their own.
package enum WholeFile {
  /// Writes beside the path and renames, so that at every moment there is a whole file.
  ///
  /// - Throws: an error whose description says why; the file at the path is then as it was.
  package static func write(_ bytes: JSONBytes, to path: String, readBack reader: ReadBack = .text) throws {
    _ = try FileSaver.save(SplicedBytes(original: bytes, splices: []), to: path, reader: reader)
  }
}
