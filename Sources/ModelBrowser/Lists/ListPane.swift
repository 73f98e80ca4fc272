import Mantle
import TerminalText

/// A list of places in the document, such as problems, unmapped keys, hits or changes, grouped by cause.
struct ListPane: Sendable {
  /// The kinds of lists.
  enum Kind: String, Sendable, CaseIterable {
    case problems, unmapped, hits, changes, differences, types, files, jumps, marks, paths
  }

  /// The destination of an item, to which Enter leads.
  enum Target: Sendable {
    case place(TextPlace)
    case row(RowID)
    case file(String)
    case change(Differences.Entry)
    /// A difference between the document and the text that it is compared with.
    case difference(JSONDifference.Part)
    /// The elements that pass a filter, with the cursor on a path in the first of them.
    case filter(String, goal: String)
    /// The elements in which a property, given by its index, has a value of a form.
    case form(ValueForm, property: Int)
    /// The first object of an archive that has an unmapped key.
    case archived(JSONKeyPath)
  }

  /// An entry of the list, whose text may be computed when it is drawn.
  struct Item: Sendable {
    let target: Target
    /// The text of the item; nil if it is determined when the item is drawn.
    var text: String?
    /// The number of occurrences that the item stands for.
    var times = 1
  }

  /// A titled group of entries, such as the places of one problem.
  struct Group: Sendable {
    let title: String
    var severity: Diagnostic.Severity?
    /// The number of all occurrences, of which only the first ones are items.
    var count: Int
    var items: [Item]
    /// The property that the objects at the items lack; nil for other problems.
    var missingProperty: String?
    /// The path of the value that contains all items; nil if there is no such value.
    var path: JSONKeyPath?
  }

  /// A line of the list: a group, or one of its items.
  struct Line: Sendable, Equatable {
    let group: Int
    /// The index of the item; nil for the line of the group.
    let item: Int?
  }

  let kind: Kind
  private(set) var all: [Group]
  /// The groups that match the typed text, in the selected order.
  private(set) var groups: [Group] = []
  private(set) var selected = 0
  private(set) var top = 0
  /// The search text that all visible groups and items match.
  private(set) var narrowing = TypedSearch()
  private(set) var isSortedByCount = false
  private var closed: Set<String> = []

  init(_ kind: Kind, _ groups: [Group]) {
    self.kind = kind
    all = groups
    arrange()
    selectFirst()
    if kind == .paths { narrowing.begin() }
  }

  /// Selects the first item of the list rather than its heading.
  private mutating func selectFirst() { selected = lineCount > 1 ? 1 : 0 }

  /// Updates the list; the selection stays on its line.
  mutating func update(_ groups: [Group]) {
    let wasEmpty = lineCount <= 1
    all = groups
    arrange()
    if wasEmpty { selectFirst() }
  }

  private mutating func arrange() {
    let pattern = narrowing.pattern
    groups = all.compactMap { group in
      guard let pattern, kind == .paths || !pattern.matches(group.title) else { return group }
      var narrowed = group
      narrowed.items =
        kind == .paths
        ? PathMatch(narrowing.text).best(of: group.items) { $0.text ?? "" }
        : group.items.filter { $0.text.map(pattern.matches) ?? false }
      narrowed.count = narrowed.items.count
      return narrowed.items.isEmpty ? nil : narrowed
    }
    if isSortedByCount {
      // Groups and items with equal counts keep their order.
      for index in groups.indices { groups[index].items.sort { $0.times > $1.times } }
      groups.sort { $0.count > $1.count }
    }
    selected = max(0, min(selected, lineCount - 1))
  }

  // MARK: - Lines

  private func itemCount(_ group: Group) -> Int { closed.contains(group.title) ? 0 : group.items.count }

  var lineCount: Int { groups.reduce(0) { $0 + 1 + itemCount($1) } }

  func isOpen(_ group: Int) -> Bool { !closed.contains(groups[group].title) }

  /// Returns at most `most` lines, starting at an index. O(groups + most).
  func lines(from first: Int, most: Int) -> [Line] {
    var lines: [Line] = []
    var number = 0
    for (index, group) in groups.enumerated() where lines.count < most {
      let size = 1 + itemCount(group)
      defer { number += size }
      guard number + size > first else { continue }
      for line in max(0, first - number)..<size where lines.count < most {
        lines.append(Line(group: index, item: line == 0 ? nil : line - 1))
      }
    }
    return lines
  }

  var selectedLine: Line? { lines(from: selected, most: 1).first }

  var selectedItem: Item? {
    guard let line = selectedLine else { return nil }
    return line.item.map { groups[line.group].items[$0] }
  }

  /// The group of the selected line; nil if the list is empty.
  var selectedGroup: Group? { selectedLine.map { groups[$0.group] } }

  /// Returns the number of screen rows for the list; a list of differences leaves rows for the selected values.
  func height(in size: ScreenSize) -> Int {
    let rows = max(0, size.rows - 3)
    return kind == .differences || kind == .changes ? rows - min(rows / 3, Self.maximumDetail) : rows
  }

  private static let maximumDetail = 12

  // MARK: - Keys

  /// The action that the list requests after a key press.
  enum Answer: Equatable {
    case stay
    case leave
    /// Go to the selected item.
    case go
    /// Undo the selected change; in a list of other items, undo the last edit.
    case revert
    /// Take the selected differences from the other text, or all of them.
    case take(all: Bool)
    /// Remove the selected differences from the list, and keep the values of the document.
    case leaveOut
    /// Convert the values of the selected form or problem.
    case convert
    /// Close the list, and handle the key outside of the list.
    case pass
    /// Show a message that the key does nothing in lists.
    case unknown
  }

  /// The keys that do something else in the tree.
  static let ownKeys: [(key: Character, help: String)] = [
    ("h", "Fold the group"), ("l", "Unfold the group"),
    ("o", "Take a value from the other file"), ("O", "Take all values from the other file"),
    ("x", "Keep the value of this file"), ("u", "Undo the edit of the line"),
  ]

  mutating func handle(_ key: Key, height: Int) -> Answer {
    defer { keepInSight(height) }
    if narrowing.isTyping { return type(key) }
    switch key {
    case .character("q"), .escape, .control("c"): return leave()
    case .enter:
      guard selectedItem == nil else { return .go }
      toggle()
    case .control("n"): move(1)
    case .character("h"), .left: setOpen(false)
    case .character("l"), .right: setOpen(true)
    case .character("/"), .character("&"): narrowing.resume()
    case .character("s"):
      isSortedByCount.toggle()
      arrange()
    case .character(":"), .function(1): return .pass
    case .character("u") where [.differences, .changes, .types, .problems].contains(kind): return .revert
    case .character("x") where kind == .changes: return .revert
    case .character("x") where kind == .differences: return .leaveOut
    case .character("o") where kind == .differences: return .take(all: false)
    case .character("O") where kind == .differences: return .take(all: true)
    case .character("c") where kind == .types || kind == .problems: return .convert
    case .character("]"): _ = step(1)
    case .character("["): _ = step(-1)
    default:
      guard let lines = key.scrolledLines(height: height, of: lineCount) else { return .unknown }
      move(lines)
    }
    return .stay
  }

  /// Clears the typed filter if there is one; otherwise leaves the list.
  private mutating func leave() -> Answer {
    guard !narrowing.text.isEmpty else { return .leave }
    narrowing = TypedSearch()
    arrange()
    return .stay
  }

  private mutating func type(_ key: Key) -> Answer {
    switch key {
    case .down, .control("n"), .tab: move(1)
    case .up, .control("p"), .backTab: move(-1)
    // Enter goes to the selected path without a second key.
    case .enter where kind == .paths && selectedItem != nil: return .go
    case .escape where kind == .paths, .control("c") where kind == .paths: return .leave
    default:
      _ = narrowing.type(key)
      arrange()
      selectFirst()
    }
    return .stay
  }

  /// Moves the selection to the next or previous item, skipping headings.
  ///
  /// - Returns: false if there is no further item.
  mutating func step(_ steps: Int) -> Bool {
    let start = selected
    repeat {
      let before = selected
      move(steps)
      if selected == before {
        selected = start
        return false
      }
    } while selectedItem == nil
    return true
  }

  private mutating func move(_ steps: Int) { selected = max(0, min(selected + steps, lineCount - 1)) }

  private mutating func toggle() {
    if let line = selectedLine { setOpen(!isOpen(line.group)) }
  }

  private mutating func setOpen(_ open: Bool) {
    guard let line = selectedLine else { return }
    if open {
      closed.remove(groups[line.group].title)
    } else {
      selected -= line.item.map { $0 + 1 } ?? 0
      closed.insert(groups[line.group].title)
    }
  }

  private mutating func keepInSight(_ height: Int) {
    top = max(min(top, selected), selected - max(1, height) + 1, 0)
  }

  /// Selects the line of the list that is at a line of the screen, counted from the first visible line.
  mutating func select(line: Int) {
    if top + line < lineCount { selected = top + line }
  }
}
