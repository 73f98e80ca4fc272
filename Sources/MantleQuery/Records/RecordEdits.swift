import Mantle

/// Unsaved edits of the records of a list, as a layer over a text that does not change.
///
/// Records have places in the order in which they are now: a record of the text its offset plus the number of
/// insertions before it, an insertion a place between those of the records around it.
package struct RecordEdits: Sendable {
  /// A record that was inserted, or moved from another place.
  package struct Insertion: Sendable {
    /// The number that identifies the record: the offset of a record that was moved, or a negative number.
    let element: Int
    let key: String?
    let text: [UInt8]
    /// The offset of the record of the text that it follows; -1 before all of them.
    let anchor: Int
    let isModified: Bool

    package init(_ element: Int, key: String?, text: [UInt8], after anchor: Int, isModified: Bool) {
      (self.element, self.key, self.text) = (element, key, text)
      (self.anchor, self.isModified) = (anchor, isModified)
    }
  }

  /// The changes inside records, ascending.
  private let splices: [JSONSplice]
  /// The offsets of the records that were removed, ascending.
  private let removed: [Int]
  /// The offsets of the values that differ from the saved ones, ascending.
  private let modified: [Int]
  let insertions: [Insertion]
  /// The places of the insertions, ascending.
  let places: [Int]

  /// - Parameters:
  ///   - splices: The changes of the text; those outside of records are ignored.
  ///   - removed: The offsets of the records that were removed.
  ///   - insertions: The insertions in their order.
  ///   - modified: The offsets of the values that differ from the saved ones.
  package init(
    splices: [JSONSplice] = [], removed: [Int] = [], insertions: [Insertion] = [], modified: [Int] = []
  ) {
    self.splices = splices.sorted { $0.range.lowerBound < $1.range.lowerBound }
    self.removed = removed.sorted()
    self.modified = modified.sorted()
    self.insertions = insertions
    places = insertions.enumerated().map { $1.anchor + 1 + $0 }
  }
}

// MARK: - Records

extension RecordEdits {
  func isRemoved(_ child: JSONChild) -> Bool {
    let index = removed.countOfPrefix { $0 < child.value.lowerBound }
    return index < removed.count && removed[index] == child.value.lowerBound
  }

  /// Whether a record of the text differs from the saved one.
  func isModified(_ child: JSONChild) -> Bool {
    let index = modified.countOfPrefix { $0 < child.value.lowerBound }
    return index < modified.count && modified[index] < child.value.upperBound
  }

  /// The offsets at which something was changed, ascending.
  var changedPlaces: [Int] { splices.map(\.range.lowerBound) }

  /// Returns the new text of a record; nil if nothing in it was edited.
  func text(of child: JSONChild, in bytes: JSONBytes) -> [UInt8]? {
    let range = child.value
    let first = splices.countOfPrefix { $0.range.lowerBound < range.lowerBound }
    // An insertion next to a record is at the record's start or end and does not change the record.
    let inside = splices[first...].prefix { $0.range.lowerBound < range.upperBound }.filter {
      $0.range == range
        || range.lowerBound < $0.range.lowerBound && $0.range.upperBound < range.upperBound
    }
    return inside.isEmpty ? nil : try? bytes.applying(Array(inside), in: range)
  }
}

// MARK: - Places

extension RecordEdits {
  /// Returns the index of the insertion at a place; nil if the place is a record of the text.
  func insertion(at place: Int) -> Int? {
    let index = places.countOfPrefix { $0 < place }
    return index < places.count && places[index] == place ? index : nil
  }

  /// The offset of the record of the text at a place.
  func offset(at place: Int) -> Int { place - places.countOfPrefix { $0 < place } }

  /// The number that identifies the record at a place.
  func element(at place: Int) -> Int {
    insertion(at: place).map { insertions[$0].element } ?? offset(at: place)
  }

  /// The index among all records now.
  ///
  /// - Parameters:
  ///   - count: The number of records of the text before an offset.
  func number(_ count: Int, before offset: Int, insertions: Int) -> Int {
    count - removed.countOfPrefix { $0 < offset } + insertions
  }
}
