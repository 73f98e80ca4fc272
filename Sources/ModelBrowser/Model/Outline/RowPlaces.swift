import Mantle

/// The source ranges of a row's children, sorted so that the child at an offset is found in O(log rows).
struct RowPlaces {
  /// The source range of a row and its index among its siblings.
  private struct Place {
    let range: Range<Int>
    let index: Int
    /// The maximum upper bound of this range and all ranges before it.
    var reach = 0
  }

  private var places: [Place] = []

  init(_ rows: ChildRows, in record: Record) {
    for index in rows.indices {
      let row = rows[index]
      if case .mistake(let mistake) = row.content {
        places.append(Place(range: mistake.range, index: index))
      }
      places += row.nodes.map { Place(range: record.sourceRange(of: $0), index: index) }
    }
    places.sort { ($0.range.lowerBound, $0.index) < ($1.range.lowerBound, $1.index) }
    var reach = 0
    for number in places.indices {
      reach = max(reach, places[number].range.upperBound)
      places[number].reach = reach
    }
  }

  /// Returns the index of the first child whose key, value or mistake contains an offset; nil if there is none.
  func row(at offset: Int) -> Int? {
    let count = places.countOfPrefix { $0.range.lowerBound <= offset }
    return places[..<count].reversed().lazy.prefix { $0.reach > offset }
      .filter { $0.range.contains(offset) }.map(\.index).min()
  }
}

/// The row that the last search for a place in the text found. The next place is often nearby, and the ancestors of
/// this row already know the places of their children.
final class FoundRow {
  private var revision = 0
  private var row: Row?

  /// Returns the row that was found last.
  ///
  /// - Parameter revision: the revision of the outline; the result is nil if the row was found in another revision.
  func row(_ revision: Int) -> Row? { revision == self.revision ? row : nil }

  func note(_ row: Row, _ revision: Int) { (self.revision, self.row) = (revision, row) }
}
