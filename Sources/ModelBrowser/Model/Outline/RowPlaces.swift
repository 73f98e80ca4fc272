import Mantle

/// Where the rows inside a row are in the text of their record, so that one is found in O(log rows).
struct RowPlaces {
  /// The source range of a row and its index among its siblings.
  private struct Place {
    let range: Range<Int>
    let index: Int
    /// Where the last of the places up to this one ends.
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

  /// The first of the rows whose key or value, or mistake, is at an offset; what no row shows is nowhere.
  func row(at offset: Int) -> Int? {
    let count = places.countOfPrefix { $0.range.lowerBound <= offset }
    return places[..<count].reversed().lazy.prefix { $0.reach > offset }
      .filter { $0.range.contains(offset) }.map(\.index).min()
  }
}

/// The row that was found last by its place in the text: the next one is often near, and the rows around it know their
/// places already.
final class FoundRow {
  private var revision = 0
  private var row: Row?

  /// - Parameter revision: of the outline; a row found under another one is forgotten.
  func row(_ revision: Int) -> Row? { revision == self.revision ? row : nil }

  func note(_ row: Row, _ revision: Int) { (self.revision, self.row) = (revision, row) }
}
