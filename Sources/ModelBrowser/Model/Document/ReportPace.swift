/// Limits how often partial results are reported, because each report redraws the screen. Making reports takes at
/// most a fifth of the time.
struct ReportPace {
  private static let shortestPause = Duration.milliseconds(250)
  private var next = ContinuousClock.now + shortestPause

  mutating func take(_ report: () -> Void) {
    let begin = ContinuousClock.now
    guard begin >= next else { return }
    report()
    let end = ContinuousClock.now
    next = end + max(Self.shortestPause, begin.duration(to: end) * 4)
  }
}
