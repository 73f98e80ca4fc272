import Mantle
import MantleDocuments

/// The state while the repaired text of a malformed document is checked: the repair, and the number of its syntax
/// errors that were reported.
package struct RepairedText: Sendable {
  /// The repair of the document, with the syntax errors and the repaired text.
  let repair: JSONRepair
  /// The number of syntax errors of the repair that were reported so far.
  private(set) var reported = 0

  /// Creates the state for a repair before any of its syntax errors was reported.
  package init(_ repair: JSONRepair) { self.repair = repair }

  /// Returns the syntax errors that begin at or before an offset of the original text and were not returned by earlier
  /// calls.
  mutating func take(to offset: Int) -> ArraySlice<DamagedRegion> {
    let first = reported
    while reported < repair.regions.count, repair.regions[reported].offset <= offset { reported += 1 }
    return repair.regions[first..<reported]
  }

  /// Returns the paths of the syntax errors in a part of the repaired text, by the index of the error: the paths of the
  /// values that contain or precede the errors.
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

  /// Returns whether the string at an offset of the original text has damaged contents, so that only its kind is
  /// reliable.
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

  /// Returns whether a diagnostic is to be trusted because it does not result from the repair: it concerns original
  /// text, or an object whose members are reliable.
  package func believes(_ diagnostic: Diagnostic) -> Bool {
    guard let offset = diagnostic.location?.offset else { return true }
    switch diagnostic.code {
    case .syntax, .limit: return true
    case .missing, .duplicateKey, .blockedPath: return !repair.doubted.contains(offset)
    // If a bracket is missing or superfluous, the first element of a list may look like its enclosing object.
    case .typeMismatch where repair.doubted.contains(offset): return false
    default: break
    }
    if diagnostic.code != .typeMismatch, isDamagedString(at: offset) { return false }
    let low = repair.regions.countOfPrefix { $0.range.upperBound < offset }
    // An insertion stands for text that is missing at this offset.
    return !repair.regions[low...].prefix { $0.range.lowerBound <= offset }.contains {
      $0.range.contains(offset) && !$0.replacement.isEmpty && !$0.cause.isQuotes
        || $0.cause == .empty || $0.cause == .missingValue && $0.range.lowerBound == offset
    }
  }
}
