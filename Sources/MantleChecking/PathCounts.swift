import Mantle

/// The number of occurrences of each path in a document, in the order of the first occurrence. Indices are written as
/// `[]`.
package struct PathCounts {
  /// The counted paths with their number of occurrences. If there are too many paths, further paths are counted
  /// together as `…`.
  package private(set) var list: [Checker.Summary.UnmappedCount] = []
  private var places: [JSONKeyPath: Int] = [:]

  private static let maximumPaths = 1 << 16

  package init() {}

  /// Counts one or more occurrences of a path.
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

  /// Adds the numbers of occurrences of several paths.
  mutating func add(_ counts: [Checker.Summary.UnmappedCount]) {
    for (path, count) in counts { add(path, count) }
  }
}
