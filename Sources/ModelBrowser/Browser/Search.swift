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
  /// The places that are listed.
  var hits: [TextPlace] = []
  /// More are not.
  static let mostListed = 10_000
  /// How many matches are to be passed yet.
  var stepsLeft = 0

  var highlighted: SearchPattern? { isHighlighting ? pattern : nil }
}

extension Browser {
  /// Starts a search; an empty text repeats the last one.
  mutating func startSearch(_ text: String, forward: Bool) -> [Effect] {
    let typed: SearchPattern?
    do throws(PatternError) { typed = try pattern(of: text) } catch {
      message = .error("\(error)")
      return []
    }
    if let typed {
      search = Search(pattern: typed)
    } else if search.pattern == nil {
      message = .warning("No previous search")
      return []
    }
    search.isForward = forward
    search.stepsLeft = 0
    return find(forward: forward)
  }

  private func pattern(of text: String) throws(PatternError) -> SearchPattern? {
    try SearchPattern.typed(
      text, keys: { outline.keysOfProperties(named: $0) }, isExpression: options.regex)
  }

  /// Shows the first match of what is typed so far; a text that is large is searched once Enter is pressed.
  mutating func preview(_ prompt: inout LinePrompt, forward: Bool) {
    guard let before = searchOrigin else { return }
    view = before.view
    search = before.search
    guard let pattern = try? pattern(of: prompt.line.text), !prompt.line.text.isEmpty else { return }
    let text = TextSearch(document.base, document.history.overlay, pattern)
    guard text.byteCount <= Self.searchedAtOnce else { return }
    search = Search(pattern: pattern)
    search.isHighlighting = true
    var hit = text.find(from: document.textPlace(of: cursor, end: forward), forward: forward)
    for _ in 0..<Self.mostPreviewed {
      guard let found = hit else { break }
      if show(found.place, wrapped: found.wrapped, forward: forward) {
        message = nil
        return
      }
      hit = text.find(from: found.place, forward: forward)
    }
    prompt.complaint = "Not found: \(pattern.text)"
  }

  /// Each key typed may pass so many matches that are no part of a key or value.
  private static let mostPreviewed = 200

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
      hit = text.find(from: outline.skipped(from: found.place, forward: forward), forward: forward)
    }
    if search.name == nil,
      let row = outline.archiveFact(matching: pattern, from: cursor.id, forward: forward)
    {
      view.reveal(row)
    } else {
      message = .warning(notFoundText)
    }
    return []
  }

  /// Goes to the row of a match.
  ///
  /// - Returns: false when the match is no part of a key or value, or is on the row the search began at.
  mutating func show(_ place: TextPlace, wrapped: Bool, forward: Bool) -> Bool {
    guard let row = outline.row(at: place), row.isToken(place), matchesName(row), matchesPattern(row, place),
      outline.isShown(row)
    else { return false }
    if row.id == cursor.id, !wrapped { return false }
    view.reveal(row)
    if wrapped {
      message = .note(forward ? "The search went on at the beginning" : "The search went on at the end")
    }
    return true
  }

  /// What is said where nothing is found; a search stays among what a filter shows.
  var notFoundText: String {
    let text = search.pattern?.text ?? ""
    return outline.filter.map {
      "Not found among those with \($0.words): \(text)  (Esc takes the filter back)"
    }
      ?? "Not found: \(text)"
  }

  /// Whether the part of the row that the place is in is one that is searched, and matches a regular expression.
  private func matchesPattern(_ row: Row, _ place: TextPlace) -> Bool {
    guard let pattern = search.pattern, pattern.scope != .all || pattern.expression != nil else {
      return true
    }
    let isInValue = row.isInValue(place)
    if pattern.scope == .keys, isInValue { return false }
    if pattern.scope == .values, !isInValue { return false }
    guard pattern.expression != nil else { return true }
    guard isInValue else { return row.keyText.map(pattern.matches) ?? false }
    return row.node.map { pattern.matches($0.displayText) } ?? true
  }

  private func matchesName(_ row: Row) -> Bool {
    search.name.map { row.keyText == $0 } ?? true
  }

  private mutating func count(_ text: TextSearch, _ place: TextPlace) {
    // Only where every match is part of a key or value is the number of matches that of the places to go to.
    guard search.name == nil, text.pattern.isPlain, text.pattern.scope == .all, text.pattern.expression == nil
    else {
      return
    }
    let (index, total) = text.count(upTo: place)
    search.counter = "\(index)/\(total)"
  }
}

extension Outline {
  /// Where a search goes on behind a match that leads nowhere: in the next element that is shown.
  func skipped(from place: TextPlace, forward: Bool) -> TextPlace {
    guard forward, case .original(let offset) = place, let filter, case .container = filter.list,
      let row = row(at: place), !isShown(row), let next = filter.first(after: offset)
    else { return place }
    return .original(next - 1)
  }
}

extension SearchPattern {
  /// Whether nothing in the text could be punctuation of JSON, or white space between values.
  fileprivate var isPlain: Bool {
    text.first != " " && text.last != " "
      && text.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) }
  }
}
