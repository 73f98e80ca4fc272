import Mantle
import TerminalText
import TextCells

/// The part of the browser that handles the keys.
enum Mode: Sendable {
  case browsing
  /// A line typed after `:`, `/`, `?` or `&`.
  case typing(LinePrompt)
  case editing(ValueEdit)
  /// A string that is long or has several lines, in an editor of its own.
  case writing(TextEdit)
  /// A form with the properties of a new model.
  case filling(ElementForm)
  case choosing(ListPicker)
  case asking(Question)
  case reading(TextScreen)
  case listing(ListPane)

  /// Whether a line is typed, with the editing keys of a shell.
  var isTyping: Bool {
    switch self {
    case .typing, .editing, .writing, .filling: true
    case .browsing, .choosing, .asking, .reading, .listing: false
    }
  }

  /// Inserts pasted text if the mode accepts typed text.
  ///
  /// - Returns: false if the mode does not accept text.
  mutating func insert(_ text: String, _ size: ScreenSize) -> Bool {
    switch self {
    case .typing(var prompt):
      prompt.line.insert(text)
      self = .typing(prompt)
    case .editing(var edit):
      edit.insert(text)
      self = .editing(edit)
    case .writing(var edit):
      edit.insert(text)
      edit.showCursor(size)
      self = .writing(edit)
    case .filling(var form):
      if let edit = form.edit(pasting: text) {
        self = .editing(edit)
        return true
      }
      form.paste(text)
      self = .filling(form)
    case .browsing, .choosing, .asking, .reading, .listing: return false
    }
    return true
  }
}

/// A line being typed at the bottom of the screen.
struct LinePrompt: Sendable {
  /// The purpose of a prompt: a command, a search or a filter.
  enum Purpose: Sendable, Hashable {
    case command
    case search(forward: Bool)
    case filter

    var sign: String {
      switch self {
      case .command: ":"
      case .search(forward: true): "/"
      case .search(forward: false): "?"
      case .filter: "&"
      }
    }

    /// The key under which the history of typed lines is stored; both search directions share one.
    var historyKey: String { self == .search(forward: false) ? "/" : sign }
  }

  let purpose: Purpose
  var line: LineEditor
  /// The error in the submitted line; nil after the line was changed.
  var complaint: String?
  /// The completion that Tab cycles through; nil after another key.
  private(set) var completion: Completion?

  init(purpose: Purpose, line: LineEditor) {
    self.purpose = purpose
    self.line = line
  }

  mutating func show(_ completion: Completion) {
    line.set(completion.line)
    self.completion = completion
  }

  /// Handles a key that edits the line, and removes the completion and the error message.
  mutating func handle(_ key: Key) {
    completion = nil
    complaint = nil
    line.handle(key)
  }
}

/// A question with a key for each answer; Esc closes it without an answer.
struct Question: Sendable {
  /// An answer to a question: its key, its label and its action.
  struct Answer: Sendable {
    let key: Character
    let words: String
    let perform: @Sendable (inout Browser) throws -> Void
  }

  let text: String
  let answers: [Answer]
  /// The action of Esc besides closing the question; nil if there is none.
  var back: (@Sendable (inout Browser) -> Void)?
  /// The typed text that the question asks to keep or discard; nil if the question is not about a text field.
  var draft: TextEdit?

  /// Returns the question with its answers on several rows; on one row if they need more than `most` rows.
  func rows(cells: Int, most: Int) -> [[Span]] {
    let style = Style(.warning, bold: true)
    return Wrapping.severalRows(of: text + choices, width: cells, most: most, style)
      ?? [Sanitized(line(cells: cells)).spans(style)]
  }

  private var choices: String {
    let escape = back == nil ? "Esc stay" : "Esc no"
    return "  " + (answers.map { "\($0.key) \($0.words)" } + [escape]).joined(separator: " · ")
  }

  /// Returns the question with its answers: `Save the edits?  y yes · n no · Esc stay`. Without enough room, only the keys
  /// of the answers are shown: `Save…? y n Esc`.
  private func line(cells: Int) -> String {
    let keys = " " + (answers.map { "\($0.key)" } + ["Esc"]).joined(separator: " ")
    let shown = choices.cellWidth + min(text.cellWidth, cells / 3) <= cells ? choices : keys
    return Truncation.end.fit(text, to: max(0, cells - shown.cellWidth)) + shown
  }

  /// Handles a key that may answer the question.
  static func type(_ browser: inout Browser, _ key: Key, _ question: Question) {
    if let answer = question.answer(to: key) {
      browser.mode = .browsing
      return browser.attempt(answer.perform)
    }
    if key == .escape || key == .control("c") || key == .character("q") {
      browser.mode = .browsing
      question.back?(&browser)
      return
    }
    // While an operation waits for the answer, no other key has an effect. Letters after a line that was to
    // be cleared may be a value that is typed immediately.
    if case .character(let character) = key, !":/?".contains(character) { return }
    if key == .control("u") { return }
    guard question.back == nil, key != .enter else { return }
    browser.mode = .browsing
    browser.browse(key)
  }

  private func answer(to key: Key) -> Answer? {
    guard case .character(let character) = key else { return nil }
    return answers.first { $0.key == Character(character.lowercased()) }
  }
}
