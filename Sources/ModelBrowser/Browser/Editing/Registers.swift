import Mantle

/// What was copied or deleted, to be put elsewhere: the latest, and what was given a letter.
struct Registers: Sendable {
  struct Value: Sendable {
    /// What it stood under; nil for an element.
    let key: String?
    let json: [UInt8]
    /// Where what it was copied from stands, or stood when it was deleted; nil where it stood nowhere.
    var place: EditedPlace?
    var isDeleted = false
  }

  /// The letter typed before the command that comes next: `"a`.
  var wanted: Character?
  private var latest: [Value] = []
  private var named: [Character: [Value]] = [:]

  /// What the next command puts; empty where there is nothing.
  var chosen: [Value] { wanted.map { named[$0] ?? [] } ?? latest }

  /// Keeps values, under the letter that is wanted, too.
  mutating func keep(_ values: [Value]) {
    guard !values.isEmpty else { return }
    latest = values
    if let wanted { named[wanted] = values }
  }

  /// Keeps the values of rows.
  mutating func keep(_ rows: [Row]) {
    let values = rows.compactMap { row in
      row.node.map { Value(key: row.keyText, json: $0.rawBytes, place: row.editedPlace) }
    }
    keep(values)
  }

  /// Knows what it keeps by where it stands after an edit.
  mutating func follow(_ shifts: [PlaceChange]) {
    guard !shifts.isEmpty else { return }
    for index in latest.indices { latest[index].follow(shifts) }
    for letter in named.keys {
      for index in named[letter, default: []].indices { named[letter]?[index].follow(shifts) }
    }
  }

  /// A line for each, as `:registers` shows them.
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

extension Registers.Value {
  fileprivate mutating func follow(_ shifts: [PlaceChange]) {
    for shift in shifts {
      guard let here = place else { return }
      if isDeleted {
        if case .inserted(let list, let index) = shift, list.child(.index(index)) == here {
          isDeleted = false
        }
      } else if let there = shift.applied(to: here) {
        place = there
      } else {
        isDeleted = true
      }
    }
  }
}
