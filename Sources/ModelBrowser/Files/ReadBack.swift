import Mantle
import MantlePlatform

/// How a file that was just written is read before it takes its place: as its own reader will.
package enum ReadBack: Sendable {
  /// A text that was edited: it has every edit where it belongs, and is JSON if it was.
  case text
  case value
  /// A value on each line.
  case lines
  case archive

  /// Up to this size an edited text is parsed whole; of a larger one only the edits are read again, since parsing 1 GB
  /// takes longer than anyone waits for a save, and memory for each of its values.
  private static let mostParsed = 1 << 24

  /// - Parameter content: what was to be written.
  /// - Throws: what is wrong with what was.
  func check(_ written: JSONBytes, against content: SplicedBytes) throws(WriteFailure) {
    guard written.count == content.count else {
      throw WriteFailure(
        words: "\(Words.count(written.count, "byte")) were written instead of \(content.count)")
    }
    do {
      switch self {
      case .text: try Self.checkText(written, against: content)
      case .value: try Self.checkValues(written)
      case .lines: try Self.checkLines(written)
      case .archive: _ = try ArchiveGraph(reading: written.slice(0..<written.count))
      }
    } catch let failure as WriteFailure {
      throw failure
    } catch {
      throw WriteFailure(words: "what was written cannot be read again: \(error)")
    }
  }

  private static func checkText(_ written: JSONBytes, against content: SplicedBytes) throws {
    var shift = 0
    for splice in try content.original.inOrder(content.splices) {
      let start = splice.range.lowerBound + shift
      guard written.slice(start..<start + splice.replacement.count) == splice.replacement else {
        throw WriteFailure(words: "an edit is not where it was written, at byte \(start)")
      }
      shift += splice.replacement.count - splice.range.count
    }
    guard written.count <= mostParsed, !content.splices.isEmpty, isJSON(content.original) else { return }
    // Of several values none may be left.
    if content.original.isSequence, JSONLayout.detect(written) == .empty { return }
    _ = try JSONDocument(parsing: written.valuesAsArray ?? written)
  }

  private static func isJSON(_ bytes: JSONBytes) -> Bool {
    (try? JSONDocument(parsing: bytes.valuesAsArray ?? bytes)) != nil
  }

  /// As many values as there are lines.
  private static func checkLines(_ written: JSONBytes) throws {
    let count = try checkValues(written)
    guard count == written.countLineFeeds(in: 0..<written.count) else {
      throw WriteFailure(
        words: "what was written cannot be read again: as lines they are not \(Words.count(count, "value"))")
    }
  }

  /// - Returns: how many values follow each other.
  @discardableResult private static func checkValues(_ written: JSONBytes) throws -> Int {
    guard written.count > 0 else { return 0 }
    var first: Diagnostic?
    let checker = Checker(
      written, model: written.isSequence ? .anyValue : nil, at: JSONKeyPath([.each]), leastSeverity: .error,
      workers: ProcessInfo.processInfo.activeProcessorCount)
    let summary = checker.run {
      first = $0.diagnostics.first
      return first == nil
    }
    if let first { throw WriteFailure(words: "what was written cannot be read again: \(first)") }
    return written.isSequence ? summary.models : 1
  }
}

extension JSONBytes {
  /// Whether several values follow each other.
  fileprivate var isSequence: Bool {
    switch JSONLayout.detect(self) {
    case .empty, .scalar, .array, .object: false
    case .lines, .concatenated: true
    }
  }
}
