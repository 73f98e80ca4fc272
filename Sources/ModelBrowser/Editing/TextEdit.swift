import Mantle
import TerminalText
import TextCells

/// The editor of a string that is long or has several lines: wrapped text with a search of its own.
struct TextEdit: Sendable {
  /// The edit of the string's value, which validates the text.
  private(set) var value: ValueEdit
  private(set) var line: LineEditor
  private let original: String
  /// The line ending of the original text, which is also used for inserted lines.
  private let lineBreak: String
  /// The offset of the first visible row in the text.
  private(set) var top = 0
  /// The column in which the vertical arrow keys and the page keys keep the cursor; nil after any other key.
  private var column: Int?
  private(set) var search = TypedSearch()
  /// Whether the edited text contains the searched string.
  private(set) var isFound = true
  /// A number that is unique to this state of the text, among all states of all edited texts.
  private(set) var revision = 0

  /// Creates an editor with several lines for a string that is being edited on one line.
  ///
  /// - Parameter value: the edit on one line, which shows line breaks and control characters as escapes.
  init(_ value: ValueEdit) {
    self.value = value
    original = EscapedText.unescape(value.line.text)
    let isCRLF = original.contains("\r\n" as Character) && !original.contains("\n" as Character)
    lineBreak = isCRLF ? "\r\n" : "\n"
    line = LineEditor(original)
    line.moveCursor(to: line.text.startIndex)
  }

  var text: String { line.text }
  var isChanged: Bool { ExactText(text) != ExactText(original) }

  /// Replaces the whole edited text.
  mutating func retype(_ text: String) {
    line.set(text)
    check()
  }

  private mutating func check() {
    value.retype(EscapedText.escape(text))
    revision = Revision.next()
  }

  mutating func insert(_ text: String) {
    let lines = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    line.insert(lineBreak == "\n" ? lines : lines.replacing("\n", with: lineBreak))
    check()
  }

  // MARK: - Keys

  /// Handles a key: `^S` accepts the text; Esc cancels, after a confirmation if the text was changed.
  static func type(_ browser: inout Browser, _ key: Key, _ edit: TextEdit) {
    var edit = edit
    let size = browser.layout.textSize
    if edit.search.isTyping {
      edit.find(key)
    } else {
      switch key {
      case .control("s"): return keep(&browser, edit)
      case .escape, .control("c"):
        guard edit.isChanged else { return browser.leaveEditing() }
        return browser.mode = .asking(edit.question)
      default: edit.handle(key, size)
      }
    }
    edit.showCursor(size)
    browser.mode = .writing(edit)
  }

  /// Sets the value under the cursor, or all selected values, to the edited text.
  private static func keep(_ browser: inout Browser, _ edit: TextEdit) {
    guard edit.isChanged || !edit.value.leavesValueUnchanged || browser.selection.isActive else {
      return browser.leaveEditing()
    }
    browser.mode = .writing(edit)
    browser.commit(edit.value)
  }

  private var question: Question {
    let edit = self
    let drop: @Sendable (inout Browser) -> Void = { browser in
      browser.registers.keep([Registers.Value(key: nil, json: Array(JSONText.quoted(edit.text).utf8))])
      browser.message = .note("Unchanged  (p pastes what was typed)")
    }
    return Question(
      text: "Keep the edited text?",
      answers: [
        Question.Answer(key: "y", words: "yes") { Self.keep(&$0, edit) },
        Question.Answer(key: "n", words: "no", perform: drop),
      ], back: drop, draft: self)
  }

  private mutating func handle(_ key: Key, _ size: ScreenSize) {
    let keepsColumn = [.up, .down, .pageUp, .pageDown].contains(key)
    defer { if !keepsColumn { column = nil } }
    isFound = true
    switch key {
    case .up, .control("p"): move(rows: -1, size)
    case .down, .control("n"): move(rows: 1, size)
    case .pageUp: move(rows: -max(1, size.rows - 1), size)
    case .pageDown: move(rows: max(1, size.rows - 1), size)
    case .home, .control("a"): line.moveCursor(to: lineStart(of: line.cursor))
    case .end, .control("e"): line.moveCursor(to: lineEnd(of: line.cursor))
    case .control("g"): findNext()
    case .control("f"): search.begin()
    case .control("k"):
      let end = lineEnd(of: line.cursor)
      line.delete(
        line.cursor..<(end == line.cursor && end < text.endIndex ? text.index(after: end) : end),
        keeping: true)
      check()
    case .control("u"):
      line.delete(lineStart(of: line.cursor)..<line.cursor, keeping: true)
      check()
    case .enter: insert("\n")
    case .tab: insert("\t")
    case .control("t"): break
    default: if line.handle(key) { check() }
    }
  }

  /// Handles a key of the search, and goes to the next match of the pattern typed so far.
  private mutating func find(_ key: Key) {
    switch key {
    case .control("g"), .control("f"): findNext()
    default:
      _ = search.type(key)
      find(from: line.cursor)
    }
  }

  private mutating func findNext() {
    find(from: text.index(line.cursor, offsetBy: 1, limitedBy: text.endIndex) ?? text.startIndex)
  }

  /// Goes to the next match, and wraps around at the end of the text.
  private mutating func find(from start: String.Index) {
    isFound = true
    guard let pattern = search.pattern else { return }
    let match = pattern.firstRange(in: text[start...]) ?? pattern.firstRange(in: text[...])
    isFound = match != nil
    if let match { line.moveCursor(to: match.lowerBound) }
  }

  // MARK: - Rows

  /// Returns the start of the line that contains an index, after the previous line break.
  private func lineStart(of index: String.Index) -> String.Index {
    text[..<index].lastIndex(where: \.isLineBreak).map { text.index(after: $0) } ?? text.startIndex
  }

  private func lineEnd(of index: String.Index) -> String.Index {
    text[index...].firstIndex(where: \.isLineBreak) ?? text.endIndex
  }

  /// Returns the screen rows that begin at an index, as many as fit on the screen. Each row takes O(width) time.
  func rows(from start: String.Index, _ size: ScreenSize) -> [Wrapping.Line] {
    Array(Wrapping(text, width: size.columns, from: start).prefix(size.rows))
  }

  var topIndex: String.Index {
    let index = text.utf8.index(text.startIndex, offsetBy: min(top, text.utf8.count))
    return index.samePosition(in: text) ?? text.startIndex
  }

  /// Returns the start of the screen row that contains an index. O(length of the line up to the index).
  private func rowStart(of index: String.Index, _ size: ScreenSize) -> String.Index {
    var start = lineStart(of: index)
    for row in Wrapping(text, width: size.columns, from: start) {
      start = row.range.lowerBound
      if index < row.range.upperBound || row.range.upperBound >= text.endIndex && !endsInBreak(row) { break }
    }
    return start
  }

  private func endsInBreak(_ row: Wrapping.Line) -> Bool { text[row.range].last?.isLineBreak == true }

  private func next(after start: String.Index, _ size: ScreenSize) -> String.Index? {
    var rows = Wrapping(text, width: size.columns, from: start).makeIterator()
    _ = rows.next()
    return rows.next()?.range.lowerBound
  }

  private func previous(before start: String.Index, _ size: ScreenSize) -> String.Index? {
    start > text.startIndex ? rowStart(of: text.index(before: start), size) : nil
  }

  /// Returns the number of cells between the start of the screen row and the cursor.
  func cursorColumn(_ size: ScreenSize) -> Int {
    let start = rowStart(of: line.cursor, size)
    var rows = Wrapping(String(text[start..<line.cursor]), width: size.columns).makeIterator()
    return rows.next()?.spans().cellWidth ?? 0
  }

  private mutating func move(rows: Int, _ size: ScreenSize) {
    let wanted = column ?? cursorColumn(size)
    var start = rowStart(of: line.cursor, size)
    for _ in 0..<abs(rows) {
      guard let next = rows > 0 ? next(after: start, size) : previous(before: start, size) else { break }
      start = next
    }
    line.moveCursor(to: index(inRowFrom: start, column: wanted, size))
    column = wanted
  }

  /// Returns the index in a row at the given column, or the row's last index if the row is shorter.
  private func index(inRowFrom start: String.Index, column: Int, _ size: ScreenSize) -> String.Index {
    var iterator = Wrapping(text, width: size.columns, from: start).makeIterator()
    guard let row = iterator.next() else { return start }
    var (index, cells) = (start, 0)
    while index < row.range.upperBound, !text[index].isLineBreak {
      let next = text.index(after: index)
      // The index after the last character belongs to the next row.
      if next >= row.range.upperBound, next < text.endIndex { break }
      cells += Sanitized(text[index..<next]).cellWidth
      if cells > column { break }
      index = next
    }
    return index
  }

  /// Scrolls the edited text so that the cursor is visible.
  mutating func showCursor(_ size: ScreenSize) {
    let cursorRow = rowStart(of: line.cursor, size)
    func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
    let shown = rows(from: rowStart(of: topIndex, size), size)
    if let first = shown.first, first.range.lowerBound <= cursorRow,
      shown.contains(where: { $0.range.lowerBound == cursorRow })
    {
      top = offset(first.range.lowerBound)
      return
    }
    var start = cursorRow
    let above = cursorRow < topIndex ? 0 : size.rows - 1
    for _ in 0..<above { start = previous(before: start, size) ?? start }
    top = offset(start)
  }
}

extension Layout {
  /// The size of the part of the screen in which a text is edited.
  var textSize: ScreenSize { ScreenSize(rows: max(1, bodyRows - 1), columns: max(1, size.columns - 1)) }
}

/// Draws a text that is being edited: its visible rows with highlighted matches, and the cursor.
struct TextEditScreen {
  let edit: TextEdit
  let title: String
  let layout: Layout

  func draw(on canvas: inout Canvas) {
    let size = layout.textSize
    canvas.put(
      Truncation.start.fit(
        Sanitized(title, cells: size.columns).spans(Style(.name, bold: true)), to: size.columns),
      row: 0)
    for (index, row) in edit.rows(from: edit.topIndex, size).enumerated() {
      let spans = row.spans()
      canvas.put(edit.search.pattern.map { spans.flatMap($0.highlight) } ?? spans, row: index + 1)
      if row.range.contains(edit.line.cursor) || row.range.upperBound == edit.line.cursor && isLast(row) {
        canvas.cursor = Frame.Position(
          row: min(index + 1, layout.size.rows - 1),
          column: min(edit.cursorColumn(size), layout.size.columns - 1))
      }
    }
  }

  private func isLast(_ row: Wrapping.Line) -> Bool {
    row.range.upperBound == edit.text.endIndex && edit.text[row.range].last?.isLineBreak != true
  }

  /// The bottom line: the searched string, or the value that the text becomes.
  var bottomLine: [Span] {
    let isMissed = !edit.isFound && !edit.search.text.isEmpty
    let missed = isMissed ? [Span("  not found in this text", Style(.warning))] : []
    guard edit.search.isTyping || isMissed else { return edit.value.verdictSpans }
    return [Span("/")] + Sanitized(edit.search.text).spans() + missed
  }
}
