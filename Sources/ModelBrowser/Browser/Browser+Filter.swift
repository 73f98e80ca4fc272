import Mantle

/// Leaving out the elements nobody wants to see, and coming back.
extension Browser {
  /// Shows only the elements that pass a test; an empty text shows all again.
  mutating func filter(_ text: String) -> [Effect] {
    guard let list = listToFilter else {
      message = .warning("There is no list here whose elements could be left out")
      return []
    }
    let cancelled = showAll()
    let model = list.id == outline.mainContainer?.id ? document.model : nil
    guard let test = ElementTest(text, model: model, keys: keysOfProperties) else { return cancelled }
    let filter = ElementFilter(test, of: list.filteredAs, from: cursor.id, count: list.inner.count)
    setCursor(list)
    setFold(list, open: true)
    outline.filter = filter
    guard let spine = list.spine else {
      outline.filter?.take(list.elements(passing: test), share: nil)
      endFilter()
      return cancelled
    }
    keepInSight()
    let search = ElementSearch(
      document.base, spine.index, at: spine.offset, document.history.overlay, test)
    let work = work(.filter) { link in
      search.run { found, share in
        link.report(.passed(found, share: share))
        return !link.isCancelled()
      }
      link.report(.done)
    }
    return cancelled + [.start(work)]
  }

  /// Shows every element again; the cursor stays where it is.
  mutating func showAll() -> [Effect] {
    guard outline.filter != nil else { return [] }
    outline.filter = nil
    end(.filter)
    keepInSight()
    return [.cancel(.filter)]
  }

  /// The list the models are in, or else the one around the cursor.
  private var listToFilter: Row? {
    if let list = outline.mainContainer { return list }
    var row: Row? = cursor
    while let here = row, !here.isList, here.spine == nil { row = here.parent }
    return row
  }

  /// Takes in elements that passed.
  mutating func take(passed found: [Int], share: Double) {
    outline.filter?.take(found, share: share)
    keepInSight()
  }

  /// Goes back to what the cursor was on, or to the next element that is shown.
  mutating func endFilter() {
    end(.filter)
    outline.filter?.take([], share: nil)
    guard let filter = outline.filter else { return }
    // Nobody has moved meanwhile, or begun to edit.
    let isWaiting = cursor.filteredAs == filter.list && !isEditing
    let words = filter.test.words
    if filter.shown.isEmpty {
      outline.filter = nil
      message = .warning("No element has \(words)")
    } else {
      let most = filter.shown.count >= ElementFilter.most ? "; no more are looked for" : ""
      message = .note("\(Words.count(filter.shown.count, "element")) with \(words)\(most)  (Esc shows all)")
    }
    let origin = outline.row(nearest: filter.origin)
    if isWaiting { setCursor(outline.nearestShown(to: origin) ?? outline.firstChild(of: cursor) ?? cursor) }
    keepInSight()
  }

  /// After an edit: positions in a record are others when elements came or went, and what stands under the cursor then
  /// was never asked for.
  mutating func correctFilter() {
    guard let filter = outline.filter, case .row(let id) = filter.list, let list = outline.row(id) else {
      return
    }
    guard list.inner.count != filter.count else { return }
    var fresh = ElementFilter(filter.test, of: filter.list, from: filter.origin, count: list.inner.count)
    fresh.take(list.elements(passing: filter.test), share: nil)
    outline.filter = fresh
    cursor = outline.nearestShown(to: cursor) ?? cursor
  }

  /// Brings in the element the cursor was put on by a jump.
  mutating func showCursorsElement() {
    guard let filter = outline.filter, let element = outline.element(around: cursor)?.filterKey,
      !filter.shows(element)
    else { return }
    outline.filter?.show(element)
  }

  /// `3 with "crash"`, and how far it is.
  var filterPiece: String? {
    outline.filter.map { filter in
      let share = filter.share.map { "… \(Int($0 * 100)) %" } ?? ""
      return "\(filter.shown.count) with \(Sanitized(filter.test.words, cells: 24).text)\(share)"
    }
  }
}
