import MantlePlatform

/// The sizes at which the program changes its way of working: from reading a text as a whole to reading it in parts, from
/// sorting in one run to merging several runs, from one thread to several.
///
/// The environment variable `MANTLE_SIZE_DIVISOR` divides all of them, so that small documents are processed as large
/// ones are. Answers must not depend on it.
package enum WorkingSize {
  private static let divisor =
    getenv("MANTLE_SIZE_DIVISOR").flatMap { Int(String(cString: $0)) }.map { max(1, $0) } ?? 1

  /// Returns a size, or the part of it that a test sets.
  package static func scaled(_ size: Int) -> Int { max(1, size / divisor) }
}
