#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waiting for another thread that is about to finish.
enum Pause {
  static func millisecond() { usleep(1000) }
}
