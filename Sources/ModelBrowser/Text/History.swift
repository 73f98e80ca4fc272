/// Lines typed before, walked through with Up and Down; what was being typed waits below the newest.
struct History: Sendable, Hashable {
  enum Step {
    case older, newer
  }

  private var entries: [String]
  private var position: Int
  private var unfinished = ""

  init(entries: [String]) {
    self.entries = entries
    position = entries.count
  }

  /// The line one step away, or nil at either end.
  mutating func recall(_ step: Step, leaving text: String) -> String? {
    if position == entries.count { unfinished = text }
    let next = step == .older ? position - 1 : position + 1
    guard (0...entries.count).contains(next) else { return nil }
    position = next
    return next < entries.count ? entries[next] : unfinished
  }
}
