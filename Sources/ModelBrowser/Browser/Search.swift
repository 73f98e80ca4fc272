import Mantle

/// What was searched for last.
struct Search: Sendable {
  var pattern: SearchPattern?
  /// Only rows of this name count: what `*` looks for.
  var name: String?
  var isForward = true
  /// Whether the search under way goes forward.
  var goesForward = true
  var isHighlighting = false
  /// `3/97`, where counting was cheap.
  var counter: String?
  /// Whether the search under way has gone on at the other end of the text.
  var hasWrapped = false
  /// How many matches are to be passed yet.
  var stepsLeft = 0

  var highlighted: SearchPattern? { isHighlighting ? pattern : nil }
}

extension Browser {
  /// Starts a search; an empty text repeats the last one.
  mutating func startSearch(_ text: String, forward: Bool) -> [Effect] {
    if let pattern = SearchPattern(text, orKeys: outline.keysOfProperties(named: text)) {
      search = Search(pattern: pattern)
    } else if search.pattern == nil {
      message = .warning("No previous search")
      return []
    }
    search.isForward = forward
    search.stepsLeft = 0
    return find(forward: forward)
  }

  /// Goes on from a match that was found in the background, where more steps were wanted.
  mutating func continueSearch(forward: Bool) -> [Effect] {
    guard search.stepsLeft > 0 else { return [] }
    search.stepsLeft -= 1
    return find(forward: forward)
  }

  // MARK: - Finding

  /// Texts up to this size are searched at once; larger ones on another thread.
  private static let searchedAtOnce = 8 << 20
  /// So many matches that are no part of a key or value are passed at once: a row is looked up for each.
  private static let mostPassed = 1000

  mutating func find(forward: Bool) -> [Effect] {
    guard let pattern = search.pattern else { return [] }
    search.isHighlighting = true
    search.counter = nil
    search.hasWrapped = false
    let start = document.textPlace(of: cursor, end: forward)
    let text = TextSearch(document.base, document.history.overlay, pattern)
    guard text.byteCount <= Self.searchedAtOnce else {
      return startSearching(text, from: start, forward: forward)
    }
    var hit = text.find(from: start, forward: forward)
    var passed = 0
    while let found = hit {
      let isSecondTime = found.wrapped && search.hasWrapped
      search.hasWrapped = search.hasWrapped || found.wrapped
      if show(found.place, wrapped: search.hasWrapped, forward: forward) {
        count(text, found.place)
        return []
      }
      if found.place == start || isSecondTime { break }
      // A text of signs that are JSON's own is found everywhere and leads nowhere.
      passed += 1
      if passed == Self.mostPassed { return startSearching(text, from: found.place, forward: forward) }
      hit = text.find(from: found.place, forward: forward)
    }
    if search.name == nil,
      let row = outline.archiveFact(matching: pattern, from: cursor.id, forward: forward)
    {
      view.reveal(row)
    } else {
      message = .warning("Not found: \(pattern.text)")
    }
    return []
  }

  /// Goes to the row of a match.
  ///
  /// - Returns: false when the match is no part of a key or value, or is on the row the search began at.
  mutating func show(_ place: TextPlace, wrapped: Bool, forward: Bool) -> Bool {
    guard let row = outline.row(at: place), row.isToken(place), matchesName(row) else {
      return false
    }
    if row.id == cursor.id, !wrapped { return false }
    view.reveal(row)
    if wrapped {
      message = .note(forward ? "The search went on at the beginning" : "The search went on at the end")
    }
    return true
  }

  private func matchesName(_ row: Row) -> Bool {
    search.name.map { row.keyText == $0 } ?? true
  }

  private mutating func count(_ text: TextSearch, _ place: TextPlace) {
    // Only where every match is part of a key or value is the number of matches that of the places to go to.
    guard search.name == nil, text.pattern.isPlain else { return }
    let (index, total) = text.count(upTo: place)
    search.counter = "\(index)/\(total)"
  }
}

extension SearchPattern {
  /// Whether nothing in the text could be punctuation of JSON, or white space between values.
  fileprivate var isPlain: Bool {
    text.first != " " && text.last != " "
      && text.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) }
  }
}
