import Mantle
import TerminalText
import TextCells

/// The copied or deleted values: the latest ones, and those stored under a letter.
struct Registers: Sendable {
  /// A copied or deleted value, with its former key and list.
  struct Value: Sendable {
    /// The key of the value if it was a member of an object; nil if it was an element of a list.
    let key: String?
    let json: [UInt8]
    /// The row of the list or object that contained the value; nil if the value does not come from this document.
    var list: RowID?
    /// The place of the value in the original text; nil for a value that was added later, or if origins are
    /// not tracked.
    var source: EditedPlace?
  }

  /// The letter of the register for the next command, as typed in `"a`; nil for none.
  var wanted: Character?
  private var latest: [Value] = []
  private var named: [Character: [Value]] = [:]

  /// The values that the next command pastes; empty if the register is empty.
  var chosen: [Value] { wanted.map { named[$0] ?? [] } ?? latest }

  /// Stores values as the latest ones, and under the chosen letter if there is one.
  mutating func keep(_ values: [Value]) {
    guard !values.isEmpty else { return }
    latest = values
    if let wanted { named[wanted] = values }
  }

  /// Stores the values of rows.
  ///
  /// - Parameter history: the edits so far, which determine the original places of the values.
  mutating func keep(_ rows: [Row], _ history: EditHistory) {
    let values = rows.compactMap { row in
      (row.damagedText ?? row.node?.rawBytes).map { json in
        Value(
          key: row.keyText, json: json, list: row.parent?.id,
          source: history.origin(of: row.editedPlace))
      }
    }
    keep(values)
  }

  /// Inserts pasted JSON after the cursor, like `p`.
  static func paste(_ browser: inout Browser, _ text: String) {
    guard case .browsing = browser.mode, let json = JSONNode.pasted(text) else {
      browser.message = .warning("Only JSON can be pasted into the tree, and text while typing")
      return
    }
    browser.editor.registers.keep([Value(key: nil, json: json)])
    browser.perform(Invocation(.putAfter))
  }

  /// The registers for another document: the same values, without their places in this document.
  var elsewhere: Registers {
    func texts(_ values: [Value]) -> [Value] { values.map { Value(key: $0.key, json: $0.json) } }
    var registers = self
    (registers.latest, registers.named) = (texts(latest), named.mapValues(texts))
    return registers
  }

  /// The screen of `:registers`, with a line for each register.
  var screen: TextScreen {
    let all = [("\"", latest)] + named.sorted { $0.key < $1.key }.map { (String($0.key), $0.value) }
    let lines = all.filter { !$0.1.isEmpty }.map { name, values in
      let count = values.count > 1 ? "\(values.count) values: " : ""
      let text = values[0].key.map { "\(JSONText.quoted($0)): " } ?? ""
      return [Span(" \(name)  ", Style(.name)), Span(count, Style(.dimmed))]
        + Sanitized(text + String(decoding: JSONNode.line(values[0].json), as: UTF8.self), cells: 400).spans()
    }
    return TextScreen(
      title: "Registers", lines: lines.isEmpty ? [Sanitized("Nothing was copied or deleted").spans()] : lines)
  }
}

extension Row {
  /// The source text of a malformed value; nil for a valid one.
  fileprivate var damagedText: [UInt8]? {
    guard let record, let damage = record.damage else { return nil }
    guard let node else { return editedPlace.path.isEmpty ? record.bytes.slice(record.range) : nil }
    let range = record.sourceRange(of: node)
    return damage.regions(in: range).isEmpty ? nil : record.bytes.slice(range)
  }
}
