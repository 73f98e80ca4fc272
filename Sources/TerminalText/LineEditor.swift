import TextCells

/// A line of text that is being typed, with the editing keys of a shell.
///
/// The caller handles Enter, Escape and all keys that are not editing keys.
package struct LineEditor: Sendable, Hashable {
  /// The text of the line that is being typed.
  package private(set) var text: String
  /// The insertion point, which is between two characters.
  package private(set) var cursor: String.Index
  /// The text that was cut last, which `^Y` inserts.
  private var cut = ""
  /// The lines that were typed earlier, from oldest to newest.
  private let history: [String]
  /// The index of the recalled line in the history; the number of lines if none is recalled.
  private var place: Int
  /// The line that was being typed before a line of the history was recalled. Moving past the newest line of
  /// the history restores it.
  private var unfinished = ""

  /// Creates an editor with the cursor at the end of the text. The history is ordered from oldest to newest.
  package init(_ text: String = "", history: [String] = []) {
    self.text = text
    cursor = text.endIndex
    self.history = history
    place = history.count
  }

  /// Inserts typed or pasted text before the cursor.
  package mutating func insert(_ inserted: String) {
    replace(cursor..<cursor, with: inserted)
  }

  /// Replaces the whole text of the line and moves the cursor to its end.
  package mutating func set(_ text: String) {
    self.text = text
    cursor = text.endIndex
  }

  /// Moves the cursor to an index of the text. If the index is inside a character, the cursor moves to the
  /// end of that character.
  package mutating func moveCursor(to index: String.Index) {
    cursor = text.characterBoundary(notBefore: index)
  }
}

// MARK: - Edits that keys perform

extension LineEditor {
  /// Returns the index in the text that is a number of characters after the cursor, or before it if the
  /// number is negative. The result is clamped to the ends of the text.
  private func index(_ characters: Int) -> String.Index {
    let limit = characters < 0 ? text.startIndex : text.endIndex
    return text.index(cursor, offsetBy: characters, limitedBy: limit) ?? limit
  }

  package mutating func delete(_ range: Range<String.Index>, keeping: Bool = false) {
    guard !range.isEmpty else { return }
    if keeping { cut = String(text[range]) }
    replace(range, with: "")
  }

  /// Swaps the characters before and after the cursor and moves the cursor past both. At the end of the text,
  /// swaps the last two characters.
  mutating func transpose() {
    let end = cursor == text.endIndex ? cursor : text.index(after: cursor)
    guard let middle = text.index(end, offsetBy: -1, limitedBy: text.startIndex),
      let start = text.index(middle, offsetBy: -1, limitedBy: text.startIndex)
    else { return }
    replace(start..<end, with: String(text[middle..<end]) + text[start..<middle])
  }

  /// Replaces the text by another line of the history. Does nothing beyond the ends of the history.
  ///
  /// - Parameter step: -1 for the previous line, 1 for the next line.
  mutating func recall(_ step: Int) {
    guard (0...history.count).contains(place + step) else { return }
    if place == history.count { unfinished = text }
    place += step
    set(place < history.count ? history[place] : unfinished)
  }

  /// Returns the start of the last run of characters before the cursor that satisfy a predicate, such as the
  /// characters of a word.
  private func start(of isPart: (Character) -> Bool) -> String.Index {
    let gap = text[..<cursor].suffix { !isPart($0) }
    return text[..<gap.startIndex].suffix(while: isPart).startIndex
  }

  /// The start of the last word before the cursor, or of the word that contains the cursor.
  private var wordStart: String.Index { start(of: \.isWordPart) }

  /// The end of the next word after the cursor, or of the word that contains the cursor.
  var wordEnd: String.Index {
    text[cursor...].drop { !$0.isWordPart }.drop(while: \.isWordPart).startIndex
  }

  /// Replaces a range of the line's text and moves the cursor to the end of the new part. If the new part
  /// combines with the following character, the cursor moves to the end of the combined character.
  private mutating func replace(_ range: Range<String.Index>, with new: String) {
    let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound) + new.utf8.count
    text.replaceSubrange(range, with: new)
    cursor = text.characterBoundary(notBefore: text.utf8.index(text.startIndex, offsetBy: offset))
  }
}

extension Character {
  fileprivate var isWordPart: Bool { isLetter || isNumber }
}

extension Substring {
  fileprivate func suffix(while belongs: (Character) -> Bool) -> Substring {
    var start = endIndex
    while start > startIndex, belongs(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}

extension String {
  /// Returns the index of the first Unicode scalar that starts at most `bytes` bytes before an index.
  fileprivate func scalarIndex(_ bytes: Int, before end: String.Index) -> String.Index {
    guard let place = utf8.index(end, offsetBy: -bytes, limitedBy: startIndex) else { return startIndex }
    let scalar = unicodeScalars.index(place, offsetBy: 0)
    return scalar < place ? unicodeScalars.index(after: scalar) : scalar
  }

  fileprivate func characterBoundary(notBefore index: String.Index) -> String.Index {
    let place = unicodeScalars.index(index, offsetBy: 0)
    // For an index inside a character, `index(after:)` starts from the beginning of that character.
    return place == endIndex || place.samePosition(in: self) != nil ? place : self.index(after: place)
  }
}

extension LineEditor {
  /// Returns whether Alt and this character form an editing key. Otherwise, Esc and the character are two
  /// keys whose bytes arrived together.
  package static func takesAlt(_ character: Character) -> Bool { "bfd\u{7F}".contains(character) }

  /// Edits the line with a key; returns false and changes nothing if the key is not an editing key.
  @discardableResult
  package mutating func handle(_ key: Key) -> Bool {
    if case .character(let character) = key {
      insert(String(character))
      return true
    }
    return moves(key) || edits(key)
  }

  private mutating func moves(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): cursor = index(-1)
    case .right, .control("f"): cursor = index(1)
    case .home, .control("a"): moveCursor(to: text.startIndex)
    case .end, .control("e"): moveCursor(to: text.endIndex)
    case .alt("b"), .wordLeft, .shiftLeft: moveCursor(to: wordStart)
    case .alt("f"), .wordRight, .shiftRight: moveCursor(to: wordEnd)
    case .up, .control("p"): recall(-1)
    case .down, .control("n"): recall(1)
    default: return false
    }
    return true
  }

  private mutating func edits(_ key: Key) -> Bool {
    switch key {
    case .backspace, .control("h"): delete(index(-1)..<cursor)
    case .delete, .control("d"): delete(cursor..<index(1))
    case .control("k"): delete(cursor..<text.endIndex, keeping: true)
    case .control("u"): delete(text.startIndex..<cursor, keeping: true)
    case .control("w"): delete(start { !$0.isWhitespace }..<cursor, keeping: true)
    case .alt("\u{7F}"): delete(wordStart..<cursor, keeping: true)
    case .alt("d"), .deleteWord: delete(cursor..<wordEnd, keeping: true)
    case .control("t"): transpose()
    case .control("y"): insert(cut)
    default: return false
    }
    return true
  }
}

extension LineEditor {
  /// The part of the line that is visible on the screen, which contains the cursor.
  package struct Window: Sendable, Hashable {
    /// The visible part of the line as text in its styles.
    package var spans: [Span]
    /// The column of the cursor in the window, counted from its left edge.
    package var cursorColumn: Int
  }

  /// Returns the visible part of the line in a window of the given width in cells. Control characters are
  /// shown as escapes, and `…` marks hidden text on either side.
  ///
  /// - Complexity: O(*cells*).
  package func window(cells: Int, style: Style = Style(), escapes: Style = Style(.warning)) -> Window {
    let cells = max(1, cells)
    let after = Sanitized(text[cursor...], cells: cells)
    let reach = text[text.scalarIndex(Sanitized.maximumBytes(inCells: cells), before: cursor)..<cursor]
    let start = reach.index(cursor, offsetBy: -cells, limitedBy: reach.startIndex) ?? reach.startIndex
    let before = Sanitized(text[start..<cursor])
    let right = min(after.cellWidth, cells / 4)
    let room = cells - max(1, right)
    let left = before.spans(style, escapes: escapes)
    let isHidden = start > text.startIndex || before.cellWidth > room
    let shown = isHidden ? [Span("…", Style(.dimmed))] + left.suffix(cells: room - 1) : left
    let column = min(shown.cellWidth, cells - 1)
    let rest = Truncation.end.fit(after.spans(style, escapes: escapes), to: cells - column)
    return Window(spans: room == 0 ? rest : shown + rest, cursorColumn: room == 0 ? 0 : column)
  }
}
