import Mantle
import MantleDocuments
import MantleFiles

/// The lines of an NDJSON stream, which are processed as they arrive: when the stream pauses, and every second.
struct StreamedLines {
  /// The result of an attempt to process the lines that have arrived.
  enum Use {
    /// The lines were processed.
    case done
    /// The lines are needed again, together with the following lines.
    case later
    /// The lines were processed, and no further lines are needed.
    case enough
  }

  private let spool: FileDraft
  private let source: InputSource
  private let use: (Input) -> Use
  /// The number of bytes and the number of lines that were processed so far.
  private var used = (bytes: 0, lines: 0)
  /// The number of bytes that had arrived at the last call, and at the last attempt to process lines.
  private var (seen, tried) = (0, 0)
  private var lastTry = ContinuousClock.now

  init(_ spool: FileDraft, from source: InputSource, _ use: @escaping (Input) -> Use) {
    (self.spool, self.source, self.use) = (spool, source, use)
  }

  /// Processes the lines that have arrived, unless the last attempt was too recent.
  ///
  /// - Parameter count: the number of bytes that have arrived.
  /// - Returns: false if no further lines are needed.
  mutating func goesOn(with count: Int) -> Bool {
    defer { seen = count }
    let hasPaused = count == seen
    // After a failed attempt, lines are tried again when there are twice as many, so that each is read only a few times.
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

  /// Returns the complete lines that were not processed; nil if there are none or if the text may not be NDJSON.
  private func lines(of text: JSONBytes) -> JSONBytes? {
    guard let newline = text.lastOccurrence(of: [UInt8(ascii: "\n")], from: used.bytes) else { return nil }
    let lines = part(used.bytes..<newline + 1, of: text)
    guard used.bytes == 0 else { return lines }
    // A single line may be the only value of the text.
    guard case .lines = JSONLayout.detect(lines) else { return nil }
    var reading = TextReading(lines, name: source.name)
    reading.findDamage()
    return reading.damaged.isEmpty ? lines : nil
  }

  /// Returns the text after the lines that were processed.
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
