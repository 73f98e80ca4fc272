/// Counts by path, in the order the paths were first met; indices are written as `[]`.
struct PathCounts {
  private(set) var list: [Checker.Summary.UnmappedCount] = []
  private var places: [JSONKeyPath: Int] = [:]

  private static let mostPaths = 1 << 16

  mutating func add(_ path: JSONKeyPath, _ count: Int = 1) {
    let path = path.withoutIndices
    if let place = places[path] {
      list[place].count += count
    } else if list.count < Self.mostPaths {
      places[path] = list.count
      list.append((path, count))
    } else {
      // From here on paths are counted together.
      add(JSONKeyPath([.key("…")]), overflowing: count)
    }
  }

  mutating func add(_ counts: [Checker.Summary.UnmappedCount]) {
    for (path, count) in counts { add(path, count) }
  }

  private mutating func add(_ path: JSONKeyPath, overflowing count: Int) {
    if let place = places[path] {
      list[place].count += count
    } else {
      places[path] = list.count
      list.append((path, count))
    }
  }
}
