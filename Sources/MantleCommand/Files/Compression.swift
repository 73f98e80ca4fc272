import Mantle
import MantleFiles
import MantlePlatform

/// The compression format of a file. The format's command-line program decompresses the file.
enum Compression: String {
  case gzip, zstd

  /// Recognizes the format by the signature at the start of a file; nil if the bytes begin with neither
  /// signature.
  init?(_ bytes: JSONBytes) {
    switch bytes.slice(0..<4) {
    case let start where start.starts(with: [0x1F, 0x8B]): self = .gzip
    case [0x28, 0xB5, 0x2F, 0xFD]: self = .zstd
    default: return nil
    }
  }

  /// Creates the format that the suffix `.gz` or `.zst` of a file name implies; nil for other names.
  init?(suffixOf name: String) {
    switch name.lowercased() {
    case let name where name.hasSuffix(".gz"): self = .gzip
    case let name where name.hasSuffix(".zst"): self = .zstd
    default: return nil
    }
  }

  /// Decompresses a file into a temporary file and returns its text.
  ///
  /// - Throws: a ``FileReadError`` if the file is malformed or the decompression program is not installed.
  func text(of file: Int32, named name: String) throws(FileReadError) -> JSONBytes {
    let text = try FileDraft.temporary()
    let errors = try FileDraft.temporary()
    lseek(file, 0, SEEK_SET)
    // The output is limited, because a small file can be crafted to fill the disk.
    let limit = text.room.map { "ulimit -f \($0 / 2 / Self.block) 2>/dev/null; " } ?? ""
    let status: Int
    do throws(WriteFailure) {
      let files = [file, text.descriptor, errors.descriptor]
      status = try ShellProcess("\(limit)exec \(rawValue) -dc", files).wait() ?? 0
    } catch {
      throw FileReadError(path: name, cause: .system(error.description))
    }
    guard status == 0 else { throw FileReadError(path: name, cause: .system(try reason(status, errors))) }
    return try text.text(named: name)
  }

  /// The unit of `ulimit -f`, which limits the size of the decompressed file, in bytes.
  private static let block = 512

  private func reason(_ status: Int, _ errors: FileDraft) throws(FileReadError) -> String {
    if status == 127 { return "compressed with \(rawValue), which is not installed" }
    if status == 128 + Int(SIGXFSZ) {
      return "expands to more than half of the free space for temporary files  (set TMPDIR to another folder)"
    }
    let words = try errors.text()
    return rawValue + (words.text(0..<200).split(separator: "\n").first.map { ": \($0)" } ?? "")
  }
}

extension FileName {
  /// The compression format of the file; nil if it is not compressed or does not exist.
  var compression: Compression? { bytesOfFile.flatMap { Compression($0) } }

  /// The bytes of the file; nil if it cannot be mapped.
  var bytesOfFile: JSONBytes? { try? JSONBytes.map(path: path) }
}
