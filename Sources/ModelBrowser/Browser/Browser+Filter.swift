import Mantle

/// Leaving out elements, and showing them again.
extension Browser {
  /// Shows only the elements that pass a filter, of those shown so far; an empty text shows all again.
  mutating func filter(_ text: String) -> [Effect] {
    guard !text.isEmpty else { return showAll() }
    guard let list = outline.listToFilter(at: cursor) else {
      message = .warning("There is no list here to filter")
      return []
    }
    let filter: Filter
    do throws(FilterError) {
      filter = try Filter(text, names: outline.filterNames(of: list))
    } catch {
      complain(error, about: text)
      return []
    }
    let before = outline.filter(of: list)?.test
    let narrowed = ElementFilter(
      before.map { $0.and(filter) } ?? filter, words: filter.words, of: list.filteredAs, from: cursor.id,
      count: list.childRows.count)
    view.setCursor(list)
    view.setFold(list, open: true)
    view.outline.filters.append(narrowed)
    return startFiltering(list)
  }

  /// Asks again, with the text as it was typed and the cursor at the mistake.
  private mutating func complain(_ error: FilterError, about text: String) {
    ask(.filter)
    guard case .typing(var prompt) = mode else { return }
    prompt.line.set(text)
    let line = prompt.line.text
    let place = line.index(line.startIndex, offsetBy: error.position, limitedBy: line.endIndex)
    prompt.line.moveCursor(to: place ?? line.endIndex)
    prompt.complaint = "\(error)"
    mode = .typing(prompt)
  }

  /// Looks for what passes the filter that was set last.
  private mutating func startFiltering(_ list: Row) -> [Effect] {
    guard let test = outline.filter?.test else { return [] }
    guard let container = list.container else {
      let passing = list.elements(passing: test, in: outline)
      view.outline.filter?.add(passing, share: nil)
      endFilter()
      return []
    }
    view.keepInSight()
    let reading = list.childInterpretation
    let search = ElementSearch(
      document.base, container.index, at: container.offset, document.history.overlay, test,
      model: { reading.model(for: $0) })
    let work = running.start(.filter) { link in
      search.run { found, share in
        link.report(.passed(found, share: share))
        return !link.isCancelled()
      }
      link.report(.done)
    }
    return [.cancel(.filter), .start(work)]
  }

  /// Shows every element again; the cursor stays where it is.
  mutating func showAll() -> [Effect] {
    guard outline.filter != nil else { return [] }
    view.outline.filters = []
    running.end(.filter)
    view.keepInSight()
    return [.cancel(.filter)]
  }

  /// Takes back the filter that was set last.
  mutating func widen() -> [Effect] {
    guard outline.filters.count > 1 else { return showAll() }
    view.outline.filters.removeLast()
    running.end(.filter)
    view.keepInSight()
    // The one before may have been narrowed before all of it was looked at.
    guard let filter = outline.filter, filter.share != nil, let list = outline.list(filter.list) else {
      message = outline.filter.map {
        .note("\(Words.count(outline.count(of: $0), "element")) with \($0.words)")
      }
      return [.cancel(.filter)]
    }
    return startFiltering(list)
  }

  /// Takes in elements that passed.
  mutating func addPassed(_ found: [Int], share: Double) {
    view.outline.filter?.add(found, share: share)
    view.keepInSight()
  }

  /// Goes back to what the cursor was on, or to the next element that is shown.
  mutating func endFilter() {
    running.end(.filter)
    view.outline.filter?.add([], share: nil)
    guard let filter = outline.filter else { return }
    // Unless the cursor was moved meanwhile, or an edit begun.
    let isWaiting = cursor.filteredAs == filter.list && !isEditing
    let words = filter.test.words
    if filter.shown.isEmpty {
      view.outline.filters.removeLast()
      message = .warning("No element has \(words)")
    } else {
      let most = filter.shown.count >= ElementFilter.most ? "; no more are looked for" : ""
      let count = Words.count(outline.count(of: filter), "element")
      let back = outline.filters.count > 1 ? "Esc goes back" : "Esc shows all"
      message = .note("\(count) with \(words)\(most)  (\(back))")
    }
    let origin = outline.row(nearest: filter.origin)
    if isWaiting {
      view.setCursor(outline.nearestShown(to: origin) ?? outline.firstChild(of: cursor) ?? cursor)
    }
    view.keepInSight()
  }

  /// `3 with "crash" › comments > 9`, and how far it is.
  var filterPiece: String? {
    outline.filter.map { filter in
      let share = filter.share.map { "… \(Int($0 * 100)) %" } ?? ""
      let steps = outline.filters.map(\.words).joined(separator: " › ")
      let words = Truncation.start.fit(Sanitized(steps).text, to: Self.mostFilterCells)
      return "\(outline.count(of: filter)) with \(words)\(share)"
    }
  }

  private static let mostFilterCells = 40
}

extension Outline {
  /// The row of a list that is filtered.
  func list(_ list: ElementFilter.List) -> Row? {
    switch list {
    case .row(let id): row(id)
    case .container(let offset):
      [mainContainer].compactMap(\.self).first { $0.filteredAs == list }
        ?? row(at: .original(max(0, offset))).flatMap { row in
          sequence(first: row) { $0.parent }.first { $0.filteredAs == list }
        }
    }
  }
}
