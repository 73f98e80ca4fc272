/// A line for the person, until the next key.
struct Message: Sendable, Hashable {
  enum Tone: Sendable, Hashable {
    case note, warning, error
  }

  let text: String
  let tone: Tone

  static func note(_ text: String) -> Message { Message(text: text, tone: .note) }
  static func warning(_ text: String) -> Message { Message(text: text, tone: .warning) }
  static func error(_ text: String) -> Message { Message(text: text, tone: .error) }

  /// On one line; where it is too long, both ends stay: they begin with a path and end with a reason.
  func spans(cells: Int) -> [Span] { Truncation.middle.fit(spans, to: cells) }

  private var spans: [Span] {
    switch tone {
    case .note: Sanitized(text).spans()
    case .warning: Sanitized("! " + text).spans(Style(.warning))
    case .error: Sanitized("✗ " + text).spans(Style(.error))
    }
  }
}
