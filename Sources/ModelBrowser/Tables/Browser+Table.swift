import Mantle
import MantleQuery

/// Keeping the cursor on a cell of the table, although commands move the cursor as in the tree.
extension Browser {
  /// The table row under the cursor and the number of edits so far, to be compared after an event; nil without a table.
  var tablePlace: (line: RowID, edits: Int)? {
    editor.view.table == nil ? nil : (editor.view.line(of: cursor).id, document.history.done.count)
  }

  /// Moves the cursor back to a cell after an event, and updates the order of the rows, the result and the survey of types.
  ///
  /// - Parameter before: the value of ``tablePlace`` before the event. After an edit of a cell, the cursor stays in the column
  ///   of the cell, even if the value has moved inside its object.
  mutating func settle(since before: (line: RowID, edits: Int)?) {
    guard case .browsing = mode else { return }
    if let before, document.history.done.count > before.edits, editor.view.line(of: cursor).id == before.line
    {
      editor.view.cursor = editor.view.line(of: cursor)
    }
    editor.view.settle()
    if let before, document.history.done.count > before.edits { editor.view.makeRoomForCell() }
    sortAgainIfChanged()
    TableTotals.keepUp(&self)
    ResultTable.keepUp(&self)
    TypeSurvey.countAgain(&self)
    let heading = layout.heading
    resize(size)
    if layout.heading != heading { editor.view.settle() }
  }

  /// Sorts the rows of the table again if the shown elements have changed.
  private mutating func sortAgainIfChanged() {
    guard let table = editor.view.table, let order = table.order else {
      if running[.sort] != nil { cancel(.sort) }
      return
    }
    let state = table.state(in: outline)
    // While the document grows, the rows are sorted again only after the previous sort has finished.
    guard state != order.state, !state.isFiltering,
      running[.sort] == nil || state.filters != order.state?.filters
    else { return }
    attempt { try $0.sortTable(order.keys, startsAtFirst: false) }
  }

  /// Sorts the rows of the table in the background.
  ///
  /// - Parameter startsAtFirst: whether the cursor goes to the first row; otherwise it stays on its element.
  mutating func sortTable(_ keys: [TableSort.Key], startsAtFirst: Bool = true) throws {
    cancel(.sort)
    guard let table = editor.view.table else { return }
    editor.view.table?.order = nil
    guard !keys.isEmpty else { return }
    let query = try table.query(keys, in: outline)
    var order = TableSort(keys, table.state(in: outline), startsAtFirst: startsAtFirst)
    if let old = table.order, old.state?.filters == order.state?.filters {
      order.take(old.elements, share: 0)
    }
    editor.view.table?.order = order
    start(.sort) { link in
      query.sort(isCancelled: link.isCancelled) { elements, share in
        link.report(Report(.part) { $0.editor.view.take(elements, share: share) })
      }
      link.report(.done)
    }
  }
}

extension Command.TablePart {
  /// Moves the cursor to the part of the table that a command acts on.
  ///
  /// - Returns: true if the command is done, because an editor for the absent member was opened.
  func aim(in browser: inout Browser) throws(Message) -> Bool {
    guard let table = browser.view.table else { return false }
    switch self {
    case .list:
      guard let list = browser.outline.list(table.list) else { return false }
      let origin = browser.cursor.id
      browser.view.table?.origin = origin
      browser.view.cursor = list
    case .row: browser.view.cursor = browser.view.line(of: browser.cursor)
    case .cellOrRows where browser.selection.isActive:
      browser.view.cursor = browser.view.line(of: browser.cursor)
    case .cell, .cellOrNew, .cellOrRows:
      guard !browser.selection.isActive, browser.cursor.id == browser.view.line(of: browser.cursor).id,
        let column = table.grid.current,
        let path = column.path, path.isNamed, browser.cursor.node?.kind == .object
      else { return false }
      if path.isCalculated {
        throw .warning("\(column.title) is calculated and not saved; edit the columns that it is made of")
      }
      guard self == .cellOrNew, case .key(let key)? = path.routes.first?.last, path.routes[0].count == 1
      else {
        throw .warning("\(column.title) is absent here")
      }
      let start = ValueEdit.Start.suggestion(JSONText.quoted(key) + ": ")
      browser.mode = .editing(
        ValueEdit(.member(taken: browser.outline.keys(of: browser.cursor)), inserting: .inside, start: start))
      return true
    }
    return false
  }
}

extension Outline {
  /// Returns the list that a command without an argument shows: the list that contains the cursor, otherwise the innermost
  /// enclosing object with only objects as members, otherwise the only list, or the only list of objects, in the enclosing
  /// object.
  ///
  /// - Throws: a message if the cursor has no list near it, or if the object has several lists.
  func listToShow(at cursor: Row) throws(Message) -> Row {
    guard let usual = listToFilter(at: cursor) else { throw .warning("There is no list here") }
    if usual.isList { return usual }
    func members(of row: Row) -> [Row] { Array(childRows(of: row).prefix(Self.maximumMembers)) }
    let map = sequence(first: cursor, next: \.parent).first { row in
      guard row.holdsValues, !row.isList else { return false }
      let members = members(of: row)
      return !members.isEmpty && members.allSatisfy { $0.holdsValues && !$0.isList }
    }
    if let map { return map }
    let lists = members(of: usual).filter(\.isList)
    guard lists.count > 1 else { return lists.first ?? usual }
    let ofObjects = lists.filter { firstChild(of: $0).map { $0.holdsValues && !$0.isList } ?? false }
    if let only = ofObjects.first, ofObjects.count == 1 { return only }
    let names = lists.prefix(4).compactMap(\.keyText).joined(separator: ", ")
    throw .note("This object has several lists; go to one of them  (\(names))")
  }

  /// The maximum number of members of an object that are inspected.
  private static let maximumMembers = 100
}
