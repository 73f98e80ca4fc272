import Mantle
import MantleArchiving
import MantleDocuments
import MantleFiles
import MantlePlatform
import ModelBrowser

/// An output file, which is written completely or not at all.
struct OutputFile {
  let name: FileName
  /// Whether any existing file with the name may be replaced.
  var isForced = false
  /// Whether the file is the input that the command edits. It is replaced unless it is protected or has other hard links.
  var isEdited = false

  private var replacing: FileSaver.Replacing { isForced ? .anything : isEdited ? .unprotected : .nothing }

  /// Whether the file is a pipe or a device, to which data is written directly.
  var isStream: Bool { [S_IFIFO, S_IFCHR, S_IFSOCK].contains(name.kind(followingLinks: true)) }

  /// Writes bytes to the file, which is replaced as a whole; writes them directly to a pipe or a device.
  ///
  /// - Parameter reader: the check of the new file before it replaces the existing one.
  func write(_ bytes: JSONBytes, readBack reader: ReadBack = .text) throws(CommandError) {
    guard !isStream else { return try writeToStream(bytes) }
    _ = try write(readBack: reader, source: bytes) { write throws(SaveError) -> Void? in
      for chunk in bytes.chunks { try write(chunk[...]) }
      return ()
    }
  }

  /// Writes the file in pieces. `body` receives the function that writes a piece.
  ///
  /// - Parameters:
  ///   - reader: the check of the new file before it replaces the existing one.
  ///   - source: the bytes from which the output is made, which may be mapped from the same file.
  /// - Returns: the result of `body`; nil if no file was written.
  func write<Result>(
    readBack reader: ReadBack, source: JSONBytes,
    _ body: ((ArraySlice<UInt8>) throws(SaveError) -> Void) throws(SaveError) -> Result?
  ) throws(CommandError) -> Result? {
    if name.denotesDatabase {
      throw CommandError(
        message:
          "\(name.shown): not written: the name is that of an SQLite file  (`mantle convert` writes tables)"
      )
    }
    if isEdited, let old = name.bytesOfFile, DelimitedText.isTable(old, named: name.shown) {
      throw CommandError(
        message:
          "\(name.shown): not written: CSV and TSV are read-only  (mantle convert \(name.shown) OUT.json)")
    }
    if let program = (Compression(suffixOf: name.shown) ?? name.compression)?.rawValue {
      throw CommandError(
        message:
          "\(name.shown): not written: mantle does not compress  (write to `-`, and pipe it through \(program))"
      )
    }
    do throws(SaveError) {
      var saver = try FileSaver(to: name.path, replacing: replacing)
      let result = try body { piece throws(SaveError) in try saver.write(piece) }
      if result != nil { try saver.finish(reader, source: source) }
      return result
    } catch {
      let advice = error.cause == .exists ? "  (--force overwrites it)" : ""
      throw CommandError(message: error.words(forced: "--force") + advice)
    }
  }

  private func writeToStream(_ bytes: JSONBytes) throws(CommandError) {
    let number = name.path.withSystemPath { open($0, O_WRONLY | O_CLOEXEC) }
    guard number >= 0 else {
      throw CommandError(message: "\(name.shown): \(String(cString: strerror(errno)))")
    }
    defer { close(number) }
    do throws(WriteFailure) { try bytes.write(to: number) } catch {
      throw CommandError(message: "\(name.shown): \(error.description)")
    }
  }
}

extension InputSource {
  /// Returns whether an output file is the file of the input, also under another name; false for standard input.
  func isFile(_ output: FileName?) -> Bool {
    guard let path, let output else { return false }
    let fingerprint = FileFingerprint(path: path)
    return path == output.path || fingerprint != nil && fingerprint == FileFingerprint(path: output.path)
  }
}

extension JSONBytes {
  /// The bytes in chunks of 1 MB.
  var chunks: some Sequence<[UInt8]> {
    stride(from: 0, to: count, by: 1 << 20).lazy.map { self.slice($0..<Swift.min($0 + 1 << 20, self.count)) }
  }
}

/// The output formats of `mantle convert`.
extension FileSuffix {
  /// The output formats by the names that the option `--format` accepts.
  static let named: KeyValuePairs<String, FileSuffix> = [
    "json": .json, "ndjson": .lines, "archive": .archive(.binary), "xml-archive": .archive(.xml),
    "plist": .propertyList(.binary), "xml-plist": .propertyList(.xml),
  ]

  /// The kind of property list in this format; nil for JSON.
  var kind: ArchiveGraph.Kind? {
    switch self {
    case .json, .lines: nil
    case .archive: .keyedArchive
    case .propertyList: .propertyList
    }
  }

  /// The check that a new file in this format must pass before it replaces an existing one.
  var readBack: ReadBack { self == .json ? .value : self == .lines ? .lines : .archive }
}
