import Foundation

@testable import ModelBrowser
@testable import TerminalText

/// A terminal where nobody types: it waits until it is woken, however short a time it is asked to wait, and ends when
/// it has seen what it waits for or when that takes too long.
final class WaitingTerminal: Terminal {
  let size = ScreenSize(rows: 12, columns: 60)
  private(set) var isSatisfied = false
  private let isAwaited: (Frame) -> Bool
  private let bell = DispatchSemaphore(value: 0)

  init(for isAwaited: @escaping (Frame) -> Bool) {
    self.isAwaited = isAwaited
  }

  var waker: (@Sendable () -> Void)? { { [bell] in _ = bell.signal() } }

  func draw(_ frame: Frame) {
    if isAwaited(frame) { isSatisfied = true }
  }

  func nextEvent(timeout milliseconds: Int?) -> Event? {
    guard !isSatisfied, bell.wait(timeout: .now() + 60) == .success else { return .terminate }
    return .wake
  }

  func invalidate() {}
  func suspend() {}
  func copy(_ text: String) -> String { "" }
}
