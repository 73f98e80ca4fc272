@testable import ModelBrowser

/// A terminal that presses what a script says and keeps what it was shown.
final class ScriptedTerminal: Terminal {
  var size = ScreenSize(rows: 12, columns: 60)
  private(set) var frames: [Frame] = []
  private(set) var log: [String] = []
  private var events: [Event]
  /// Done by somebody else just before the end.
  var beforeTerminate: (() -> Void)?

  init(_ keys: String, then events: [Event] = []) {
    self.events = KeyNotation.keys(keys).map { .key($0) } + events
  }

  func draw(_ frame: Frame) { frames.append(frame) }
  func nextEvent(timeout milliseconds: Int?) -> Event? {
    guard let event = events.first else { return .key(.character("Q")) }
    events.removeFirst()
    if event == .terminate { beforeTerminate?() }
    return event
  }
  func invalidate() { log.append("invalidate") }
  func suspend() { log.append("suspend") }
  func copy(_ text: String) -> String {
    log.append("copy \(text)")
    return "sent"
  }
}
