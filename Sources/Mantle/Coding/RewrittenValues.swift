/// What models write otherwise than it stood there: numbers with more digits than the types of their properties hold, with
/// less, and defaults for what was not there.
package struct RewrittenValues: Sendable {
  /// How many numbers.
  package private(set) var rounded = 0
  /// The first of them in the text.
  package private(set) var firstRounded: Diagnostic?
  /// How often each key was not there, or null, and its default is written.
  package private(set) var defaults: [String: Int] = [:]

  package init(rounded: Int = 0, first: Diagnostic? = nil, defaults: [String: Int] = [:]) {
    (self.rounded, firstRounded, self.defaults) = (rounded, first, defaults)
  }

  /// Adds those of what comes behind.
  mutating func add(_ others: RewrittenValues) {
    rounded += others.rounded
    firstRounded = firstRounded ?? others.firstRounded
    if !others.defaults.isEmpty { defaults.merge(others.defaults, uniquingKeysWith: +) }
  }
}
