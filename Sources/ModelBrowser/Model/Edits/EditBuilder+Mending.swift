import Mantle
import MantleDocuments

extension EditBuilder {
  /// Repairs a malformed text, except for mistakes whose repair may remove data or is a guess.
  ///
  /// - Returns: the edit and a description of the remaining mistakes; nil if there is nothing to repair.
  /// - Throws: an ``EditRefused`` with the first location if no mistake can be repaired with certainty.
  /// - Complexity: O(*n*), where *n* is the size of the text.
  func mending() throws -> (Edit, String?)? {
    guard document.base.count <= JSONBytes.maximumRepaired else {
      throw EditRefused(
        description: "the file is too large to repair all mistakes together (]e goes to the next one)")
    }
    var parts: [EditStep.Part] = []
    var changes = noChanges
    var left: [SourceLocation?] = []
    let raw = outline.raw
    for (row, record, damage) in raw.root.damagedRecords(in: raw) {
      let doubtful = damage.repair.regions.filter { !$0.isCertain(in: damage.repair.original) }
      left += doubtful.map { document.location(at: $0.range.lowerBound, in: record) }
      guard let text = try damage.mended(without: doubtful) else { continue }
      let (before, after) = (record.bytes.text(record.range), String(decoding: text, as: UTF8.self))
      var part = EditStep.Part(.mended, row, before: before, after: after, in: document)
      part.rewritten = row.recordPlace
      parts.append(part)
      try changes.set(record, to: RecordText(text))
    }
    let words = words(for: left)
    if parts.isEmpty, let words {
      throw EditRefused(
        description: "\(words): the repair is ambiguous; ]e goes there, e edits the text")
    }
    return parts.isEmpty ? nil : (changes.edit(parts), words)
  }

  /// Returns the message about the mistakes that remain after a repair; nil if none remains.
  ///
  /// - Parameter left: the locations of the remaining mistakes; nil for a mistake in inserted text.
  private func words(for left: [SourceLocation?]) -> String? {
    left.first.map { first in
      let place = first.map { " at \($0)" } ?? " in an inserted value"
      return left.count > 1
        ? "\(left.count) mistakes remain, the first\(place)" : "one mistake remains,\(place)"
    }
  }
}

extension Row {
  /// Returns the malformed records in the row, in order, each with its outermost row.
  fileprivate func damagedRecords(in outline: Outline) -> [(row: Row, record: Record, damage: Damage)] {
    if let record { return record.damage.map { [(self, record, $0)] } ?? [] }
    guard container != nil else { return [] }
    return outline.childRows(of: self).flatMap { $0.damagedRecords(in: outline) }
  }
}

extension DamagedRegion {
  /// The maximum number of bytes that a certain repair removes; a longer range may be data.
  private static let maximumRemoved = 50

  /// Returns whether the repair is certain: it neither removes nor reinterprets text that may be data.
  fileprivate func isCertain(in text: JSONBytes) -> Bool {
    if cause == .comment { return true }
    guard !cause.isForeign, range.count - replacement.count <= Self.maximumRemoved else { return false }
    let bytes = text.slice(range)
    switch cause {
    case .unquotedText:
      return bytes.allSatisfy {
        $0 >= 0x80 || $0 == 0x20 || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || ASCII.isWord($0)
      }
    case .strayText, .placeholder, .call, .mergeConflict, .tooDamaged:
      return !bytes.contains(where: ASCII.isWord)
    default: return true
    }
  }
}

extension Damage {
  /// Returns the text with all mistakes repaired except the doubtful ones; nil if the other mistakes cannot be repaired alone.
  fileprivate func mended(without doubtful: [DamagedRegion]) throws -> [UInt8]? {
    let original = repair.original
    guard !repair.regions.isEmpty else { return repair.text.slice(0..<repair.text.count) }
    guard !doubtful.isEmpty else { return try original.applying(repair.fixes, in: repair.readRange) }
    let certain = repair.regions.filter { !doubtful.contains($0) }.map {
      JSONSplice($0.range, with: $0.replacement)
    }
    guard !certain.isEmpty else { return nil }
    let text = try original.applying(certain, in: repair.readRange)
    // A repair may only make sense together with the adjacent repairs, so the result is parsed again.
    return JSONRepair.isSame(JSONRepair(JSONBytes(text)).text, repair.text) ? text : nil
  }
}
