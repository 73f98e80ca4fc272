import Mantle
import MantleArchiving
import MantleDocuments
import MantleFiles
import MantlePlatform

/// The source of an input: a file or standard input.
enum InputSource: Hashable {
  case file(FileName)
  case standardInput

  init(_ word: FileName) { self = word == "-" ? .standardInput : .file(word) }

  /// The path of the file; nil for standard input.
  var path: String? {
    if case .file(let name) = self { name.path } else { nil }
  }

  var name: String {
    switch self {
    case .file(let name): name.shown
    case .standardInput: "<stdin>"
    }
  }
}

/// An input of a command: its bytes and their source.
struct Input {
  let source: InputSource
  var name: String { source.name }
  /// Whether the input may contain comments and trailing commas.
  let takesComments: Bool
  var bytes: JSONBytes

  /// Reads an input. Files are mapped, and compressed files are expanded. A pipe, a device or standard input is
  /// spooled to an unlinked file, which is mapped.
  ///
  /// - Parameters:
  ///   - comments: whether comments and trailing commas are accepted regardless of the file name.
  ///   - lines: processes the lines of a stream as they arrive, so that the input is the rest; nil to wait for the end.
  init(
    _ source: InputSource, comments: Bool = false, lines: ((Input) -> StreamedLines.Use)? = nil
  ) throws {
    if let table = try DatabaseTable(source) {
      self.init(.file(table.name), try table.text(), comments: false)
      return
    }
    let bytes =
      switch source {
      case .file(let file): try Self.read(file, source, lines)
      case .standardInput: try Self.spool(STDIN_FILENO, source, lines)
      }
    self.init(source, try bytes.converted(named: source.name), comments: comments)
  }

  /// Reads a file that was not named on the command line. Large files and pipes, which may never end, are errors;
  /// compressed files are not expanded.
  init(unasked file: FileName, upTo most: Int) throws {
    let name = file.shown
    if let size = file.path.fileStatus()?.st_size, size > most {
      throw CommandError(
        message: "\(name): \(size >> 20) MB is too large for a definition  (--models reads the file anyway)")
    }
    do throws(FileReadError) {
      self.init(.file(file), try JSONBytes.reading(path: file.path, upTo: most), comments: false)
    } catch {
      throw FileReadError(path: name, cause: error.cause)
    }
  }

  /// Creates an input from bytes that were already read.
  init(_ source: InputSource, _ bytes: JSONBytes, comments: Bool) {
    (self.source, self.bytes) = (source, bytes)
    takesComments = comments || source.name.isJSONCName
  }

  /// Returns the result of a function that decodes the bytes of the input.
  ///
  /// - Throws: an error with a line for each problem of the bytes.
  func decoded<Value>(_ decode: (JSONBytes) throws -> Value) throws -> Value {
    do { return try decode(bytes) } catch let failure as DecodingFailure {
      let lines = failure.diagnostics.map { "mantle: \($0.line(in: name))" }
      throw UnreadableText(lines: lines, isUnusable: true)
    } catch {
      throw CommandError(message: "\(name): \(error)")
    }
  }

  /// Removes comments and trailing commas from the bytes, if the input may contain them.
  ///
  /// - Returns: the number of comments.
  @discardableResult mutating func removeComments() -> Int {
    guard takesComments else { return 0 }
    let found = JSONRepair(bytes).withoutComments
    bytes = found.text
    return found.comments
  }

  /// The input with blanks in place of text around its values, and in place of accepted comments and trailing commas.
  /// Offsets do not change, so that edits apply to the original text.
  var withBlanks: Input {
    Input(source, TextReading(bytes, name: name).blanked(comments: takesComments), comments: takesComments)
  }

  /// The input as JSON: converted from a property list or archive, or without accepted comments.
  var readableJSON: Input {
    get throws { Input(source, try EditableInput(self).json, comments: takesComments) }
  }

  private static func read(
    _ file: FileName, _ source: InputSource, _ lines: ((Input) -> StreamedLines.Use)?
  ) throws(FileReadError) -> JSONBytes {
    // Without O_NONBLOCK, opening a pipe without a writer would block before the file can be identified as a pipe.
    let descriptor = try file.open(O_NONBLOCK)
    defer { close(descriptor) }
    do throws(FileReadError) {
      let bytes = try JSONBytes.map(fileDescriptor: descriptor, path: file.shown)
      return try Compression(bytes)?.text(of: descriptor, named: file.shown) ?? bytes
    } catch {
      guard error.cause == .notRegular else { throw error }
    }
    let stream = try file.open()
    defer { close(stream) }
    return try spool(stream, source, lines)
  }

  private static func spool(
    _ descriptor: Int32, _ source: InputSource, _ lines: ((Input) -> StreamedLines.Use)?
  ) throws(FileReadError) -> JSONBytes {
    let name = if case .standardInput = source { "standard input" } else { source.name }
    guard isatty(descriptor) == 0 else {
      throw FileReadError(path: name, cause: .system("is the terminal: pipe data into mantle"))
    }
    do throws(FileReadError) {
      let spool = try FileDraft.temporary()
      var streamed = lines.map { StreamedLines(spool, from: source, $0) }
      try JSONBytes.spool(descriptor, into: spool) { streamed?.goesOn(with: $0) ?? true }
      let text = try spool.text(named: name)
      return streamed?.rest(of: text) ?? text
    } catch {
      throw FileReadError(path: error.path ?? name, cause: error.cause)
    }
  }
}
