import Mantle
import MantleDocuments
import TerminalText
import TextCells

/// The list of unsaved edits.
extension ListPane {
  static func changeGroups(_ browser: Browser) -> [Group] {
    var saved = browser.outline
    saved.update { $0.revert() }
    let entries = browser.outline.differences.entries
    let kinds: [(String, (Differences.Entry) -> Bool)] = [
      ("changed", { $0.kind == .value && $0.before != nil && $0.after != nil }),
      ("moved", { $0.kind == .moved && !$0.isRenamed }), ("renamed", { $0.isRenamed }),
      ("in another order", \.isOrder),
      ("inserted", { $0.kind == .value && $0.before == nil }),
      ("deleted", { $0.kind == .value && $0.after == nil }),
    ]
    return kinds.compactMap { title, belongs in
      let items = entries.filter(belongs).map {
        Item(target: .change($0), text: text(of: $0, browser.outline, saved: saved))
      }
      return items.isEmpty ? nil : Group(title: title, count: items.count, items: items)
    }
  }

  /// Reverts the selected change, or shows why it cannot be reverted alone. The list closes after its last change is
  /// reverted.
  static func revert(_ browser: inout Browser, _ pane: ListPane) throws {
    guard case .change(let entry)? = pane.selectedItem?.target else {
      throw Message.note("u undoes one change: select it first (j)")
    }
    let count = browser.document.history.done.count
    guard browser.editor.change({ builder, _ in try builder.reverting(entry) }) != nil else { return }
    if browser.outline.differences.entries.isEmpty {
      browser.editor.change { builder, _ in builder.clearingEdits() }
      browser.editor.joinSteps(after: count)
    }
    refresh(&browser)
    if case .listing(let left) = browser.mode, left.all.isEmpty { browser.mode = .browsing }
    browser.message = .note("Reverted: \(entry.places)  (u outside of the list restores it)")
  }

  // MARK: - Words

  /// Returns a change on one line: its path, and the former and current value as their rows show them.
  private static func text(of entry: Differences.Entry, _ outline: Outline, saved: Outline) -> String {
    if entry.isOrder { return text(ofOrder: entry, outline) }
    let before = entry.before.map { summary(of: $0, at: entry.origin ?? entry.path, in: saved) }
    let after = entry.kind == .value ? entry.after.map { summary(of: $0, at: entry.path, in: outline) } : nil
    return "\(entry.places)  \([before, after].compactMap(\.self).joined(separator: " → "))"
  }

  /// Returns a change of order on one line: its path, the sort key if the children were sorted, and the former and current
  /// order of the keys of an object.
  private static func text(ofOrder entry: Differences.Entry, _ outline: Outline) -> String {
    let (row, rest) = outline.raw.row(at: entry.path)
    let key = rest.isEmpty ? outline.document.history.sorting(of: row.editedPlace) : nil
    let keys = [entry.before, entry.after].compactMap { $0.map { Sanitized($0, cells: cells).text } }
    return entry.places + (key.map { ", sorted by \($0)" } ?? "")
      + (keys.isEmpty ? "" : "  \(keys.joined(separator: " → "))")
  }

  private static func summary(of text: String, at path: JSONKeyPath, in outline: Outline) -> String {
    let (row, rest) = outline.row(at: path)
    let isShown = rest.isEmpty && row.node?.kind.isContainer == true && row.node?.rawText == text
    return isShown ? valueText(row, in: outline) : Sanitized(text, cells: cells).text
  }

  private static let cells = 60
}
