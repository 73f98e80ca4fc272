import Mantle

/// Counts of occurrences by path, in the order of the first occurrence. Indices are written as `[]`.
package struct PathCounts {
  /// The paths and their number of occurrences.
  package private(set) var list: [Checker.Summary.UnmappedCount] = []
  private var places: [JSONKeyPath: Int] = [:]

  private static let maximumPaths = 1 << 16

  package init() {}

  /// Adds occurrences of a path.
  package mutating func add(_ path: JSONKeyPath, _ count: Int = 1) {
    var path = path.withoutIndices
    // Further paths are counted together.
    if places[path] == nil, list.count >= Self.maximumPaths { path = JSONKeyPath([.key("…")]) }
    if let place = places[path] {
      list[place].count += count
    } else {
      places[path] = list.count
      list.append((path, count))
    }
  }

  /// Adds several occurrences.
  mutating func add(_ counts: [Checker.Summary.UnmappedCount]) {
    for (path, count) in counts { add(path, count) }
  }
}
