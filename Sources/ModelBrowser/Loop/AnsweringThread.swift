import Dispatch
import Mantle
import Synchronization

/// The thread a browser answers on, so that the one that draws can say that an answer takes long, and stop it.
///
/// Whatever an event does takes the browser as a value and leaves another one: an answer that is not wanted any more is
/// left aside, and nothing has happened.
final class AnsweringThread: @unchecked Sendable {
  // Unchecked: the semaphores hand the browser over, and one thread at a time has it.
  /// The browser after a change, and the effects to perform.
  typealias Answer = (browser: Browser, effects: [Effect])
  /// A change of the browser, such as handling a key.
  typealias Change = (inout Browser) -> [Effect]

  private var question: (browser: Browser, change: Change)?
  private var answer: Answer?
  private let asked = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)
  private var isStarted = false
  /// Called, on this thread, when there is an answer that somebody waits for elsewhere.
  private let wake: (@Sendable () -> Void)?
  private let isLate = Atomic(false)

  init(wake: (@Sendable () -> Void)?) { self.wake = wake }

  /// Begins to change a browser, which nobody else may use until there is an answer.
  ///
  /// - Returns: false where the system gives no thread for it.
  func start(_ browser: Browser, _ change: @escaping Change) -> Bool {
    if !isStarted { isStarted = LargeStackThread.start { [self] in run() } }
    guard isStarted else { return false }
    isLate.store(false, ordering: .sequentiallyConsistent)
    question = (browser, change)
    asked.signal()
    return true
  }

  /// - Returns: nil where there is none within a time.
  func answer(within time: Duration) -> Answer? {
    let nanoseconds = Int(clamping: Int64(time / .nanoseconds(1)))
    guard answered.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success else { return nil }
    defer { answer = nil }
    return answer
  }

  /// From now on somebody waits for what wakes the terminal; an answer that is there already has to be looked for.
  func wakeWhenAnswered() { isLate.store(true, ordering: .sequentiallyConsistent) }

  /// Drops the answer that is awaited: the thread ends once it has made it.
  func abandon() { end() }

  /// Ends the thread; there must be no question.
  func end() {
    guard isStarted else { return }
    isStarted = false
    asked.signal()
  }

  private func run() {
    while true {
      asked.wait()
      guard let (browser, change) = question else { return }
      question = nil
      answer = Self.answer(browser, change)
      answered.signal()
      if isLate.load(ordering: .sequentiallyConsistent) { wake?() }
    }
  }

  private static func answer(_ browser: Browser, _ change: Change) -> Answer {
    var changed = browser
    let effects = change(&changed)
    // Rendering loads what the edit newly shows, so that drawing on the main thread need not wait.
    if changed.document.history.revision != browser.document.history.revision { _ = changed.render() }
    return (changed, effects)
  }
}
