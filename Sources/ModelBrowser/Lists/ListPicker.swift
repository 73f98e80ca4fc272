import Mantle
import TerminalText

/// A short list to pick from. The arrow keys, `j` and `k` stop at the ends, and Tab wraps around. Other letters select the
/// item that starts with them, and so do `j` and `k` after the first letter. Enter picks the selected item, and does
/// nothing if no item starts with the typed text.
struct ListPicker: Sendable {
  /// An entry of the list.
  struct Item: Sendable {
    let label: String
    let detail: String
    let choice: Choice
  }

  /// The effect of picking an item.
  enum Choice: Sendable {
    /// The JSON text the row's value becomes.
    case value([UInt8])
    case absent
    /// A value that is typed.
    case typed(PropertyDescription)
    /// A value of the file, as if it had been typed.
    case known(ValueEdit)
    case model(ModelPick)
    /// The type of the row's property.
    case type(String)
    /// The type that all values of the row's property are converted to.
    case conversion(String)
    /// A column of the table.
    case column(Int)
    /// A filter to remove, by its index.
    case filter(Int)
    /// A sort key to remove from the order of the table.
    case sortKey(String)
  }

  let title: String
  let items: [Item]
  private(set) var selected: Int
  /// The first visible item after a click, stored so that the item does not move under the pointer.
  private var first: Int?
  private(set) var typed = ""
  /// The item that another Enter chooses although a message warned against it.
  private var contested: Int?

  init(title: String, items: [Item], selected: Int = 0) {
    self.title = title
    self.items = items
    self.selected = items.isEmpty ? 0 : min(max(0, selected), items.count - 1)
  }

  /// Whether values of a row are picked from.
  var isOfValue: Bool {
    items.allSatisfy { item in
      switch item.choice {
      case .value, .absent, .typed, .known: true
      case .model, .type, .conversion, .column, .filter, .sortKey: false
      }
    }
  }

  /// The selected item; nil if the list is empty or no item starts with the typed text.
  var selection: Item? { !isLost && items.indices.contains(selected) ? items[selected] : nil }

  /// The title of the list, with a note if no item matches the typed text.
  var heading: String { isLost ? "\(title): no match for `\(typed)`" : title }

  private var isLost: Bool { !typed.isEmpty && match(typed) == nil }

  /// - Returns: false if no item has the label.
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

  /// Notes that the objection to the selected item is shown, so that Enter takes the item the next time.
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

  /// - Parameter first: the item that is shown first, and stays that.
  /// - Returns: whether it was selected already.
  mutating func select(_ index: Int, first: Int) -> Bool {
    defer { (selected, typed, self.first) = (index, "", first) }
    return selected == index
  }

  private mutating func type(_ character: Character) {
    let wanted = (typed + String(character)).lowercased()
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
    items.firstIndex { $0.label.lowercased().hasPrefix(start) }
  }

  private mutating func move(_ step: Int) {
    typed = ""
    selected = max(0, min(selected + step, items.count - 1))
  }

  /// The columns of a table, hidden ones too.
  static func columns(of grid: Grid) -> ListPicker {
    let order = grid.shown + grid.columns.indices.filter { grid.columns[$0].isHidden }
    let items = order.map { index in
      let column = grid.columns[index]
      let marks = [
        (column.isHidden, "hidden"), (index < grid.frozen, "frozen"), (column.isUnmapped, "unmapped"),
      ]
      let words = marks.filter(\.0).map(\.1).joined(separator: ", ")
      return Item(label: column.title, detail: words, choice: .column(index))
    }
    return ListPicker(
      title: "Columns: Enter goes there, Space shows or hides", items: items,
      selected: order.firstIndex(of: grid.cursor) ?? 0)
  }

  /// Returns a list of the table's filters, the latest first, and its sort keys; nil if the table has neither.
  static func conditions(of browser: Browser) -> ListPicker? {
    let filters = browser.outline.filters.enumerated().reversed().map { index, filter in
      Item(label: filter.words, detail: "filter", choice: .filter(index))
    }
    let keys = (browser.view.table?.order?.keys ?? []).map { key in
      Item(
        label: key.words, detail: key.isDescending ? "sort, down" : "sort, up", choice: .sortKey(key.words))
    }
    let items = filters + keys
    return items.isEmpty ? nil : ListPicker(title: "Take back", items: items)
  }
}
