import Mantle
import TerminalText

/// A short list to pick from. The arrow keys, `j` and `k` stop at the ends, and Tab wraps around. Other letters select the
/// item that starts with them, and so do `j` and `k` after the first letter. Enter picks the selected item. If no item starts
/// with the typed text, Enter sets the text itself where the list permits another value, and otherwise does nothing.
struct ListPicker: Sendable {
  /// An entry of the list.
  struct Item: Sendable {
    let label: String
    let detail: String
    /// The reason against the item, which Enter shows before another Enter picks the item; nil if there is none.
    var objection: (@Sendable (Browser) -> String?)?
    /// The effect of Space; nil if Space has none.
    var toggle: (@Sendable (inout Browser) -> Void)?
    /// The effect of Enter after text that no item starts with; nil if the item does not stand for another value.
    var performTyped: (@Sendable (inout Browser, String) throws -> Void)?
    /// The effect of picking the item.
    let perform: @Sendable (inout Browser) throws -> Void
  }

  let title: String
  let items: [Item]
  /// Whether picking an item sets the value of the row under the cursor.
  let isOfValue: Bool
  private(set) var selected: Int
  /// The index of the first visible item after a click, stored so that the item does not move under the pointer; nil
  /// otherwise.
  private var first: Int?
  private(set) var typed = ""
  /// The index of the item whose objection was shown, so that another Enter picks the item; nil if none was shown.
  private var contested: Int?

  init(title: String, items: [Item], selected: Int = 0, isOfValue: Bool = false) {
    (self.title, self.items, self.isOfValue) = (title, items, isOfValue)
    self.selected = items.isEmpty ? 0 : min(max(0, selected), items.count - 1)
  }

  /// The selected item; nil if the list is empty or no item starts with the typed text.
  var selection: Item? { !isLost && items.indices.contains(selected) ? items[selected] : nil }

  /// The title of the list, with a note if no item matches the typed text.
  var heading: String {
    guard isLost else { return title }
    return performTyped == nil ? "\(title): no match for `\(typed)`" : "\(title): Enter sets `\(typed)`"
  }

  /// The effect of Enter if no item starts with the typed text; nil if an item does, or if the text is not permitted.
  var performTyped: (@Sendable (inout Browser) throws -> Void)? {
    guard isLost, let perform = items.lazy.compactMap(\.performTyped).first else { return nil }
    return { [typed] in try perform(&$0, typed) }
  }

  private var isLost: Bool { !typed.isEmpty && match(typed) == nil }

  /// Selects the item with a label, and returns whether there is one.
  mutating func select(_ label: String) -> Bool {
    guard let index = items.firstIndex(where: { $0.label == label }) else { return false }
    selected = index
    return true
  }

  /// Moves the selection for a key; other keys have no effect.
  mutating func handle(_ key: Key) {
    (first, contested) = (nil, nil)
    switch key {
    case .down, .control("n"): move(1)
    case .up, .control("p"): move(-1)
    case .tab: move(selected == items.count - 1 ? -selected : 1)
    case .backTab: move(selected == 0 ? items.count - 1 : -1)
    case .home: (selected, typed) = (0, "")
    case .end: (selected, typed) = (max(0, items.count - 1), "")
    case .backspace: typed = String(typed.dropLast())
    case .character(let character): type(character)
    default: break
    }
  }

  /// Records that the objection to the selected item is shown, so that another Enter chooses the item.
  ///
  /// - Returns: false if the message was shown before.
  mutating func contest() -> Bool {
    defer { contested = selected }
    return contested != selected
  }

  /// Returns the items that are visible and the screen row of the first one.
  ///
  /// - Parameters:
  ///   - line: the screen row of the value that is picked for; nil if the value is not on the screen.
  ///   - bottom: the row the list must end above.
  func place(on size: ScreenSize, below line: Int?, above bottom: Int) -> (top: Int, items: Range<Int>) {
    let shown = min(items.count, max(1, size.rows - 3))
    let first = max(0, min(self.first ?? selected - shown / 2, items.count - shown))
    let top = line.flatMap { $0 + 2 + shown <= bottom ? $0 + 2 : nil } ?? max(0, size.rows - 2 - shown)
    return (top, first..<first + shown)
  }

  /// Selects the item at an index, such as after a click.
  ///
  /// - Parameter first: the first visible item, which does not change.
  /// - Returns: whether the item was already selected.
  mutating func select(_ index: Int, first: Int) -> Bool {
    defer { (selected, typed, self.first) = (index, "", first) }
    return selected == index
  }

  private mutating func type(_ character: Character) {
    let wanted = typed + String(character)
    if typed.isEmpty, character == "j" {
      move(1)
    } else if typed.isEmpty, character == "k" {
      move(-1)
    } else if let index = match(wanted) {
      typed = wanted
      selected = index
    } else if !typed.isEmpty {
      typed = wanted
    } else if let digit = character.wholeNumberValue, items.indices.contains(digit - 1) {
      selected = digit - 1
    } else if character.isLetter || character.isNumber {
      typed = wanted
    }
  }

  private func match(_ start: String) -> Int? {
    items.firstIndex { $0.label.lowercased().hasPrefix(start.lowercased()) }
  }

  private mutating func move(_ step: Int) {
    typed = ""
    selected = max(0, min(selected + step, items.count - 1))
  }

  /// Returns a list of all columns of a table, including hidden ones.
  static func columns(of grid: Grid) -> ListPicker {
    let order = grid.shown + grid.columns.indices.filter { grid.columns[$0].isHidden }
    let items = order.map { index in
      let column = grid.columns[index]
      let marks = [
        (column.isHidden, "hidden"), (index < grid.frozen, "frozen"), (column.isUnmapped, "unmapped"),
      ]
      let words = marks.filter(\.0).map(\.1).joined(separator: ", ")
      return Item(
        label: column.title, detail: words, toggle: { toggle(column: index, &$0) },
        perform: { $0.editor.view.changeGrid { $0.select(index) } })
    }
    return ListPicker(
      title: "Columns: Enter goes there, Space shows or hides", items: items,
      selected: order.firstIndex(of: grid.cursor) ?? 0)
  }

  /// Shows or hides a column, and lists the columns again.
  private static func toggle(column index: Int, _ browser: inout Browser) {
    browser.editor.view.changeGrid { $0.toggle(index) }
    guard let grid = browser.editor.view.grid else { return }
    var picker = columns(of: grid)
    _ = picker.select(grid.columns[index].title)
    browser.mode = .choosing(picker)
  }

  /// Returns a list of the table's filters, the latest first, and its sort keys; nil if the table has neither.
  static func conditions(of browser: Browser) -> ListPicker? {
    let filters = browser.outline.filters.enumerated().reversed().map { index, filter in
      Item(label: filter.words, detail: "filter") { try ElementFilter.remove(at: index, &$0) }
    }
    let order = browser.view.table?.order?.keys ?? []
    let keys = order.map { key in
      Item(label: key.words, detail: key.isDescending ? "sort, down" : "sort, up") {
        try $0.sortTable(order.filter { $0.words != key.words })
      }
    }
    let items = filters + keys
    return items.isEmpty ? nil : ListPicker(title: "Remove a filter or sort key", items: items)
  }
}

extension ListPicker.Item {
  /// Returns an item that edits the value under the cursor, which `.` repeats.
  static func edit(
    _ label: String, _ detail: String = "", _ edit: @escaping @Sendable (inout Browser) -> Void
  ) -> ListPicker.Item {
    ListPicker.Item(label: label, detail: detail) { browser in
      LastEdit.noteAnswer(&browser, label)
      edit(&browser)
    }
  }

  /// Returns an item whose JSON becomes the value of the row, or of the selected rows.
  static func value(_ label: String, _ detail: String = "", _ json: [UInt8]) -> ListPicker.Item {
    .edit(label, detail) { browser in
      if browser.selection.isActive { return Selection.set(&browser, label) }
      browser.editor.commit(json)
    }
  }
}
