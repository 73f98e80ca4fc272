import Mantle
import MantleDocuments
import MantleFiles
import MantlePlatform
import ModelBrowser
import TerminalText
import TextCells

/// The standard output and the standard error of the program. Output is sanitized for terminals line by line. The first
/// failed write is recorded, because lost output must not look like success.
final class Console {
  private let output: Int32
  private let errors: Int32
  private let isTerminal: Bool
  private var pending: [UInt8] = []
  /// The message about the first write that failed; nil if none failed.
  private(set) var failure: String?
  /// Returns the advice that is printed after an error of an input; nil if there is none.
  var advice: (any Error) -> String? = { _ in nil }

  init(output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO) {
    self.output = output
    isTerminal = isatty(output) == 1
    self.errors = errors
  }

  /// Writes a line to standard output.
  func print(_ line: String) { append((line.sanitized + "\n").utf8) }

  /// Writes a document to standard output, with visible escapes if standard output is a terminal.
  func write(_ bytes: [UInt8]) {
    guard !isTerminal else {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      return append(lines.map { Sanitized(bytes: Array($0)).text }.joined(separator: "\n").utf8)
    }
    append(bytes)
  }

  /// Writes bytes of any size to standard output, with visible escapes if standard output is a terminal.
  func write(_ bytes: JSONBytes) {
    // Output to a terminal is sanitized line by line.
    guard !isTerminal else { return write(bytes.slice(0..<bytes.count)) }
    for chunk in bytes.chunks where failure == nil { append(chunk) }
  }

  /// Writes a text to a file; to standard output if the file is nil.
  ///
  /// - Parameters:
  ///   - text: the bytes, and the check of the new file before it replaces an existing one.
  ///   - isForced: whether to replace any existing file.
  ///   - source: the input that is edited; nil if no input is changed.
  func write(
    _ text: (bytes: JSONBytes, reader: ReadBack), to file: FileName?, isForced: Bool,
    editing source: InputSource? = nil
  ) throws(CommandError) {
    guard let file else { return write(text.bytes) }
    let output = OutputFile(name: file, isForced: isForced, isEdited: source?.isFile(file) ?? false)
    try output.write(text.bytes, readBack: text.reader)
  }

  private func append(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    if pending.count >= 1 << 16 { flush() }
  }

  /// Writes a line to standard error, after the pending output.
  func report(_ line: String) {
    flush()
    send(Array((line.sanitized + "\n").utf8), to: errors, called: "standard error")
  }

  /// Reports the error of a command or of one of its inputs, and returns the exit status for it.
  func report(_ error: any Error) -> ExitStatus {
    defer { if let advice = advice(error) { report("help: \(advice)") } }
    switch error {
    case let problem as UnreadableText:
      problem.lines.forEach(report)
      return problem.isUnusable ? .unusable : .dataProblems
    case let error as CommandError:
      report("mantle: \(error)")
      if error.showsUsageHint { report("Try `mantle --help`.") }
    default: report("mantle: \(error)")
    }
    return .unusable
  }

  /// Reads inputs until writing output fails. An error of one input is reported, and the other inputs are still read.
  ///
  /// - Parameters:
  ///   - lines: processes the lines of a stream as they arrive, if it is the only input. It returns nil to receive
  ///     the lines again together with later ones. `body` receives the remaining input.
  ///   - body: processes an input.
  /// - Returns: the worst exit status.
  /// - Throws: a usage error, which concerns all inputs.
  func reading(
    _ sources: [InputSource], comments: Bool, lines: ((Input) throws -> ExitStatus?)? = nil,
    _ body: (Input) throws -> ExitStatus
  ) throws(CommandError) -> ExitStatus {
    var worst = ExitStatus.success
    var isStreamed = false
    func use(_ input: Input) -> StreamedLines.Use {
      do {
        guard let status = try lines?(input) else { return .later }
        worst = max(worst, status)
      } catch { worst = max(worst, report(error)) }
      isStreamed = true
      flush()
      return failure == nil ? .done : .enough
    }
    let streaming = lines == nil || comments || sources.count > 1 ? nil : use
    for source in sources where failure == nil {
      do {
        let input = try Input(source, comments: comments, lines: streaming)
        if !isStreamed || !input.isEmpty { worst = max(worst, try body(input)) }
      } catch let error as CommandError where error.showsUsageHint {
        throw error
      } catch {
        worst = max(worst, report(error))
      }
    }
    return worst
  }

  /// Writes the pending bytes to standard output.
  func flush() {
    let bytes = pending
    pending = []
    send(bytes, to: output, called: "standard output")
  }

  private func send(_ bytes: [UInt8], to file: Int32, called name: String) {
    guard failure == nil || file == errors else { return }
    do throws(WriteFailure) { try FileCalls.writeAll(bytes[...], to: file) } catch {
      failure = failure ?? "\(name): \(error.description)"
    }
  }
}
