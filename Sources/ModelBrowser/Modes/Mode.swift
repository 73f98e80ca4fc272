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
    var shelf: String { self == .search(forward: false) ? "/" : sign }
  }

  let purpose: Purpose
  var line: LineEditor
}
