import Mantle
import MantleFiles
import MantleQuery

/// The sort keys of a table, and the resulting order of its rows.
struct TableSort: Sendable {
  /// A column by which rows are sorted, and the direction of sorting.
  struct Key: Sendable, Equatable {
    let words: String
    var isDescending = false

    /// The sort key in the syntax of queries, such as `comments desc`.
    var clause: String { words + (isDescending ? " desc" : "") }
  }

  private(set) var keys: [Key]
  /// The state that the order depends on: a table is sorted again when the state changes. Nil after the text was reloaded.
  private(set) var state: State?
  /// Whether the cursor goes to the first row and stays there until it is moved.
  let startsAtFirst: Bool
  /// The identifiers of the elements (``Row/filterKey``) in their order; while the rows are being sorted, the first ones.
  private(set) var elements: [Int] = []
  /// The index in the sorted order of the element under the cursor.
  private var place = 0
  /// The share of the list that is sorted; nil if all of it is.
  private(set) var share: Double? = 0

  /// The state of the elements that an order depends on.
  struct State: Sendable, Equatable {
    let filters: [String]
    let isFiltering: Bool
    /// The number of elements; for a large container, only the number of added minus removed elements.
    let count: Int
    /// The size of the text and the fingerprint of its file, because another text has other element identities.
    let size: Int
    let fingerprint: FileFingerprint?
  }

  init(_ keys: [Key], _ state: State, startsAtFirst: Bool) {
    (self.keys, self.state, self.startsAtFirst) = (keys, state, startsAtFirst)
  }

  mutating func take(_ elements: [Int], share: Double?) {
    (self.elements, self.share) = (elements, share)
    place = max(0, min(place, elements.count - 1))
  }

  /// Makes the order invalid, because the text was reloaded.
  mutating func expire() { state = nil }

  mutating func rename(_ words: String, to new: String) {
    keys = keys.map { $0.words == words ? Key(words: new, isDescending: $0.isDescending) : $0 }
  }

  /// Returns the sort keys after toggling a column: from unsorted to ascending, then descending, then unsorted.
  ///
  /// - Parameter adds: whether the other columns remain keys.
  static func turning(_ words: String, in keys: [Key], adds: Bool) -> [Key] {
    var keys = keys
    guard let index = keys.firstIndex(where: { $0.words == words }) else {
      return (adds ? keys : []) + [Key(words: words)]
    }
    if keys[index].isDescending {
      keys.remove(at: index)
    } else {
      keys[index].isDescending = true
    }
    return adds ? keys : keys.filter { $0.words == words }
  }

  /// Returns the index of an element in the sorted order, searched near the cursor first; nil if the order lacks the element.
  func index(of element: Int) -> Int? {
    let near = max(0, place - Self.screen)..<min(elements.count, place + Self.screen)
    return elements[near].firstIndex(of: element) ?? elements.firstIndex(of: element)
  }

  private static let screen = 100

  /// Returns the index of an element; if the order lacks the element, the index of the element under the cursor.
  func place(of element: Int?) -> Int { element.flatMap { index(of: $0) } ?? place }

  /// Records that the cursor is on an element.
  mutating func follow(_ element: Int?) { place = place(of: element) }

  /// Whether the cursor stays on the first row while the order changes.
  var isAtFirst: Bool { startsAtFirst && place == 0 }
}

extension [TableSort.Key] {
  /// Returns the sort indicator of a column: an arrow, and the rank of the column if there are several keys.
  func mark(of words: String) -> String {
    guard let index = firstIndex(where: { $0.words == words }) else { return "" }
    return " " + (self[index].isDescending ? "▼" : "▲") + (count > 1 ? "\(index + 1)" : "")
  }
}
