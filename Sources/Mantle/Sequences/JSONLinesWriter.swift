/// Writes models as NDJSON: each on a line of its own, ended by a line feed.
///
///     var lines = JSONLinesWriter { try file.write(contentsOf: $0) }
///     for issue in issues { try lines.write(issue) }
///     try lines.flush()
///
/// What is written stays in a buffer until that is full; at the end call ``flush()``.
public struct JSONLinesWriter: ~Copyable {
  private var writer: JSONWriter
  private let limit: Int
  private let sink: ([UInt8]) throws -> Void

  /// - Parameters:
  ///   - bufferBytes: how much is gathered before the sink gets it.
  ///   - context: profile, null policy and the caller's values for every model.
  ///   - sink: takes whole lines, in order.
  public init(
    bufferBytes: Int = 1 << 16, context: EncodingContext? = nil, _ sink: @escaping ([UInt8]) throws -> Void
  ) {
    writer = JSONWriter(capacity: bufferBytes)
    writer.context = context
    limit = bufferBytes
    self.sink = sink
  }

  /// Adds a line.
  ///
  /// - Throws: what encoding throws, and then nothing of the value is written; or what the sink throws.
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

  /// Gives everything written so far to the sink.
  ///
  /// - Throws: what the sink throws.
  public mutating func flush() throws {
    guard writer.count > 0 else { return }
    try sink(writer.finish())
    writer.removeAll()
  }
}

extension JSONWriter {
  /// Turns line breaks into spaces: in JSON they are white space wherever they stand, and come from values
  /// that are kept as they were written.
  fileprivate mutating func joinLines(since start: Int) {
    guard hasLineBreak(since: start) else { return }
    let joined = withUnsafeBytes { bytes in
      bytes[start...].map { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn ? 0x20 : $0 }
    }
    truncate(to: start)
    rawJSON(joined)
  }
}
