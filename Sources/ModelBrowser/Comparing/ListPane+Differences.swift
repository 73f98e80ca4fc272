import Mantle
import TerminalText

/// The list of the differences between the document and another text, by element.
extension ListPane {
  static func differenceGroups(_ browser: Browser) -> [Group] {
    var groups: [Group] = []
    var last: JSONKeyPath?
    for part in browser.comparison?.parts ?? [] {
      let path = part.elementPath
      let item = Item(target: .difference(part), text: part.words)
      if path == last, part.isInside(path) {
        groups[groups.count - 1].items.append(item)
        groups[groups.count - 1].count += 1
      } else {
        let mark = part.isInside(path) ? "~" : part.mark
        let title = "\(mark) \(path.isEmpty ? "the value" : path.description)"
        groups.append(Group(title: title, count: 1, items: [item], path: path))
        // An element that the document lacks has the same index as another element of the document, so the next difference
        // starts a new group.
        let isElsewhere = !part.isInside(path) && part.after == nil && part.movedFrom == nil
        last = isElsewhere ? nil : path
      }
    }
    return groups
  }

  /// Takes the selected difference, or all differences of the selected element, from the other text into the document.
  ///
  /// - Parameter all: whether to take every difference instead.
  static func take(_ browser: inout Browser, _ pane: ListPane, all: Bool) throws {
    guard var comparison = browser.comparison, let difference = comparison.difference else { return }
    guard comparison.revision == browser.document.history.revision else {
      Comparison.startAgain(in: &browser)
      throw Message.warning("The document was edited: comparing again")
    }
    let chosen = pane.chosenDifferences
    guard let taken = all ? difference : difference.filtered({ chosen.contains($0) }) else { return }
    let count = Words.count(all ? taken.parts.count : chosen.count, "difference")
    let summary = "took \(count) from \(comparison.name)"
    guard browser.editor.undo(taken, at: comparison.place, as: summary) else { return }
    guard comparison.remove(taken, revision: browser.document.history.revision) else {
      return Comparison.startAgain(in: &browser)
    }
    browser.editor.comparison = comparison.difference == nil ? nil : comparison
    refresh(&browser)
    if comparison.difference == nil { browser.mode = .browsing }
  }

  /// Removes the selected differences from the list: the values of the document stay as they are.
  static func leaveOut(_ browser: inout Browser, _ pane: ListPane) {
    browser.editor.comparison?.leaveOut(pane.chosenDifferences)
    refresh(&browser)
    if browser.comparison?.difference != nil { return }
    browser.editor.comparison = nil
    browser.mode = .browsing
    browser.message = .note("No more differences")
  }

  /// The selected difference, or all differences of the selected element.
  private var chosenDifferences: Set<JSONDifference.Part> {
    let items = selectedItem.map { [$0] } ?? selectedGroup?.items ?? []
    return Set(items.compactMap { if case .difference(let part) = $0.target { part } else { nil } })
  }

  /// Undoes the last edit, as `u` does outside of the list, and shows the updated list.
  static func undo(_ browser: inout Browser, _ pane: ListPane) {
    browser.mode = .browsing
    browser.handle(.key(.character("u")))
    browser.mode = .listing(pane)
    if pane.kind == .differences { Comparison.startAgain(in: &browser) } else { surveyAgain(&browser, pane) }
  }
}

extension ListPane.Target {
  /// The former and the new value of a difference; nil for other targets.
  var difference: Differences.Entry? {
    switch self {
    case .change(let entry): entry
    case .difference(let part):
      Differences.Entry(
        path: part.path, before: part.after?.rawText, after: part.before?.rawText,
        origin: part.movedFrom.map { JSONKeyPath([.index($0)]) },
        kind: part.movedFrom == nil ? .value : .moved)
    default: nil
    }
  }
}

extension JSONDifference.Part {
  /// The path of the element of the outermost list that contains the location; outside of lists, the path of the parent.
  fileprivate var elementPath: JSONKeyPath {
    let steps = path.components
    let index = steps.firstIndex { if case .index = $0 { true } else { false } }
    return JSONKeyPath(Array(steps.prefix(index.map { $0 + 1 } ?? max(0, steps.count - 1))))
  }

  fileprivate func isInside(_ element: JSONKeyPath) -> Bool {
    path.components.count > element.components.count
  }

  /// The sign for the effect of taking the value of the other text: `+` adds it to the document, `-` removes the document's
  /// value, `~` replaces it, and `>` moves it.
  var mark: String {
    switch (after, before) {
    case (nil, nil): ">"
    case (nil, _): "+"
    case (_, nil): "-"
    default: "~"
    }
  }

  /// The path of the difference inside its element; empty for the element itself.
  var label: String {
    let inner = JSONKeyPath(Array(path.components.dropFirst(elementPath.components.count)))
    return inner.isEmpty ? "" : inner.description
  }

  /// The line of text in which `/` searches: the sign, the path and both values of the difference.
  fileprivate var words: String {
    "\(mark) \(label)  \(after?.excerpt ?? "")  \(before?.excerpt ?? "")"
  }

  /// The number of cells of a string that are compared with the other string.
  private static let maximumCompared = 1 << 10

  /// Returns the values of the document and of the other text; values that are too wide are cut to their changed parts.
  func sides(cells: Int) -> (old: String, new: String) {
    if let movedFrom { return ("moved", "at [\(movedFrom)]") }
    func text(_ node: JSONNode?) -> String {
      guard let node else { return "" }
      return Preview(of: node, cells: node.kind.isContainer ? cells : Self.maximumCompared).text
    }
    let (own, other) = (text(after), text(before))
    guard max(own.cellWidth, other.cellWidth) > cells else { return (own, other) }
    return TextDifference.changedPart(own, other, around: cells / 3)
  }
}
