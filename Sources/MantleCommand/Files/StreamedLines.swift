import Mantle
import MantleDocuments
import MantleFiles

/// The lines of a stream (NDJSON), which are used as they come: when the stream pauses, and every second.
struct StreamedLines {
  /// The outcome of passing on lines.
  enum Use {
    /// They were used.
    case done
    /// They are wanted again, together with the lines after them.
    case later
    /// They were used, and no others are wanted.
    case enough
  }

  private let spool: FileDraft
  private let source: InputSource
  private let use: (Input) -> Use
  /// The number of bytes and of lines that were used.
  private var used = (bytes: 0, lines: 0)
  /// The number of bytes that had come when the function was called last, and when lines were used last.
  private var (seen, tried) = (0, 0)
  private var lastTry = ContinuousClock.now

  init(_ spool: FileDraft, from source: InputSource, _ use: @escaping (Input) -> Use) {
    (self.spool, self.source, self.use) = (spool, source, use)
  }

  /// Uses the lines that have come, if it is time.
  ///
  /// - Parameter count: The number of bytes that have come.
  /// - Returns: False if no others are wanted.
  mutating func goesOn(with count: Int) -> Bool {
    defer { seen = count }
    let hasPaused = count == seen
    // Lines that were not used are tried again when there are twice as many, so that each is read a few times at most.
    guard count > (used.bytes == 0 ? 2 * tried : tried),
      hasPaused || lastTry.duration(to: .now) > .seconds(1)
    else { return true }
    defer { (tried, lastTry) = (count, .now) }
    guard let text = try? spool.text(), let lines = lines(of: text) else { return true }
    switch use(Input(source, lines, comments: false)) {
    case .later: return true
    case .done: break
    case .enough: return false
    }
    used.bytes += lines.count
    used.lines = lines.location(at: lines.count).line - 1
    return true
  }

  /// Returns the complete lines that were not used; nil without such lines, or before the text is known to be NDJSON.
  private func lines(of text: JSONBytes) -> JSONBytes? {
    guard let newline = text.lastOccurrence(of: [UInt8(ascii: "\n")], from: used.bytes) else { return nil }
    let lines = part(used.bytes..<newline + 1, of: text)
    guard used.bytes == 0 else { return lines }
    // One line may be the only value of the text.
    guard case .lines = JSONLayout.detect(lines) else { return nil }
    var reading = TextReading(lines, name: source.name)
    try? reading.findDamage()
    return reading.damaged.isEmpty ? lines : nil
  }

  /// The text after the lines that were used.
  func rest(of text: JSONBytes) -> JSONBytes {
    used.bytes == 0 ? text : part(used.bytes..<text.count, of: text)
  }

  private func part(_ range: Range<Int>, of text: JSONBytes) -> JSONBytes {
    let isLater = range.lowerBound > 0
    return text.withBytes(in: range) { bytes in
      JSONBytes(count: range.count, linesBefore: used.lines, isNDJSON: isLater || text.isNDJSON) {
        $0.copyMemory(from: UnsafeRawBufferPointer(bytes))
      }
    }
  }
}
