import Mantle
import MantleDocuments
import TerminalText

/// The list of unsaved edits.
extension ListPane {
  static func changeGroups(_ browser: Browser) -> [Group] {
    let words = ChangeWords(browser.outline)
    let entries = browser.outline.differences.entries
    let kinds: [(String, (Differences.Entry) -> Bool)] = [
      ("changed", { $0.kind == .value && $0.before != nil && $0.after != nil }),
      ("moved", { $0.kind == .moved && !$0.isRenamed }), ("renamed", { $0.isRenamed }),
      ("in another order", \.isOrder),
      ("inserted", { $0.kind == .value && $0.before == nil }),
      ("deleted", { $0.kind == .value && $0.after == nil }),
    ]
    return kinds.compactMap { title, belongs in
      let items = entries.filter(belongs).map { Item(target: .change($0), text: words.text(of: $0)) }
      return items.isEmpty ? nil : Group(title: title, count: items.count, items: items)
    }
  }

  /// The conflicts of the last reload that are left.
  static func conflictGroups(_ browser: Browser) -> [Group] {
    let (raw, words) = (browser.outline.raw, ChangeWords(browser.outline))
    let open = (browser.document.recovery?.conflicts ?? []).filter { conflict in
      let (row, rest) = raw.row(at: conflict.path)
      return rest.isEmpty && (row.node == nil || row.node?.rawText == conflict.edited ?? conflict.file)
    }
    let kinds: [(String, (MergeConflict) -> Bool)] = [
      ("edited here, changed in the file", { $0.edited != nil && $0.file != nil }),
      ("edited here, deleted in the file", { $0.file == nil }),
      ("deleted here, changed in the file, and kept", { $0.edited == nil }),
    ]
    return kinds.compactMap { title, belongs in
      let items = open.filter(belongs).map { conflict in
        let entry = Differences.Entry(path: conflict.path, before: conflict.file, after: conflict.edited)
        return Item(target: .change(entry), text: words.text(of: entry))
      }
      return items.isEmpty ? nil : Group(title: title, count: items.count, items: items)
    }
  }

  /// Makes the value of the selected change what it was; says why where that cannot be done on its own. The list is left
  /// with its last change.
  static func revert(_ browser: inout Browser, _ pane: ListPane) throws {
    guard case .change(let entry)? = pane.selectedItem?.target else {
      throw Message.note("u takes back one change: go to it first (j)")
    }
    guard pane.kind == .changes || entry.after != nil else {
      throw Message.note("The file's value is there already: Enter goes to it, dd deletes it")
    }
    guard browser.editor.change({ builder, _ in try builder.takingBack(entry) }) != nil else { return }
    refresh(&browser)
    if case .listing(let left) = browser.mode, left.all.isEmpty { browser.mode = .browsing }
    browser.message = .note("Taken back: \(entry.places)  (u outside of the list undoes that)")
  }
}

/// The description of a change in one line: its path, and its value as its row shows it.
private final class ChangeWords {
  private let outline: Outline
  private var interpretations: [JSONKeyPath: Interpretation] = [:]

  init(_ outline: Outline) { self.outline = outline }

  func text(of entry: Differences.Entry) -> String {
    if entry.isOrder { return textOfOrder(entry) }
    let texts = [entry.before, entry.kind == .value ? entry.after : nil].compactMap { text in
      text.map { summary(of: $0, at: entry.path) }
    }
    return "\(entry.places)  \(texts.joined(separator: " → "))"
  }

  /// By what it was sorted, where it was; of members also their keys.
  private func textOfOrder(_ entry: Differences.Entry) -> String {
    let (row, rest) = outline.raw.row(at: entry.path)
    let key = rest.isEmpty ? outline.document.history.sorting(of: row.editedPlace) : nil
    let keys = [entry.before, entry.after].compactMap { $0.map { Sanitized($0, cells: Self.cells).text } }
    return entry.places + (key.map { ", sorted by \($0)" } ?? "")
      + (keys.isEmpty ? "" : "  \(keys.joined(separator: " → "))")
  }

  private func summary(of text: String, at path: JSONKeyPath) -> String {
    guard let node = try? JSONDocument(parsing: JSONBytes(text)).root, node.kind.isContainer else {
      return Sanitized(text, cells: Self.cells).text
    }
    let model = path.components.last.flatMap { last -> ModelDescription? in
      let around = interpretation(of: JSONKeyPath(path.components.dropLast()))
      if case .key(let key) = last { return around.member(key).model(for: node) }
      return around.element(at: nil).model(for: node)
    }
    guard let model else {
      return Sanitized(Preview(of: node, cells: Self.cells).text, cells: Self.cells).text
    }
    return outline.records.cache(SummaryCache.init).summary(of: model)
      .spans(of: node, in: nil, cells: Self.cells).text
  }

  private static let cells = 60

  private func interpretation(of path: JSONKeyPath) -> Interpretation {
    if let known = interpretations[path] { return known }
    let (row, rest) = outline.row(at: path)
    let found = rest.isEmpty ? row.interpretation : .raw
    interpretations[path] = found
    return found
  }
}
