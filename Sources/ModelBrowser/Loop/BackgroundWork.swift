import Mantle
import MantlePlatform

/// The threads of background work, one for each kind, and the reports that the browser has not taken yet.
final class BackgroundWork: Sendable {
  /// The state that the working threads share with the loop.
  private struct State {
    var flags: [Work.Kind: CancelFlag] = [:]
    var reports: [WorkReport] = []
    var active: [Work.Kind: Int] = [:]
    var lastStart = ContinuousClock.now

    func isActive(_ kind: Work.Kind) -> Bool { active[kind, default: 0] > 0 }
  }

  private let state = Locked(State())
  private let wake: (@Sendable () -> Void)?

  /// Creates background work without a running thread.
  ///
  /// - Parameter wake: called on the thread of the work when there is a report.
  init(wake: (@Sendable () -> Void)? = nil) {
    self.wake = wake
  }

  /// Starts work and cancels earlier work of the same kind.
  func start(_ work: Work) {
    let flag = CancelFlag()
    state.withLock { state in
      state.flags[work.kind]?.cancel()
      state.flags[work.kind] = flag
      state.active[work.kind, default: 0] += 1
      state.lastStart = .now
    }
    let isStarted = LargeStackThread.start { [self] in
      if [.check, .infer, .files].contains(work.kind) { Self.lowerPriority() }
      work.run(isCancelled: { flag.isCancelled }, report: { self.add($0) })
      end(work.kind)
    }
    if !isStarted { end(work.kind) }
  }

  private func end(_ kind: Work.Kind) { state.withLock { $0.active[kind, default: 0] -= 1 } }

  /// Lowers the priority of the current thread, so that a check does not delay input and saving. Threads that a check starts
  /// inherit the priority.
  private static func lowerPriority() {
    #if os(Linux)
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #elseif canImport(Darwin)
      pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
    #endif
  }

  func cancel(_ kind: Work.Kind) {
    state.withLock { $0.flags.removeValue(forKey: kind)?.cancel() }
  }

  /// Cancels all work and waits until incomplete output files are removed.
  func end() {
    state.withLock { state in
      for flag in state.flags.values { flag.cancel() }
      state.flags = [:]
    }
    while state.withLock({ $0.isActive(.save) }) { usleep(1_000) }
  }

  /// Returns the reports since the last call, in order.
  func takeReports() -> [WorkReport] {
    state.withLock { state in
      defer { state.reports = [] }
      return state.reports
    }
  }

  /// The delay in milliseconds until the loop polls for reports; nil if no work is running.
  var pollInterval: Int? {
    state.withLock { state in
      if state.reports.isEmpty, !state.active.values.contains(where: { $0 > 0 }) { return nil }
      return state.lastStart.duration(to: .now) < .seconds(1) ? Self.atFirst : Self.later
    }
  }

  /// The polling intervals in milliseconds: a short one for work that has just started, and a long one for long work, whose
  /// progress must not flicker.
  private static let atFirst = 100
  private static let later = 500

  private func add(_ report: WorkReport) {
    state.withLock { state in
      // Progress that was not read yet is replaced by later progress, so that the list stays short.
      if report.report.share != nil, let last = state.reports.last, last.kind == report.kind,
        last.report.share != nil
      {
        state.reports.removeLast()
      }
      state.reports.append(report)
    }
    if report.report.isAwaited { wake?() }
  }
}
