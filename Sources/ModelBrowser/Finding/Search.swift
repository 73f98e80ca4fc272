import LinearRegex
import Mantle
import MantleDocuments
import MantleFiles
import MantleQuery
import TerminalText

/// The current search: its pattern, direction, progress and matches.
struct Search: Sendable {
  var pattern: SearchPattern?
  /// The name that matching rows must have in a search that `*` started; nil in any other search.
  var name: String?
  var isForward = true
  /// Whether the running search goes forward in the text.
  var goesForward = true
  var isHighlighting = false
  /// The number of the current match and of all matches, such as `3/97`; nil if counting is expensive.
  var counter: String?
  /// Whether the running search has wrapped around to the other end of the text.
  var hasWrapped = false
  /// The keys and values that contain matches, in the list of matches.
  var hits: [Hit] = []
  /// The maximum number of keys and values in the list of matches.
  static let maximumListed = 10_000
  /// The number of further matches to go to before the search stops, as requested by a count.
  var stepsLeft = 0

  var highlighted: SearchPattern? { isHighlighting ? pattern : nil }

  /// An item in the list of matches: a key or value that contains matches.
  struct Hit: Sendable {
    /// The place of the first match in the key or value.
    let place: TextPlace
    var times = 1
  }

  /// Starts a search; an empty text repeats the last one.
  static func start(_ browser: inout Browser, _ text: String, forward: Bool) throws {
    if let typed = try typedPattern(browser, of: text) {
      browser.search = Search(pattern: typed)
    } else if browser.search.pattern == nil {
      throw Message.warning("No previous search")
    }
    browser.search.isForward = forward
    browser.search.stepsLeft = 0
    find(&browser, forward: forward)
  }

  private static func typedPattern(_ browser: Browser, of text: String) throws(PatternError) -> SearchPattern?
  {
    try SearchPattern.typed(
      text, keys: { keysOfProperties(in: browser.outline, named: $0) }, isExpression: browser.options.regex)
  }

  /// Returns the keys of properties whose names contain the text although the keys do not: the screen shows
  /// the names.
  private static func keysOfProperties(in outline: Outline, named text: String) -> [String] {
    guard outline.view == .model, let pattern = SearchPattern(text) else { return [] }
    let keys = outline.document.model?.renamedKeys.filter { name, key in
      pattern.matches(name) && !pattern.matches(key)
    }
    return Array(Set((keys ?? []).map(\.key))).sorted()
  }

  /// Shows the first match of the pattern typed so far. A large text is searched only after Enter is pressed.
  static func preview(_ browser: inout Browser, _ prompt: inout LinePrompt, forward: Bool) {
    guard let before = browser.searchOrigin else { return }
    browser.view.goBack(to: before.view)
    browser.search = before.search
    guard let pattern = try? typedPattern(browser, of: prompt.line.text), !prompt.line.text.isEmpty else {
      return
    }
    let text = TextSearch(browser.document.base, browser.document.history.overlay, pattern)
    guard text.byteCount <= Self.searchedAtOnce else { return }
    browser.search = Search(pattern: pattern)
    browser.search.isHighlighting = true
    if browser.view.result != nil { return ResultTable.find(&browser, pattern, forward: forward) }
    var hit = text.find(from: browser.document.textPlace(of: browser.cursor, end: forward), forward: forward)
    for _ in 0..<Self.maximumPreviewed {
      guard let found = hit else { break }
      if show(&browser, found.place, wrapped: found.wrapped, forward: forward) {
        browser.message = nil
        return
      }
      hit = text.find(from: found.place, forward: forward)
    }
    prompt.complaint = "Not found: \(pattern.text)"
  }

  /// The number of matches outside keys and values that a preview may skip after each key press.
  private static let maximumPreviewed = 200

  // MARK: - Finding

  /// The size up to which a document is searched immediately; larger ones are searched on another thread.
  private static let searchedAtOnce = 8 << 20
  /// The number of matches outside keys and values that are skipped synchronously, since each requires a row lookup.
  private static let maximumPassed = 1000

  static func find(_ browser: inout Browser, forward: Bool) {
    guard let pattern = browser.search.pattern else { return }
    browser.search.isHighlighting = true
    browser.search.counter = nil
    browser.search.hasWrapped = false
    browser.search.goesForward = forward
    if browser.view.result != nil { return ResultTable.find(&browser, pattern, forward: forward) }
    let start = browser.document.textPlace(of: browser.cursor, end: forward)
    let text = TextSearch(browser.document.base, browser.document.history.overlay, pattern)
    if text.byteCount > searchedAtOnce {
      run(&browser, text, from: start)
    } else {
      take(&browser, text.find(from: start, forward: forward), of: text)
    }
  }

  /// Goes to the row of a match or, if the match is not in a row, of the next match that is.
  ///
  /// The search continues on another thread in a large text and after many matches without a row, so that the browser stays
  /// responsive.
  ///
  /// - Parameter hit: the match; nil if none was found.
  private static func take(_ browser: inout Browser, _ hit: TextSearch.Match?, of text: TextSearch) {
    var hit = hit
    var passed = 0
    let forward = browser.search.goesForward
    while let found = hit {
      let isSecondTime = found.wrapped && browser.search.hasWrapped
      browser.search.hasWrapped = browser.search.hasWrapped || found.wrapped
      if show(&browser, found.place, wrapped: browser.search.hasWrapped, forward: forward) {
        return goOn(&browser, text, found.place)
      }
      if isSecondTime { break }
      let next = skipped(browser.outline, from: found.place, forward: forward)
      // A pattern of JSON punctuation matches in many places without a row.
      passed += 1
      if passed == maximumPassed || text.byteCount > searchedAtOnce {
        return run(&browser, text, from: next)
      }
      hit = text.find(from: next, forward: forward)
    }
    if browser.search.name == nil,
      let row = ArchiveRemarks(of: browser.outline).row(
        matching: text.pattern, from: browser.cursor.id, forward: forward)
    {
      browser.view.reveal(row)
    } else {
      browser.message = .warning(browser.notFoundText)
    }
  }

  /// Goes to the match that another thread found; nil if it found none.
  static func take(_ browser: inout Browser, _ hit: TextSearch.Match?) {
    // An edit in progress needs the cursor to stay on its row.
    guard let pattern = browser.search.pattern, hit == nil || !browser.isEditing else { return }
    take(&browser, hit, of: TextSearch(browser.document.base, browser.document.history.overlay, pattern))
  }

  /// Goes to the next match if more were requested; otherwise counts the matches.
  private static func goOn(_ browser: inout Browser, _ text: TextSearch, _ place: TextPlace) {
    if browser.search.stepsLeft > 0 {
      browser.search.stepsLeft -= 1
      find(&browser, forward: browser.search.goesForward)
    } else if !isCounted(browser.search) || text.byteCount > maximumCounted {
      return
    } else if text.byteCount > searchedAtOnce {
      browser.start(.search) { link in
        let counter = text.counter(at: place)
        link.report(Report { $0.search.counter = counter })
      }
    } else {
      browser.search.counter = text.counter(at: place)
    }
  }

  /// Goes to the row of a match.
  ///
  /// - Returns: false if the match is outside keys and values, or is on the row where the search began.
  static func show(_ browser: inout Browser, _ place: TextPlace, wrapped: Bool, forward: Bool) -> Bool {
    guard let row = row(browser, ofMatchAt: place) else { return false }
    if row.id == browser.cursor.id, !wrapped { return false }
    browser.view.reveal(row, isJump: true)
    if wrapped { browser.message = wrapping(forward: forward) }
    return true
  }

  static func wrapping(forward: Bool) -> Message {
    .note(forward ? "The search wrapped to the top" : "The search wrapped to the end")
  }

  /// Returns the row whose key or value contains a match; nil if the match is elsewhere or the filter hides the row.
  private static func row(_ browser: Browser, ofMatchAt place: TextPlace) -> Row? {
    guard let row = browser.outline.row(at: place), row.isToken(place), matchesName(browser, row),
      matchesPattern(browser, row, place), browser.outline.isShown(row)
    else { return nil }
    return row
  }

  /// Adds matches to the list; consecutive matches in a row are one item.
  static func list(_ browser: inout Browser, _ places: [TextPlace]) {
    var last = browser.search.hits.last.flatMap { browser.outline.row(at: $0.place)?.id }
    for place in places {
      guard let row = row(browser, ofMatchAt: place) else { continue }
      if row.id == last {
        browser.search.hits[browser.search.hits.count - 1].times += 1
      } else {
        browser.search.hits.append(Hit(place: place))
        last = row.id
      }
    }
  }

  /// Returns whether the pattern searches the part of the row, key or value, that contains a match, and whether a regular
  /// expression matches that part.
  private static func matchesPattern(_ browser: Browser, _ row: Row, _ place: TextPlace) -> Bool {
    guard let pattern = browser.search.pattern, pattern.scope != .all || pattern.expression != nil else {
      return true
    }
    let isInValue = row.isInValue(place)
    if pattern.scope == .keys, isInValue { return false }
    if pattern.scope == .values, !isInValue { return false }
    guard pattern.expression != nil else { return true }
    guard isInValue else { return row.keyText.map(pattern.matches) ?? false }
    return row.node.map { pattern.matches($0.displayText) } ?? true
  }

  private static func matchesName(_ browser: Browser, _ row: Row) -> Bool {
    browser.search.name.map { row.keyText == $0 } ?? true
  }

  /// Returns whether every match is inside a key or value, so that the number of matches is the number of places to go to.
  private static func isCounted(_ search: Search) -> Bool {
    guard let pattern = search.pattern else { return false }
    return search.name == nil && pattern.isPlain && pattern.scope == .all && pattern.expression == nil
  }

  /// The maximum size of a text in which matches are counted, because counting reads the whole text after each key.
  private static let maximumCounted = 1 << 28
}

extension Browser {
  /// The message for a search without a match; a search considers only rows that pass the filter.
  var notFoundText: String {
    let text = search.pattern?.text ?? ""
    return outline.filter.map {
      "Not found among elements with \($0.words): \(text)  (Esc removes the filter)"
    }
      ?? "Not found: \(text)"
  }
}

/// Searches in the background.
extension Search {
  private static func run(_ browser: inout Browser, _ text: TextSearch, from start: TextPlace) {
    let forward = browser.search.goesForward
    browser.start(.search) { link in
      let found = text.find(from: start, forward: forward) { looked in
        link.report(.progress(Double(looked) / Double(max(1, text.byteCount))))
        return !link.isCancelled()
      }
      if found != nil || !link.isCancelled() { link.report(Report { Search.take(&$0, found) }) }
    }
  }

  /// Returns the position from which a search continues after a match without a visible row: before the next element that
  /// passes the filter. Returns the match itself if elements were inserted or moved, because their order is then unknown.
  private static func skipped(_ outline: Outline, from place: TextPlace, forward: Bool) -> TextPlace {
    guard forward, case .original(let offset) = place, let filter = outline.filter,
      case .container(let list) = filter.list, !outline.document.history.overlay.hasStructure(in: list),
      let row = outline.row(at: place), !outline.isShown(row), let next = filter.first(after: offset)
    else { return place }
    return .original(next - 1)
  }
}

extension TextSearch {
  /// Returns the number of a match and the number of all matches: `3/97`.
  fileprivate func counter(at place: TextPlace) -> String {
    let (index, total) = count(upTo: place)
    return "\(index)/\(total)"
  }
}

extension SearchPattern {
  /// Whether the pattern contains no character that could be JSON punctuation or white space between values.
  fileprivate var isPlain: Bool {
    text.first != " " && text.last != " "
      && text.allSatisfy { $0.isLetter || $0.isNumber || "_- ".contains($0) }
  }
}

extension ModelDescription {
  /// The properties of this model and its nested models whose JSON key differs from their name.
  fileprivate var renamedKeys: [(name: String, key: String)] {
    withInnerModels().flatMap(\.model.properties).flatMap { property in
      property.keyPaths.compactMap { path in
        guard case .key(let key)? = path.components.last, key != property.name else { return nil }
        return (property.name, key)
      }
    }
  }
}

/// An incremental search in a screen or pane that has its own search.
struct TypedSearch: Sendable {
  private(set) var text = ""
  private(set) var isTyping = false

  var pattern: SearchPattern? { SearchPattern(text) }

  mutating func begin() { self = TypedSearch(text: "", isTyping: true) }

  /// Lets the user continue to type the current pattern.
  mutating func resume() { isTyping = true }

  mutating func look(for text: String) { self.text = text }

  /// Handles a key that is typed into the search.
  ///
  /// - Returns: whether the text was extended, so that the search continues at the last match.
  mutating func type(_ key: Key) -> Bool {
    switch key {
    case .enter: isTyping = false
    case .escape, .control("c"): self = TypedSearch()
    case .backspace: text = String(text.dropLast())
    case .control("u"): text = ""
    case .character(let character):
      text.append(character)
      return true
    default: break
    }
    return false
  }
}
