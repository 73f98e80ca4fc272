import CNCurses
import Mantle
import MantleFiles
import MantlePlatform
import TerminalText
import TextCells

/// A command-line argument or a file name, as bytes that may not be valid UTF-8.
struct FileName: Hashable, ExpressibleByStringLiteral {
  let bytes: [UInt8]

  init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  init(_ text: String) { bytes = Array(text.utf8) }

  init(stringLiteral text: String) { self.init(text) }

  /// The name as a path for system calls.
  var path: String { String(fileName: bytes) }

  /// The name for display, with escapes for bytes that are not valid UTF-8.
  var shown: String { String(validating: bytes, as: UTF8.self) ?? Sanitized(bytes: bytes).text }

  /// Opens the file for reading.
  ///
  /// - Throws: ``FileReadError``.
  func open(_ flags: Int32 = 0) throws(FileReadError) -> Int32 {
    let number = path.withSystemPath { MantlePlatform.open($0, O_RDONLY | O_CLOEXEC | flags) }
    guard number >= 0 else { throw FileReadError(path: shown, errno: errno) }
    return number
  }

  /// Returns the path of a file in the directory that has this name.
  func appending(_ name: some Sequence<UInt8>) -> FileName {
    FileName(bytes: bytes + (bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + Array(name))
  }

  /// Returns the file type, `S_IFREG`, `S_IFDIR` and so on; nil if the file does not exist.
  func kind(followingLinks: Bool) -> mode_t? {
    path.fileStatus(followingLinks: followingLinks).map { $0.st_mode & S_IFMT }
  }

  /// Whether the file is a regular file, which can be mapped and saved under its name.
  var isRegular: Bool { kind(followingLinks: true) == S_IFREG }

  /// The names of the files in the directory; nil if the directory cannot be read.
  var children: [[UInt8]]? { path.fileNames()?.map(\.fileNameBytes) }

  /// The command-line arguments without the program name.
  static var arguments: [FileName] {
    var count: Int32 = 0
    guard let words = cn_arguments(&count), count > 0 else {
      return CommandLine.unsafeArgv.advanced(by: 1).words(CommandLine.argc - 1)
    }
    return words.advanced(by: 1).words(count - 1)
  }
}

extension UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> {
  fileprivate func words(_ count: Int32) -> [FileName] {
    (0..<Int(Swift.max(0, count))).compactMap { index in
      self[index].map { FileName(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }
}
