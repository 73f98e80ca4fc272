import MantleFiles
import MantlePlatform

/// A shell command with a text as its standard input: `:!jq .`, `:w !wc`.
struct ShellFilter: Sendable {
  let command: String
  let input: [UInt8]

  /// The result of a shell command.
  struct Outcome: Sendable {
    let output: [UInt8]
    let errors: String
    /// The exit status as in a shell: 128 plus the signal number if a signal terminated the command.
    let status: Int
  }

  /// The maximum size of the command's output; the rest is ignored.
  private static let maximumOutput = 1 << 26

  /// Runs the command and waits for its end. Its input and output are files, so that neither side waits for
  /// the other.
  ///
  /// - Parameter isCancelled: called every few milliseconds; the command is terminated once it returns true.
  /// - Throws: a ``WriteFailure`` if the command could not be started.
  func run(isCancelled: () -> Bool) throws(WriteFailure) -> Outcome {
    let files = (0..<3).compactMap { _ in tmpfile() }
    defer { files.forEach { fclose($0) } }
    guard files.count == 3, input.isEmpty || fwrite(input, 1, input.count, files[0]) == input.count,
      fflush(files[0]) == 0
    else { throw WriteFailure(code: errno) }
    rewind(files[0])
    let process = try ShellProcess(command, files.map { fileno($0) }, inOwnGroup: true)
    var isTold = false
    let status = process.wait {
      if !isTold, isCancelled() {
        process.end()
        isTold = true
      }
      return true
    }
    return Outcome(
      output: Self.content(files[1], most: Self.maximumOutput),
      errors: String(decoding: Self.content(files[2], most: 1 << 14), as: UTF8.self), status: status ?? 0)
  }

  private static func content(_ file: UnsafeMutablePointer<FILE>, most: Int) -> [UInt8] {
    fseek(file, 0, SEEK_END)
    let size = min(max(0, ftell(file)), most)
    rewind(file)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, file)
    }
  }
}
