import Mantle

/// Leaving out elements, and showing them again.
extension Browser {
  /// Shows only the elements that pass a test; an empty text shows all again.
  mutating func filter(_ text: String) -> [Effect] {
    guard let list = listToFilter else {
      message = .warning("There is no list here to filter")
      return []
    }
    let cancelled = showAll()
    let model = list.id == outline.mainContainer?.id ? document.model : nil
    guard let test = ElementTest(text, model: model, keys: outline.keysOfProperties) else { return cancelled }
    let filter = ElementFilter(test, of: list.filteredAs, from: cursor.id, count: list.childRows.count)
    view.setCursor(list)
    view.setFold(list, open: true)
    view.outline.filter = filter
    guard let container = list.container else {
      view.outline.filter?.add(list.elements(passing: test), share: nil)
      endFilter()
      return cancelled
    }
    view.keepInSight()
    let search = ElementSearch(
      document.base, container.index, at: container.offset, document.history.overlay, test)
    let work = running.start(.filter) { link in
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
    view.outline.filter = nil
    running.end(.filter)
    view.keepInSight()
    return [.cancel(.filter)]
  }

  /// The list the models are in, or else the one around the cursor.
  private var listToFilter: Row? {
    if let list = outline.mainContainer { return list }
    var row: Row? = cursor
    while let here = row, !here.isList, here.container == nil { row = here.parent }
    return row
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
      view.outline.filter = nil
      message = .warning("No element has \(words)")
    } else {
      let most = filter.shown.count >= ElementFilter.most ? "; no more are looked for" : ""
      message = .note("\(Words.count(filter.shown.count, "element")) with \(words)\(most)  (Esc shows all)")
    }
    let origin = outline.row(nearest: filter.origin)
    if isWaiting {
      view.setCursor(outline.nearestShown(to: origin) ?? outline.firstChild(of: cursor) ?? cursor)
    }
    view.keepInSight()
  }

  /// `3 with "crash"`, and how far it is.
  var filterPiece: String? {
    outline.filter.map { filter in
      let share = filter.share.map { "… \(Int($0 * 100)) %" } ?? ""
      return "\(filter.shown.count) with \(Sanitized(filter.test.words, cells: 24).text)\(share)"
    }
  }
}
