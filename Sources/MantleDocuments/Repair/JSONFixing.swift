import Mantle

/// A malformed text as strict JSON, with every change.
package struct JSONFixing {
  /// One change of the text.
  package struct Change: Hashable {
    let location: SourceLocation
    /// The change as a clause.
    let words: String
    /// Whether the meaning of the text is unambiguous there.
    package let isSure: Bool

    /// The change with its place: `a.json:3:5: removed `,``.
    package func line(in name: String) -> String { "\(location.place(in: name)): \(words)" }
  }

  /// The changes in the order of the text.
  package let changes: [Change]
  /// The strict JSON; nil if the text cannot be interpreted as JSON.
  package let text: JSONBytes?

  /// Fixes a text: NDJSON value by value, anything else as a whole.
  package init(_ bytes: JSONBytes, name: String) {
    var reading = TextReading(bytes, name: name)
    let isRead = (try? reading.findDamage()) != nil
    var repairs: [JSONRepair] = []
    if isRead, reading.isSequence, let ranges = try? reading.ranges() {
      for range in ranges where !reading.isSound(range) { repairs.append(JSONRepair(bytes, in: range)) }
    } else {
      repairs = [JSONRepair(bytes, allowsValuesOnOneLine: bytes.isNDJSON)]
    }
    let marks = Self.byteOrderMark(of: bytes)
    changes =
      marks.map {
        Change(
          location: bytes.location(at: $0.range.lowerBound), words: "removed the byte order mark",
          isSure: true)
      } + repairs.flatMap { repair in repair.regions.map { $0.change(in: bytes) } }
    let fixed = try? JSONBytes(bytes.applying(marks + repairs.flatMap(\.splices)), isNDJSON: bytes.isNDJSON)
    let isForeign = repairs.contains(where: \.isForeign)
    text = isForeign ? nil : fixed.flatMap { Self.isJSON($0, name: name) ? $0 : nil }
  }

  /// The removal of a byte order mark, which strict JSON does not allow.
  private static func byteOrderMark(of bytes: JSONBytes) -> [JSONSplice] {
    guard bytes.count >= 3, bytes.slice(0..<3) == [0xEF, 0xBB, 0xBF] else { return [] }
    return [JSONSplice(0..<3, with: [])]
  }

  private static func isJSON(_ bytes: JSONBytes, name: String) -> Bool {
    var reading = TextReading(bytes, name: name)
    guard (try? reading.findDamage()) != nil, reading.damaged.isEmpty, let ranges = try? reading.ranges()
    else {
      return false
    }
    return bytes.isNDJSON || ranges.contains { _ in true }
  }
}

extension DamagedRegion {
  /// Whether the JSON has the meaning of the text beyond doubt.
  fileprivate var isSure: Bool {
    cause == .missingComma
      || cause.isHarmless && ![.notANumber, .numberSpelling, .literalSpelling].contains(cause)
  }

  /// The change that fixes the mistake, with its reason.
  fileprivate func change(in bytes: JSONBytes) -> JSONFixing.Change {
    func shown(_ text: String) -> String {
      switch text {
      case "\n", "\r\n": "a line break"
      case "\t": "a tab"
      default: "`\(Shortened.text(text.replacing("\n", with: " ")))`"
      }
    }
    let byte = cause == .invalidUTF8 ? "the byte \(String(bytes[range.lowerBound], radix: 16))" : nil
    let old = byte ?? shown(bytes.text(range))
    let new = shown(String(decoding: replacement, as: UTF8.self))
    let change =
      old == new
      ? "kept \(old)"
      : range.isEmpty
        ? "inserted \(new)" : replacement.isEmpty ? "removed \(old)" : "replaced \(old) with \(new)"
    let reason = occurrences > 0 ? hint(in: bytes).map { "  (\($0))" } ?? "" : ""
    return JSONFixing.Change(
      location: bytes.location(at: range.lowerBound), words: change + reason, isSure: isSure)
  }
}
