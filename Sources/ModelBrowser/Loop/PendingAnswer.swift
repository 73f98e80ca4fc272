import Dispatch
import Mantle

/// An answer of the browser, found on a thread of its own, so that the thread that draws can say that it takes long, and
/// stop it.
///
/// A change takes the browser as a value and leaves another one: an answer that is abandoned has changed nothing.
final class PendingAnswer: @unchecked Sendable {
  // Unchecked: the thread changes the browser before it signals, and no other thread reads the browser before that.
  /// A change of the browser, such as handling a key.
  typealias Change = (inout Browser) -> Void

  private var browser: Browser
  private let change: Change
  private let answered = DispatchSemaphore(value: 0)

  /// Begins to change a browser.
  ///
  /// - Parameter wake: called, on the thread, when there is an answer.
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

  /// Returns the changed browser, once; nil if the change has not ended within a time.
  func result(within time: Duration) -> Browser? {
    let nanoseconds = Int(clamping: Int64(time / .nanoseconds(1)))
    return answered.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success ? browser : nil
  }
}
