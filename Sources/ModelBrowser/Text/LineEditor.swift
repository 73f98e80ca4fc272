/// One line of text being typed, with the editing keys of a shell.
///
/// A value: copying it is a snapshot. Enter, Escape and every key it has no use for are left to the caller.
public struct LineEditor: Sendable, Hashable {
  public private(set) var text: String
  /// Where the next character goes; always between two characters.
  public private(set) var cursor: String.Index
  /// What was cut last, for `^Y`.
  private var cut = ""
  private var history: History

  /// Starts with the cursor at the end of the text. History is oldest first; Up and Down walk through it.
  public init(_ text: String = "", history: [String] = []) {
    self.text = text
    cursor = text.endIndex
    self.history = History(entries: history)
  }

  /// Puts text, typed or pasted, before the cursor.
  public mutating func insert(_ inserted: String) {
    replace(cursor..<cursor, with: inserted)
  }

  /// Replaces everything; the cursor goes to the end.
  public mutating func set(_ text: String) {
    self.text = text
    cursor = text.endIndex
  }

  /// Puts the cursor between two characters; an index inside one means the end of it.
  public mutating func moveCursor(to index: String.Index) {
    cursor = text.characterBoundary(notBefore: index)
  }
}

// MARK: - Edits the keys are made of

extension LineEditor {
  mutating func move(by characters: Int) {
    let limit = characters < 0 ? text.startIndex : text.endIndex
    cursor = text.index(cursor, offsetBy: characters, limitedBy: limit) ?? limit
  }

  mutating func delete(_ range: Range<String.Index>, keeping: Bool = false) {
    guard !range.isEmpty else { return }
    if keeping { cut = String(text[range]) }
    replace(range, with: "")
  }

  mutating func pasteCut() {
    insert(cut)
  }

  /// Swaps the characters on both sides of the cursor and steps on; at the end, the last two.
  mutating func transpose() {
    let end = cursor == text.endIndex ? cursor : text.index(after: cursor)
    guard let middle = text.index(end, offsetBy: -1, limitedBy: text.startIndex),
      let start = text.index(middle, offsetBy: -1, limitedBy: text.startIndex)
    else { return }
    replace(start..<end, with: String(text[middle..<end]) + text[start..<middle])
  }

  mutating func recall(_ step: History.Step) {
    if let entry = history.recall(step, leaving: text) { set(entry) }
  }

  /// The start of the word before the cursor.
  var wordStart: String.Index {
    let blanks = text[..<cursor].suffix { !$0.isWordPart }
    return text[..<blanks.startIndex].suffix(while: \.isWordPart).startIndex
  }

  /// The end of the word after the cursor.
  var wordEnd: String.Index {
    text[cursor...].drop { !$0.isWordPart }.drop(while: \.isWordPart).startIndex
  }

  /// The start of what `^W` cuts: back to white space.
  var blankSeparatedStart: String.Index {
    let blanks = text[..<cursor].suffix(while: \.isWhitespace)
    return text[..<blanks.startIndex].suffix { !$0.isWhitespace }.startIndex
  }

  /// Replaces a range and leaves the cursor after the new text, where inserted marks may have joined a neighbour.
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
  fileprivate func characterBoundary(notBefore index: String.Index) -> String.Index {
    var boundary = unicodeScalars.index(index, offsetBy: 0)
    while boundary < endIndex, boundary.samePosition(in: self) == nil {
      boundary = unicodeScalars.index(after: boundary)
    }
    return boundary
  }
}
