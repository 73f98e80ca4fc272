/// A buffered writer of models as NDJSON, one line for each model.
///
/// ```swift
/// var lines = JSONLinesWriter { try file.write(contentsOf: $0) }
/// for issue in issues { try lines.write(issue) }
/// try lines.flush()
/// ```
///
/// Lines are passed to the sink when the buffer is full; call ``flush()`` at the end.
public struct JSONLinesWriter: ~Copyable {
  private var writer: JSONWriter
  private let limit: Int
  private let sink: ([UInt8]) throws -> Void

  /// Creates a writer.
  ///
  /// ```swift
  /// var lines = JSONLinesWriter { chunk in output += chunk }
  /// ```
  ///
  /// - Parameters:
  ///   - bufferBytes: The number of bytes that are collected before the sink is called.
  ///   - options: The settings for every model.
  ///   - sink: A closure that receives complete lines, in order.
  public init(
    bufferBytes: Int = 1 << 16, options: EncodingOptions? = nil, _ sink: @escaping ([UInt8]) throws -> Void
  ) {
    writer = JSONWriter(capacity: bufferBytes)
    writer.context = options.map { EncodingContext($0) }
    limit = bufferBytes
    self.sink = sink
  }

  /// Appends a value as a line.
  ///
  /// ```swift
  /// try lines.write(User(login: "ann", name: nil))  // {"login":"ann","name":null} and a line feed
  /// ```
  ///
  /// - Throws: The errors of encoding, in which case nothing of the value is written, and the errors of the
  ///   sink.
  public mutating func write(_ value: some JSONConvertible) throws {
    let start = writer.count
    do {
      try value.encode(to: &writer)
    } catch {
      writer.truncate(to: start)
      throw error
    }
    writer.joinLines(since: start)
    writer.byte(ASCII.lineFeed)
    if writer.count >= limit { try flush() }
  }

  /// Passes the buffered lines to the sink.
  ///
  /// Lines that are not flushed are lost when the writer is destroyed.
  ///
  /// - Throws: The errors of the sink, in which case the buffer is kept.
  public mutating func flush() throws {
    guard writer.count > 0 else { return }
    try sink(writer.finish())
    writer.removeAll()
  }
}

extension JSONWriter {
  /// Replaces the line breaks in the output after the first `start` bytes with spaces, so that a value is one
  /// line. Only values that are copied from source text contain line breaks, which are white space in JSON.
  fileprivate mutating func joinLines(since start: Int) {
    guard hasLineBreak(since: start) else { return }
    let joined = withUnsafeBytes { bytes in
      bytes[start...].map { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn ? 0x20 : $0 }
    }
    truncate(to: start)
    writeRawJSON(joined)
  }
}
