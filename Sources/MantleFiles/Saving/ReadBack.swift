import Mantle
import MantleArchiving
import MantleChecking
import MantlePlatform

/// The check of a newly written file before it replaces the old file. The file is read in the same way as later readers do.
package enum ReadBack: Sendable {
  /// The file is an edited text: all edits must be in place, and the text must be JSON if the original was.
  case text
  case value
  /// The file must have one value on each line.
  case lines
  case archive

  /// The maximum size of an edited text that is parsed as a whole. In a larger text, only the edits are compared,
  /// because parsing 1 GB takes too long for a save and needs memory for each value.
  private static let maximumParsed = 1 << 24

  /// Checks that a written file can be read and has the expected size and content.
  ///
  /// - Parameters:
  ///   - count: the expected number of bytes.
  ///   - content: the expected bytes of an edited text; nil for other output.
  /// - Throws: a ``WriteFailure`` that says how the written bytes differ from the expected ones.
  func check(_ written: JSONBytes, count: Int, against content: SplicedBytes?) throws(WriteFailure) {
    guard written.count == count else {
      throw WriteFailure(
        "\(Words.count(written.count, "byte")) were written instead of \(count)")
    }
    do {
      switch self {
      case .text: if let content { try Self.checkText(written, against: content) }
      case .value: try Self.checkValues(written)
      case .lines: try Self.checkLines(written)
      case .archive:
        _ = try ArchiveGraph(reading: written.slice(0..<written.count), isPlainAllowed: true)
      }
    } catch let failure as WriteFailure {
      throw failure
    } catch {
      throw WriteFailure("the written file cannot be read back: \(error)")
    }
  }

  private static func checkText(_ written: JSONBytes, against content: SplicedBytes) throws {
    var shift = 0
    for splice in try content.original.inOrder(content.splices) {
      let start = splice.range.lowerBound + shift
      guard written.slice(start..<start + splice.replacement.count) == splice.replacement else {
        throw WriteFailure("the edit at byte \(start) is missing in the written file")
      }
      shift += splice.replacement.count - splice.range.count
    }
    guard written.count <= maximumParsed, !content.splices.isEmpty, isJSON(content.original) else { return }
    // A sequence is empty if all of its values were removed.
    if content.original.isSequence, JSONLayout.detect(written) == .empty { return }
    _ = try JSONDocument(parsing: written.valuesAsArray ?? written)
  }

  private static func isJSON(_ bytes: JSONBytes) -> Bool {
    (try? JSONDocument(parsing: bytes.valuesAsArray ?? bytes)) != nil
  }

  /// Checks that each line is one value. One parser checks all lines of a megabyte. Parsing each line separately
  /// would take twice as long, which is an eighth of the time of a conversion.
  private static func checkLines(_ written: JSONBytes) throws {
    let threads = Array(0..<ProcessInfo.processInfo.activeProcessorCount)
    let mistakes = threads.map(written.runsOfLines(of: 1 << 20)) { _, run in written.firstBadLine(in: run) }
    guard let mistake = mistakes.compactMap({ $0 }).first else { return }
    throw WriteFailure("the written file cannot be read back: \(mistake)")
  }

  private static func checkValues(_ written: JSONBytes) throws {
    guard written.count > 0 else { return }
    var first: Diagnostic?
    let checker = Checker(
      written, model: written.isSequence ? .anyValue : nil, at: JSONKeyPath([.each]), minimumSeverity: .error,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    _ = checker.run {
      first = $0.diagnostics.first
      return first == nil
    }
    if let first { throw WriteFailure("the written file cannot be read back: \(first)") }
  }
}

// MARK: - Lines

extension JSONBytes {
  private static let lineFeed: UInt8 = 0x0A

  /// Returns the offset of the line feed that ends the line at an offset; the end of the text if there is none.
  private func endOfLine(at start: Int) -> Int {
    firstOccurrence(of: [Self.lineFeed], from: start) ?? count
  }

  /// Returns ranges of complete lines that together cover the text. Each has at least `size` bytes, except the last.
  fileprivate func runsOfLines(of size: Int) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = 0
    while start < count {
      let end = Swift.min(count, endOfLine(at: Swift.min(count, start + size)) + 1)
      runs.append(start..<end)
      start = end
    }
    return runs
  }

  /// Returns the error in the first line that does not consist of one value and a line feed; nil if there is none.
  fileprivate func firstBadLine(in run: Range<Int>) -> Diagnostic? {
    var parser = JSONParser()
    var start = run.lowerBound
    while start < run.upperBound {
      let end = endOfLine(at: start)
      do throws(JSONSyntaxError) {
        let stop = try parser.parse(self, from: start, to: end)
        guard end < count, slice(stop..<end).allSatisfy({ $0 <= 0x20 }) else {
          return Diagnostic(
            .error, .syntax, location: location(at: stop), detail: "there is no line feed after the value")
        }
      } catch {
        return error.diagnostic(in: self, basePath: JSONKeyPath())
      }
      start = end + 1
    }
    return nil
  }
}
