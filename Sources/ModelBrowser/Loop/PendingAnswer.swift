import Dispatch
import Mantle

/// A change of the browser that runs on its own thread, so that the drawing thread can report and cancel a slow change.
///
/// The change works on a copy of the browser, so an abandoned change has no effect.
final class PendingAnswer: @unchecked Sendable {
  // Unchecked: the thread changes the browser before it signals, and no other thread reads the browser before that.
  /// A change of the browser, such as handling a key.
  typealias Change = (inout Browser) -> Void

  private var browser: Browser
  private let change: Change
  private let answered = DispatchSemaphore(value: 0)

  /// Starts a change of a browser.
  ///
  /// - Parameter wake: called on the new thread when the change is complete.
  /// - Returns: nil if the system cannot start a thread.
  init?(_ browser: Browser, wake: (@Sendable () -> Void)?, _ change: @escaping Change) {
    self.browser = browser
    self.change = change
    let isStarted = LargeStackThread.start { [self] in
      self.change(&self.browser)
      answered.signal()
      wake?()
    }
    guard isStarted else { return nil }
  }

  /// Returns the changed browser, once; nil if the change is not complete within the time.
  func result(within time: Duration) -> Browser? {
    let nanoseconds = Int(clamping: Int64(time / .nanoseconds(1)))
    return answered.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success ? browser : nil
  }
}
