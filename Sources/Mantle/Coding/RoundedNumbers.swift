/// Numbers with more digits than the types of their properties hold, which are written back with less.
package struct RoundedNumbers: Sendable {
  package private(set) var count = 0
  /// The first of the text.
  package private(set) var first: Diagnostic?

  init(_ count: Int = 0, first: Diagnostic? = nil) {
    (self.count, self.first) = (count, first)
  }

  /// Adds those of what comes behind.
  mutating func add(_ others: RoundedNumbers) {
    count += others.count
    first = first ?? others.first
  }
}
