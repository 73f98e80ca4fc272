import Mantle
import MantleDocuments

/// A repaired text for the checker: its mistakes, and the resulting diagnostics to suppress.
package struct RepairedText: Sendable {
  /// The repair of the text.
  let repair: JSONRepair
  /// The number of mistakes reported so far.
  private(set) var reported = 0

  /// Creates a text of which no mistake is reported yet.
  package init(_ repair: JSONRepair) { self.repair = repair }

  /// Returns the mistakes up to an offset of the original that were not returned before.
  mutating func take(to offset: Int) -> ArraySlice<DamagedRegion> {
    let first = reported
    while reported < repair.regions.count, repair.regions[reported].offset <= offset { reported += 1 }
    return repair.regions[first..<reported]
  }

  /// Returns the paths of the mistakes in a part of the repaired text: those of the values
  /// that contain them or precede them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of nodes of the part.
  func paths(in document: JSONDocument) -> [Int: JSONKeyPath] {
    var walk = PathWalk(document)
    var paths: [Int: JSONKeyPath] = [:]
    var node = 0
    let start = document.range.lowerBound
    for region in repair.places.countOfPrefix(while: { $0 < start })..<repair.places.count {
      let place = repair.places[region]
      guard place <= document.range.upperBound else { break }
      // The offset of a string is that of the byte after its quote.
      while node + 1 < document.nodeCount, start + document.word(at: node + 1).offset <= place + 1 {
        node += 1
      }
      paths[region] = walk.path(of: node)
    }
    return paths
  }

  /// Whether the content of a string is damaged, so that only its kind is known.
  private func isDamagedString(at offset: Int) -> Bool {
    let place = repair.place(of: offset)
    guard repair.text[place] == ASCII.quote,
      let close = try? JSONScanner.string(repair.text.base, place + 1, repair.text.count).close
    else { return false }
    let content = repair.sourceRange(of: place..<close + 1)
    return repair.regions[repair.regions(in: content)].contains { region in
      !region.cause.isQuotes
        && (region.range.overlaps(content) || region.range.isEmpty && region.offset == offset)
    }
  }

  /// Whether a diagnostic is independent of the mistakes: it concerns the original text, or
  /// an object whose members are reliable.
  package func believes(_ diagnostic: Diagnostic) -> Bool {
    guard let offset = diagnostic.location?.offset else { return true }
    switch diagnostic.code {
    case .syntax, .limit: return true
    case .missing, .duplicateKey, .blockedPath: return !repair.doubted.contains(offset)
    // If a bracket is missing or superfluous, an object may be the first element of a list.
    case .typeMismatch where repair.doubted.contains(offset): return false
    default: break
    }
    if diagnostic.code != .typeMismatch, isDamagedString(at: offset) { return false }
    let low = repair.regions.countOfPrefix { $0.range.upperBound < offset }
    // An insertion represents text that is missing at its place.
    return !repair.regions[low...].prefix { $0.range.lowerBound <= offset }.contains {
      $0.range.contains(offset) && !$0.replacement.isEmpty && !$0.cause.isQuotes
        || $0.cause == .empty || $0.cause == .missingValue && $0.range.lowerBound == offset
    }
  }
}
