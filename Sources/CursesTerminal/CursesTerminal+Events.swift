import CNCurses
import ModelBrowser

/// What the signal handlers and the waker have reported.
struct Notices: OptionSet, Sendable {
  let rawValue: UInt32

  static let terminate = Notices(rawValue: cn_notice_terminate)
  static let resized = Notices(rawValue: cn_notice_resize)
  static let stop = Notices(rawValue: cn_notice_stop)
  static let continued = Notices(rawValue: cn_notice_continue)
  static let woken = Notices(rawValue: cn_notice_wake)
}

extension CursesTerminal {
  /// How long the rest of an escape sequence may take before Escape counts as a key of its own.
  private static let escapeDelay = Duration.milliseconds(25)
  /// How long a paste may pause before it counts as ended.
  private static let pasteDelay = Duration.milliseconds(500)

  package func nextEvent(timeout milliseconds: Int?) -> Event? {
    let deadline = milliseconds.map { ContinuousClock.now + .milliseconds(max(0, $0)) }
    while true {
      notices.formUnion(Notices(rawValue: cn_take_notices()))
      if let event = urgentEvent() ?? decoder.next()?.event ?? wakeEvent() { return event }
      if isHungUp { return .terminate }
      let quiet = quietEnd
      let hasNews = wait(until: [deadline, quiet].compactMap(\.self).min())
      if hasNews { continue }
      if let quiet, ContinuousClock.now >= quiet, let input = decoder.next(nothingFollows: true) {
        return input.event
      }
      if let deadline, ContinuousClock.now >= deadline { return nil }
    }
  }

  /// When what the decoder waits for will not come any more.
  private var quietEnd: ContinuousClock.Instant? {
    switch decoder.pending {
    case .nothing: nil
    case .key: ContinuousClock.now + Self.escapeDelay
    case .paste: ContinuousClock.now + Self.pasteDelay
    }
  }

  /// Waits for input or a notice; false when there was none.
  private func wait(until end: ContinuousClock.Instant?) -> Bool {
    let left = end.map { ContinuousClock.now.duration(to: $0) }
    let ready = tty.wait(wakePipe: wakePipe, milliseconds: left.map(\.pollMilliseconds) ?? -1)
    if ready.hasInput { read() }
    return ready.hasInput || ready.isWoken
  }

  private func read() {
    switch tty.read() {
    case .bytes(let bytes): decoder.feed(bytes)
    case .nothing: break
    case .end: isHungUp = true
    }
  }

  /// What must not wait behind keys.
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

  private func wakeEvent() -> Event? {
    notices.remove(.woken).map { _ in .wake }
  }
}

extension KeyDecoder.Input {
  fileprivate var event: Event {
    switch self {
    case .key(let key): .key(key)
    case .paste(let text): .paste(text)
    case .mouse(let mouse): .mouse(mouse)
    }
  }
}

extension Duration {
  /// For poll(2): whole milliseconds, rounded up so that the wait is not cut short.
  fileprivate var pollMilliseconds: Int32 {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    return overflow ? .max : Int32(clamping: product &+ (attoseconds / 1_000_000_000_000_000) &+ 1)
  }
}
