import Mantle
import MantleDocuments

/// A range of a record's source text that is being edited; the edited text is stored even if it is not valid
/// JSON.
struct SourceText: Sendable {
  private let bytes: JSONBytes
  private let record: Range<Int>
  private let part: Range<Int>

  /// The maximum length of a line that is edited as a whole.
  private static let longestLine = 240
  private static let maximumChecked = 1 << 20

  /// Creates the source text to edit for a row that shows a mistake of malformed JSON: the comment if the mistake is a
  /// comment, otherwise the line that contains the mistake. A long line is reduced to the text near the mistake.
  ///
  /// - Returns: nil if the row does not show a mistake.
  init?(around row: Row) {
    guard let region = row.mistake, let record = row.record else { return nil }
    self.init(around: region.range, in: record.bytes, record.range, isWhole: region.cause == .comment)
  }

  /// Creates the source text to edit around a range.
  ///
  /// - Parameter isWhole: whether the edited text is exactly the range, rather than the line around the
  ///   range.
  init(around range: Range<Int>, in bytes: JSONBytes, _ record: Range<Int>, isWhole: Bool = false) {
    self.bytes = bytes
    self.record = record
    guard !isWhole else {
      part = range
      return
    }
    var (lower, upper) = (range.lowerBound, range.upperBound)
    while lower > record.lowerBound, bytes[lower - 1] != 0x0A, range.lowerBound - lower < Self.longestLine / 2
    {
      lower -= 1
    }
    while upper < record.upperBound, bytes[upper] != 0x0A, upper - range.upperBound < Self.longestLine / 2 {
      upper += 1
    }
    // The range must not split a UTF-8 character.
    while lower < range.lowerBound, bytes[lower] & 0xC0 == 0x80 { lower += 1 }
    while upper > range.upperBound, upper < record.upperBound, bytes[upper] & 0xC0 == 0x80 { upper -= 1 }
    while lower < range.lowerBound, bytes[lower] == 0x20 || bytes[lower] == 0x09 { lower += 1 }
    part = lower..<upper
  }

  var text: String { bytes.text(part) }

  /// Returns the record's text with the edited range replaced by typed text.
  func with(_ typed: String) -> [UInt8] {
    bytes.slice(record.lowerBound..<part.lowerBound) + Array(typed.utf8)
      + bytes.slice(part.upperBound..<record.upperBound)
  }

  /// Returns the number of mistakes in the record with the typed text; nil if counting at each keystroke takes too long.
  func mistakes(_ typed: String) -> Int? {
    guard record.count <= Self.maximumChecked else { return nil }
    let text = JSONBytes(with(typed))
    if (try? JSONDocument(parsing: text)) != nil { return 0 }
    let repair = JSONRepair(text)
    return repair.regions.indices.count(where: repair.isReported)
  }

  /// The offset of the edited range in the record.
  var start: Int { part.lowerBound - record.lowerBound }
}

/// A new member of an object as it is typed: `"key": value`; simple keys need no quotes.
struct MemberText {
  let key: String
  /// The text after the colon, which is the value of the member.
  let value: Substring

  /// Separates a typed member into its key and its value; nil unless the text contains a complete key and a
  /// colon.
  init?(_ typed: String) {
    let text = Substring(typed).drop { $0 == " " }
    guard let end = Self.keyEnd(text) else { return nil }
    let rest = text[end...].drop { $0 == " " }
    guard rest.first == ":" else { return nil }
    value = rest.dropFirst().drop { $0 == " " }
    if text.first == "\"" {
      guard let quoted = try? JSONDocument(String(text[..<end])) else { return nil }
      key = quoted.root.displayText
    } else {
      key = String(text[..<end].reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func keyEnd(_ text: Substring) -> Substring.Index? {
    guard text.first == "\"" else {
      return text.isEmpty || text.first == ":" ? nil : text.firstIndex(of: ":")
    }
    var parser = JSONParser()
    let end = try? parser.parse(JSONBytes(String(text)))
    return end.map { text.utf8.index(text.startIndex, offsetBy: $0) }
  }
}
