/// The difference between two lists: a range of the first list and its replacement. Applying it yields the
/// inverse difference.
struct ListDifference<Element: Hashable & Sendable>: Hashable, Sendable {
  private(set) var range: Range<Int>
  private(set) var replacement: [Element]

  init(from here: [Element], to there: [Element]) {
    let start = zip(here, there).prefix { $0 == $1 }.count
    let (rest, otherRest) = (here[start...], there[start...])
    let end = zip(rest.reversed(), otherRest.reversed()).prefix { $0 == $1 }.count
    range = start..<here.count - end
    replacement = Array(otherRest.dropLast(end))
  }

  mutating func apply(to list: inout [Element]) {
    let replaced = Array(list[range])
    list.replaceSubrange(range, with: replacement)
    range = range.lowerBound..<range.lowerBound + replacement.count
    replacement = replaced
  }
}
