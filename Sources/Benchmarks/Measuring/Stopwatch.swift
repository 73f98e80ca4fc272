#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A stopwatch for wall time and for the processor time of the process.
struct Stopwatch {
  private(set) var elapsed = Time(wall: 0, cpu: 0)
  private var started = Time(wall: 0, cpu: 0)

  /// The wall time and the processor time, in nanoseconds.
  struct Time {
    var wall: UInt64
    /// The user and system time of all threads, which depends least on other programs on the machine.
    var cpu: UInt64

    static var now: Time { Time(wall: clock(CLOCK_MONOTONIC), cpu: clock(CLOCK_PROCESS_CPUTIME_ID)) }

    private static func clock(_ clock: clockid_t) -> UInt64 {
      var time = timespec()
      clock_gettime(clock, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
  }

  mutating func start() { started = .now }

  mutating func stop() {
    let now = Time.now
    elapsed.wall += now.wall - started.wall
    elapsed.cpu += now.cpu - started.cpu
  }

  /// Runs a closure, such as the check of a result, while the stopwatch is stopped.
  mutating func paused<Result>(_ body: () throws -> Result) rethrows -> Result {
    stop()
    defer { start() }
    return try body()
  }
}
