import MantlePlatform

/// Waiting for another thread that is about to finish.
enum Pause {
  static func millisecond() { usleep(1000) }
}
