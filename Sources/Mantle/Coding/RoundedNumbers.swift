/// What models write otherwise than it stood there: numbers with more digits than the types of their properties hold, with
/// less, and defaults for what was not there.
package struct RoundedNumbers: Sendable {
  package private(set) var count = 0
  /// The first of the text.
  package private(set) var first: Diagnostic?
  /// How often each key was not there, or null, and its default is written.
  package private(set) var defaults: [String: Int] = [:]

  init(_ count: Int = 0, first: Diagnostic? = nil, defaults: [String: Int] = [:]) {
    (self.count, self.first, self.defaults) = (count, first, defaults)
  }

  /// Adds those of what comes behind.
  mutating func add(_ others: RoundedNumbers) {
    count += others.count
    first = first ?? others.first
    if !others.defaults.isEmpty { defaults.merge(others.defaults, uniquingKeysWith: +) }
  }
}
