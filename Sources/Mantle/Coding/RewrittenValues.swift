/// The values that encoding writes differently from the input: numbers with more digits than their types
/// hold, numbers with fewer, and defaults for missing values.
package struct RewrittenValues: Sendable {
  /// The number of rewritten numbers.
  package private(set) var rounded = 0
  /// The diagnostic for the first rewritten number in the document.
  package private(set) var firstRounded: Diagnostic?
  /// The number of defaults that are written for missing or null values, by key.
  package private(set) var defaults: [String: Int] = [:]

  /// Creates counts of rewritten values, which are zero by default.
  package init(rounded: Int = 0, first: Diagnostic? = nil, defaults: [String: Int] = [:]) {
    (self.rounded, firstRounded, self.defaults) = (rounded, first, defaults)
  }

  /// Adds the rewritten values of a later part of the document.
  package mutating func add(_ others: RewrittenValues) {
    rounded += others.rounded
    firstRounded = firstRounded ?? others.firstRounded
    if !others.defaults.isEmpty { defaults.merge(others.defaults, uniquingKeysWith: +) }
  }
}
