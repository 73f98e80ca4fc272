import Mantle

/// Rows that are arrays of scalars, as in a table whose first row has the titles:
///
///     [["name", "age"], ["Ada", 36], ["Bob", 41]]
struct ArrayRows: Sendable {
  /// The number of elements of the longest row.
  let count: Int
  /// The titles in the first row; empty if the first row is data.
  let titles: [String]

  /// - Parameter mayHaveTitles: whether the first row can be the titles.
  /// - Returns: nil unless all rows are arrays of scalars and at least one is not empty.
  init?(_ rows: [JSONNode], mayHaveTitles: Bool) {
    guard let first = rows.first, rows.allSatisfy(\.isArrayOfScalars) else { return nil }
    count = rows.reduce(0) { max($0, $1.count) }
    guard count > 0 else { return nil }
    let titles = first.elements.compactMap { $0.kind == .string ? $0.displayText : nil }
    let isHeader =
      mayHaveTitles && titles.count == first.count && !titles.contains("")
      && Set(titles.map(ExactText.init)).count == titles.count
      && Self.areTitles(first, of: rows.dropFirst())
    self.titles = isHeader ? titles : []
  }

  /// Returns whether strings are the titles of rows: all rows have their length, and a column with a title that is not a number
  /// has only numbers or booleans. The numbers may be in strings, and values may be missing.
  private static func areTitles(_ titles: JSONNode, of rows: ArraySlice<JSONNode>) -> Bool {
    guard rows.allSatisfy({ $0.count == titles.count }) else { return false }
    return titles.elements.enumerated().contains { index, title in
      let values = rows.compactMap { $0[index] }.filter { !$0.isNull && !$0.displayText.isEmpty }
      return !title.isNumberOrBoolean && !values.isEmpty && values.allSatisfy(\.isNumberOrBoolean)
    }
  }
}

extension JSONNode {
  var isArrayOfScalars: Bool { kind == .array && !elements.contains(where: \.kind.isContainer) }

  fileprivate var isNumberOrBoolean: Bool {
    switch kind {
    case .number, .true, .false: true
    case .string: (try? JSONDocument(displayText).root.kind == .number) ?? false
    default: false
    }
  }
}

extension FilterNames {
  /// Returns the path of a column of rows that are arrays: its title, or its index if it has no title.
  func column(at index: Int) -> FilterPath {
    guard let rows, rows.titles.indices.contains(index),
      let path = path(titled: [Part(step: .key(rows.titles[index]), position: 0)])
    else { return FilterPath(words: "[\(index)]", routes: [[.index(index)]]) }
    return path
  }

  /// Returns the columns of rows that are arrays, up to a number of elements.
  package func columns(ofArrays count: Int) -> [FilterPath] { (0..<count).map(column) }
}
