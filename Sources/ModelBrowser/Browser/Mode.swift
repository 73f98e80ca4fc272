/// Who gets the keys.
enum Mode: Sendable {
  case browsing
  /// A line typed after `:`, `/`, `?` or `&`.
  case typing(LinePrompt)
  case editing(ValueEdit)
  case choosing(Chooser)
  case asking(Question)
  case reading(TextScreen)
}

/// A line being typed at the bottom of the screen.
struct LinePrompt: Sendable {
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

    /// The sign that lines typed before are kept under.
    var historyKey: String { self == .search(forward: false) ? "/" : sign }
  }

  let purpose: Purpose
  var line: LineEditor
  /// The words Tab goes through; nil once another key was pressed.
  private(set) var completion: Completion?

  init(purpose: Purpose, line: LineEditor) {
    self.purpose = purpose
    self.line = line
  }

  mutating func show(_ completion: Completion) {
    line.set(completion.line)
    self.completion = completion
  }

  /// Takes a key that edits the line.
  mutating func handle(_ key: Key) {
    completion = nil
    line.handle(key)
  }
}
