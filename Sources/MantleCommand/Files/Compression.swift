import Mantle
import MantleFiles
import MantlePlatform
import ModelBrowser

/// How a file is compressed; it is read through the program of the system that made it.
enum Compression: String {
  case gzip, zstd

  /// - Returns: nil for a file that begins like neither.
  init?(_ bytes: JSONBytes) {
    switch bytes.slice(0..<4) {
    case let start where start.starts(with: [0x1F, 0x8B]): self = .gzip
    case [0x28, 0xB5, 0x2F, 0xFD]: self = .zstd
    default: return nil
    }
  }

  /// The text of a file, in a temporary file.
  ///
  /// - Throws: a ``FileReadError`` for what is damaged, and where the program is not installed.
  func text(of file: Int32, named name: String) throws(FileReadError) -> JSONBytes {
    let text = try TemporaryFile()
    let errors = try TemporaryFile()
    lseek(file, 0, SEEK_SET)
    let status: Int
    do throws(WriteFailure) {
      status = try ShellProcess("exec \(rawValue) -dc", [file, text.descriptor, errors.descriptor]).wait()
    } catch {
      throw FileReadError(path: name, cause: .system(error.words))
    }
    guard status == 0 else {
      let words = try errors.bytes()
      let said = words.text(0..<200).split(separator: "\n").first.map { ": \($0)" } ?? ""
      let reason =
        status == 127 ? "compressed with \(rawValue), which is not installed" : "\(rawValue)\(said)"
      throw FileReadError(path: name, cause: .system(reason))
    }
    return try text.bytes()
  }
}

extension FileName {
  /// Whether the file is read through another program.
  var isCompressed: Bool {
    guard let descriptor = try? open(O_NONBLOCK) else { return false }
    defer { close(descriptor) }
    return (try? JSONBytes.map(fileDescriptor: descriptor)).flatMap(Compression.init) != nil
  }
}
