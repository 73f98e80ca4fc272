/// A damaged text as a checker reads it: what is wrong with it, and what is therefore not to be believed.
package struct RepairedText: Sendable {
  package let repair: JSONRepair
  /// How much of the mistakes was reported.
  private(set) var reported = 0

  package init(_ repair: JSONRepair) { self.repair = repair }

  /// The mistakes up to an offset of the original that were not reported so far.
  mutating func take(to offset: Int) -> ArraySlice<DamagedRegion> {
    let first = reported
    while reported < repair.regions.count, repair.regions[reported].offset <= offset { reported += 1 }
    return repair.regions[first..<reported]
  }

  /// The paths of the mistakes in a part of the repaired text: of the values they are in, or right behind.
  ///
  /// - Complexity: O(nodes of the part).
  func paths(in document: JSONDocument) -> [Int: JSONKeyPath] {
    var walk = PathWalk(document)
    var paths: [Int: JSONKeyPath] = [:]
    var node = 0
    let start = document.range.lowerBound
    for region in repair.places.countOfPrefix(while: { $0 < start })..<repair.places.count {
      let place = repair.places[region]
      guard place <= document.range.upperBound else { break }
      // The offset of a string is that behind its quote.
      while node + 1 < document.nodeCount, start + document.word(at: node + 1).offset <= place + 1 {
        node += 1
      }
      paths[region] = walk.path(of: node)
    }
    return paths
  }

  /// Whether a string has NULs near its beginning, where it was not written.
  private func isTorn(at start: Int) -> Bool {
    let next = repair.regions.countOfPrefix { $0.range.lowerBound < start }
    guard next < repair.regions.count, repair.regions[next].cause == .nulBytes else { return false }
    let hole = repair.regions[next].offset
    return hole - start < 256 && repair.original[start] == ASCII.quote
      && !repair.original.slice(start + 1..<hole).contains(ASCII.quote)
  }

  /// Whether there is damage in the content of a string: nothing can be said of it but that it is a string.
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

  /// Whether a finding is more than an echo of the damage: it is about something that stands in the text, or about
  /// an object whose members are all there.
  package func believes(_ diagnostic: Diagnostic) -> Bool {
    guard let offset = diagnostic.location?.offset else { return true }
    switch diagnostic.code {
    case .syntax, .limit: return true
    case .missing, .duplicateKey, .blockedPath: return !repair.doubted.contains(offset)
    // Where a bracket is missing or too many, an object may be the first of a list.
    case .typeMismatch where repair.doubted.contains(offset): return false
    default: break
    }
    if diagnostic.code != .typeMismatch, isDamagedString(at: offset) { return false }
    if diagnostic.code == .invalidValue, isTorn(at: offset) { return false }
    let low = repair.regions.countOfPrefix { $0.range.upperBound < offset }
    // An insertion stands in for what is missing at its place.
    return !repair.regions[low...].prefix { $0.range.lowerBound <= offset }.contains {
      $0.range.contains(offset) && !$0.replacement.isEmpty && !$0.cause.isQuotes
        || $0.cause == .empty || $0.cause == .missingValue && $0.range.lowerBound == offset
    }
  }
}
