import MantlePlatform

/// The sizes at which the program changes its strategy: from reading an input as a whole to reading it in
/// parts, from sorting in one run to merging several runs, and from one thread to several.
///
/// The environment variable `MANTLE_SIZE_DIVISOR` divides all sizes, so that tests process small documents as
/// the program processes large documents. Results must not depend on the variable.
package enum WorkingSize {
  private static let divisor =
    getenv("MANTLE_SIZE_DIVISOR").flatMap { Int(String(cString: $0)) }.map { max(1, $0) } ?? 1

  /// Returns a size, divided by the value of `MANTLE_SIZE_DIVISOR` if the variable is set.
  package static func scaled(_ size: Int) -> Int { max(1, size / divisor) }
}
