/// What the browser will be, and show, should its last key be pressed once more.
///
/// Browsers and frames are values, so the next of both can be made while nobody types: whoever holds a key down waits
/// for the terminal alone.
struct Foresight {
  let event: Event
  let browser: Browser
  let effects: [Effect]
  let frame: Frame

  /// Nil for what is no key that only moves: everything else is for the person to begin.
  init?(_ event: Event, in browser: Browser) {
    guard case .key(let key) = event, browser.isMotion(key) else { return nil }
    var next = browser
    self.event = event
    effects = next.handle(event)
    self.browser = next
    frame = next.render()
  }
}

extension Browser {
  /// Whether a key moves the cursor, or what is in sight, and does nothing else.
  fileprivate func isMotion(_ key: Key) -> Bool {
    guard case .browsing = mode, case .command(let command, _) = keys.match(key) else { return false }
    return command.group == .motion
  }
}
