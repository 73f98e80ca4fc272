import CNCurses
import TerminalText

/// Notifications that the signal handlers and the waker have sent and the loop has not handled yet.
struct Notices: OptionSet, Sendable {
  let rawValue: UInt32

  static let terminate = Notices(rawValue: cn_notice_terminate)
  static let resized = Notices(rawValue: cn_notice_resize)
  static let stop = Notices(rawValue: cn_notice_stop)
  static let continued = Notices(rawValue: cn_notice_continue)
  static let woken = Notices(rawValue: cn_notice_wake)
}

extension CursesTerminal {
  /// The time to wait for the rest of an escape sequence. If no rest arrives, the Escape byte is the Escape key.
  private static let escapeDelay = Duration.milliseconds(25)
  /// The maximum pause between two parts of a paste.
  private static let pasteDelay = Duration.milliseconds(500)

  /// Returns the next event, or nil if none occurs within the timeout.
  package func nextEvent(timeout milliseconds: Int?) -> Event? {
    let deadline = milliseconds.map { ContinuousClock.now + .milliseconds(max(0, $0)) }
    while true {
      notices.formUnion(Notices(rawValue: cn_take_notices()))
      if let event = urgentEvent() ?? nextInput() ?? notices.remove(.woken).map({ _ in .wake }) {
        return event
      }
      if isHungUp { return .terminate }
      let quiet = quietEnd
      let hasNews = wait(until: [deadline, quiet].compactMap(\.self).min())
      if hasNews { continue }
      if let quiet, ContinuousClock.now >= quiet, let event = nextInput(nothingFollows: true) {
        return event
      }
      if let deadline, ContinuousClock.now >= deadline { return nil }
    }
  }

  /// Returns the next key, paste or mouse event in the input that has arrived; nil if there is none. A report of the
  /// background color changes the palette instead.
  ///
  /// - Parameter nothingFollows: whether an incomplete sequence is decoded without its rest.
  private func nextInput(nothingFollows: Bool = false) -> Event? {
    while let input = decoder.next(nothingFollows: nothingFollows) {
      switch input {
      case .key(let key): return .key(key)
      case .paste(let text): return .paste(text)
      case .mouse(let mouse): return .mouse(mouse)
      case .background(let background): adopt(background)
      }
    }
    return nil
  }

  /// The time at which incomplete input is decoded without its rest; nil if no input is incomplete.
  private var quietEnd: ContinuousClock.Instant? {
    switch decoder.pending {
    case .nothing: nil
    case .key: ContinuousClock.now + Self.escapeDelay
    case .paste: ContinuousClock.now + Self.pasteDelay
    }
  }

  /// Waits for input or a wake-up call; returns false after a timeout.
  ///
  /// - Parameter end: the time of the timeout; nil to wait without one.
  private func wait(until end: ContinuousClock.Instant?) -> Bool {
    let left = end.map { ContinuousClock.now.duration(to: $0) }
    let ready = tty.wait(wakePipe: wakePipe, milliseconds: left.map(\.pollMilliseconds) ?? -1)
    if ready.hasInput {
      switch tty.read() {
      case .bytes(let bytes): decoder.feed(bytes)
      case .nothing: break
      case .end: isHungUp = true
      }
    }
    return ready.hasInput || ready.isWoken
  }

  /// Returns the event of a pending notification, which takes precedence over key presses; nil if there is none.
  private func urgentEvent() -> Event? {
    if notices.remove(.terminate) != nil { return .terminate }
    if notices.remove(.stop) != nil { suspend() }
    if notices.remove(.continued) != nil {
      retakeIfNeeded()
      return .resumed
    }
    if notices.remove(.resized) != nil {
      adoptSize()
      return .resize(size)
    }
    return nil
  }
}

// MARK: - The background

extension CursesTerminal {
  /// The time to wait for the report of the background color before the terminal is released. Otherwise the shell would
  /// read the report as input.
  private static let answerDelay = Duration.milliseconds(100)

  /// Requests the background color from the terminal, once. This happens after the first frame, so that the frame does
  /// not wait for the answer.
  func askForBackground() {
    guard askedAt == nil, !capabilities.backgroundQuery.isEmpty else { return }
    askedAt = .now
    tty.write(capabilities.backgroundQuery)
  }

  /// Waits for the terminal's report of the background color, if it was requested. Keys that arrive before the report
  /// remain in the decoder.
  func awaitAnswer() {
    guard let end = askedAt.map({ $0 + Self.answerDelay }), !isAnswered else { return }
    while !decoder.holdsBackground, !isHungUp, ContinuousClock.now < end {
      guard wait(until: end) else { return }
    }
  }

  private func adopt(_ new: Background) {
    isAnswered = true
    guard new != background else { return }
    background = new
    showLooks()
    if let lastFrame { draw(lastFrame) }
  }
}

extension Duration {
  /// The duration in milliseconds for poll(2), rounded up so that the wait is not too short.
  fileprivate var pollMilliseconds: Int32 {
    self > .zero ? Int32(min(self / .milliseconds(1), 1e9)) + 1 : 0
  }
}
