import Mantle
import MantleQuery
import TerminalText
import TextCells

/// Setting and removing filters.
extension ElementFilter {
  /// Filters the shown rows: the elements, or the rows of nested lists in a result.
  static func narrowShown(_ browser: inout Browser, _ text: String) throws {
    guard let result = browser.view.result else { return try narrow(&browser, text) }
    guard result.isOfRows, !text.isEmpty else {
      do throws(FilterError) { if !text.isEmpty { _ = try scope(of: text, browser) } } catch {
        return complain(&browser, error, about: text)
      }
      ResultTable.leaveAll(&browser)
      return try narrow(&browser, text)
    }
    do { try ResultTable.narrow(&browser, text) } catch let error as QueryError {
      complain(&browser, error.error, about: text)
    }
  }

  /// Adds a filter to the shown elements; an empty text removes all filters.
  ///
  /// - Parameter goal: the path of the value to go to in the first shown element; nil for the element itself.
  static func narrow(_ browser: inout Browser, _ text: String, goal: String? = nil) throws {
    guard !text.isEmpty else { return showAll(&browser) }
    let scoped: (list: Row, result: Filter)?
    do throws(FilterError) { scoped = try scope(of: text, browser) } catch {
      return complain(&browser, error, about: text)
    }
    guard let (list, filter) = scoped else { throw Message.warning("There is no list here to filter") }
    let before = browser.outline.filter(of: list)?.test
    var narrowed = ElementFilter(
      before.map { $0.and(filter) } ?? filter, words: filter.words, of: list.filteredAs,
      from: browser.cursor.id,
      count: list.childRows.count, nextSerial: browser.document.nextSerial)
    narrowed.goal = goal
    browser.view.setCursor(list)
    browser.view.setFold(list, open: true)
    browser.view.outline.filters.append(narrowed)
    run(&browser, list)
  }

  /// Returns the list that a filter applies to, and the parsed filter: the list that has the names in the filter, otherwise the
  /// default list; nil if there is no list.
  static func scope(of text: String, _ browser: Browser) throws(FilterError) -> (list: Row, result: Filter)? {
    let outline = browser.outline
    func read(_ list: Row) -> Filter? { try? Filter(text, names: outline.filterNames(of: list)) }
    let scopes = browser.view.scopes
    let isKeyed = scopes.usual.flatMap(read)?.isOfKeys ?? text.contains("$key")
    let object =
      isKeyed && scopes.table == nil ? outline.listToFilter(at: browser.cursor, keyed: true) : nil
    guard let usual = object ?? scopes.usual else { return nil }
    let plain = read(usual)
    if let plain, isKeyed || !plain.hasNames { return (isKeyed ? usual : scopes.onlyList ?? usual, plain) }
    return try scopes.read(for: usual) {
      names throws(FilterError) in
      try Filter(text, names: names)
    }
  }

  /// Reopens the filter prompt with the rejected text and the cursor at the error.
  private static func complain(_ browser: inout Browser, _ error: FilterError, about text: String) {
    browser.ask(.filter)
    guard case .typing(var prompt) = browser.mode else { return }
    prompt.line.set(text)
    let line = prompt.line.text
    let place = line.unicodeScalars.index(
      line.startIndex, offsetBy: error.position, limitedBy: line.endIndex)
    prompt.line.moveCursor(to: place ?? line.endIndex)
    prompt.complaint = "\(error)"
    browser.mode = .typing(prompt)
  }

  /// Starts inspecting the elements after the already inspected part of the list with the latest filter.
  private static func run(_ browser: inout Browser, _ list: Row) {
    guard let filter = browser.outline.filter else { return }
    var extent = Extent(size: browser.document.base.count)
    browser.view.outline.filter?.begin()
    guard let container = list.container, let records = RecordList(of: list, in: browser.outline) else {
      let passing = list.elements(passing: filter.test, in: browser.outline)
      browser.view.outline.filter?.add(passing, share: 1)
      return end(&browser, extent)
    }
    // Only a list of values after each other can grow.
    if container.form == .values { extent.last = container.index.last()?.value.lowerBound ?? 0 }
    browser.view.keepInSight()
    let query = Query(filter.test, limit: ElementFilter.most)
    let run = QueryRun([(records.starting(at: filter.inspected.last), query)])
    browser.start(.filter) { [extent] link in
      func report(_ elements: [Int], _ share: Double) {
        link.report(Report(.part) { take(&$0, elements, share: share) })
      }
      var found: [Int] = []
      _ = run.positions { progress in
        report(found.sorted(), progress.share)
        found = []
        return !link.isCancelled()
      } take: { positions in
        found += positions.map(\.element)
        return true
      }
      if !link.isCancelled() { report(found.sorted(), 1) }
      link.report(Report { end(&$0, extent) })
    }
  }

  /// Shows elements that pass the filter. A cursor at the end of a followed file stays at the end.
  static func take(_ browser: inout Browser, _ found: [Int], share: Double) {
    browser.stayAtEnd { $0.outline.filter?.add(found, share: share) }
    browser.view.keepInSight()
  }

  /// Applies the filter to the elements that were added to a growing text.
  static func goOn(_ browser: inout Browser) {
    guard let filter = browser.outline.filter, filter.share == nil, browser.running[.filter] == nil,
      !filter.isComplete(browser.document.base.count), let list = browser.outline.list(filter.list)
    else { return }
    run(&browser, list)
  }

  /// Removes all filters; the cursor stays on its row.
  static func showAll(_ browser: inout Browser) {
    guard browser.outline.filter != nil else { return }
    browser.view.outline.filters = []
    browser.cancel(.filter)
    browser.view.keepInSight()
  }

  /// Removes the latest filter, and shows the elements that pass the remaining filters.
  static func widen(_ browser: inout Browser) {
    guard browser.outline.filters.count > 1 else { return showAll(&browser) }
    removeLast(&browser)
    // The previous filter may have been narrowed before it was complete.
    guard let filter = browser.outline.filter, !filter.isComplete(browser.document.base.count),
      let list = browser.outline.list(filter.list)
    else {
      browser.message = browser.outline.filter.map {
        .note("\(Words.count(browser.outline.count(of: $0), "element")) with \($0.words)")
      }
      return
    }
    run(&browser, list)
  }

  /// Removes the filter at an index, and applies the other filters again.
  static func remove(at index: Int, _ browser: inout Browser) throws {
    var rest = browser.outline.filters.map(\.words)
    rest.remove(at: index)
    showAll(&browser)
    for words in rest { try narrow(&browser, words) }
  }

  /// Removes the latest filter without inspecting elements again.
  static func removeLast(_ browser: inout Browser) {
    browser.view.outline.filters.removeLast()
    browser.cancel(.filter)
    browser.view.keepInSight()
  }

  /// Ends filtering: moves the cursor back to its original row, or to the next element that passes the filter.
  ///
  /// - Parameter extent: the inspected part of the text; nil if the filter does not apply to later additions.
  static func end(_ browser: inout Browser, _ extent: Extent?) {
    browser.running.end(.filter)
    guard let filter = browser.outline.filter else { return }
    browser.view.outline.filter?.end(extent)
    defer { goOn(&browser) }
    guard filter.share != nil else {
      let outline = browser.outline
      browser.view.table?.grow(in: outline)
      return
    }
    // The cursor stays where it is if the user moved it or began an edit meanwhile.
    let isWaiting = browser.cursor.filteredAs == filter.list && !browser.isEditing
    let words = filter.test.words
    if filter.shown.isEmpty {
      browser.view.outline.filters.removeLast()
      let place = browser.outline.list(filter.list)?.path.description ?? ""
      browser.message = .warning("No element\(place.isEmpty ? "" : " of \(place)") has \(words)")
    } else {
      let most = filter.shown.count >= ElementFilter.most ? "; the search stops here" : ""
      let count = Words.count(browser.outline.count(of: filter), "element")
      let remark = filter.test.remark.map { "; \($0)" } ?? ""
      let back = browser.outline.filters.count > 1 ? "Esc goes back" : "Esc shows all"
      browser.message = .note("\(count) with \(words)\(most)\(remark)  (\(back))")
    }
    let origin = browser.outline.row(nearest: filter.origin)
    if isWaiting {
      browser.view.setCursor(
        browser.outline.nearestShown(to: origin) ?? browser.outline.firstChild(of: browser.cursor)
          ?? browser.cursor)
      // The filter was set in a table of another list, whose rows need not be open in the tree.
      if browser.view.table == nil { browser.view.outline.reveal(browser.cursor) }
      let names = browser.cursor.parent.map { browser.outline.filterNames(of: $0) }
      let goal = filter.goal.flatMap { goal in names.flatMap { try? FilterPath(goal, $0) } }
      if let row = goal.flatMap({ $0.rows(in: browser.cursor, browser.outline).first }) {
        browser.view.reveal(row)
      }
    }
    browser.view.keepInSight()
  }
}

extension Browser {
  private static let maximumFilterCells = 40

  /// The count, the filters and the progress of filtering for the status bar, such as `3 with "crash" › comments > 9`; nil
  /// without a filter.
  var filterPiece: String? {
    outline.filter.map { filter in
      let share = filter.share.map { "… \(Int($0 * 100)) %" } ?? ""
      let steps = outline.filters.map(\.words).joined(separator: " › ")
      let words = Truncation.start.fit(Sanitized(steps).text, to: Self.maximumFilterCells)
      return "\(outline.count(of: filter)) with \(words)\(share)"
    }
  }
}

extension LinePrompt {
  /// Returns the path of the list whose property names the typed line uses; nil if the line uses no names, or if the list is
  /// the whole text.
  func scopePath(in browser: Browser) -> String? {
    let (text, scopes) = (line.text, browser.view.scopes)
    let usual = scopes.usual
    var list: Row?
    if purpose == .filter {
      list = ((try? ElementFilter.scope(of: text, browser)) ?? nil)?.list ?? usual
    } else if purpose == .command, let usual {
      let words = text.split(whereSeparator: { " ,".contains($0) })
      guard let name = words.first,
        browser.commands.command(named: String(name))?.command.argument?.takesNames == true
      else { return nil }
      let path = words.dropFirst().first.map(String.init) ?? ""
      let scope = try? scopes.path(path, for: usual)
      list = scope?.list ?? usual
    }
    return list.flatMap { $0.path.isEmpty ? nil : Sanitized($0.path.description).text }
  }
}

extension Row {
  /// Returns the name of the row in a filter of an enclosing list; nil if the row has no such name.
  func name(in list: Row, _ names: FilterNames) throws(FilterError) -> FilterPath? {
    guard list.id != id, list.id.contains(id) else { return nil }
    // Nested lists need no path component: a name denotes the values in all their elements.
    let keys = path.components.dropFirst(list.path.components.count + 1).compactMap { step in
      if case .key(let key) = step { key.filterName } else { nil }
    }
    guard !keys.isEmpty else {
      return isContainer || node == nil ? nil : try FilterPath("$value", names)
    }
    let name = keys.joined(separator: ".")
    do { return try FilterPath(name, names) } catch { return try FilterPath("." + name, names) }
  }
}
