import Mantle

/// A file written in one go, for programs that make files of their own.
public enum WholeFile {
  /// Writes beside the path and renames, so that at every moment there is a whole file.
  ///
  /// - Throws: an error whose description says why; the file at the path is then as it was.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    _ = try FileSaver.save(SplicedBytes(original: JSONBytes(bytes), splices: []), to: path)
  }
}
