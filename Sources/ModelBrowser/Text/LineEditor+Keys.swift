extension LineEditor {
  /// Does what a key means in a line; answers false, having changed nothing, for a key without a meaning here.
  @discardableResult
  public mutating func handle(_ key: Key) -> Bool {
    moves(key) || edits(key) || types(key)
  }

  private mutating func types(_ key: Key) -> Bool {
    guard case .character(let character) = key else { return false }
    insert(String(character))
    return true
  }

  private mutating func moves(_ key: Key) -> Bool {
    switch key {
    case .left, .control("b"): move(by: -1)
    case .right, .control("f"): move(by: 1)
    case .home, .control("a"): moveCursor(to: text.startIndex)
    case .end, .control("e"): moveCursor(to: text.endIndex)
    case .alt("b"), .shiftLeft: moveCursor(to: wordStart)
    case .alt("f"), .shiftRight: moveCursor(to: wordEnd)
    case .up, .control("p"): recall(.older)
    case .down, .control("n"): recall(.newer)
    default: return false
    }
    return true
  }

  private mutating func edits(_ key: Key) -> Bool {
    switch key {
    case .backspace, .control("h"): delete(characterBefore)
    case .delete, .control("d"): delete(characterAfter)
    case .control("k"): delete(cursor..<text.endIndex, keeping: true)
    case .control("u"): delete(text.startIndex..<cursor, keeping: true)
    case .control("w"): delete(blankSeparatedStart..<cursor, keeping: true)
    case .alt("\u{7F}"): delete(wordStart..<cursor, keeping: true)
    case .alt("d"): delete(cursor..<wordEnd, keeping: true)
    case .control("t"): transpose()
    case .control("y"): pasteCut()
    default: return false
    }
    return true
  }

  private var characterBefore: Range<String.Index> {
    (text.index(cursor, offsetBy: -1, limitedBy: text.startIndex) ?? cursor)..<cursor
  }

  private var characterAfter: Range<String.Index> {
    cursor..<(text.index(cursor, offsetBy: 1, limitedBy: text.endIndex) ?? cursor)
  }
}
