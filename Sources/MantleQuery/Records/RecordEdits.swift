import Mantle

/// The unsaved edits of the records of a list, as a layer over the unchanged text.
///
/// Each record has a place, a number in the current order of the records. The place of a record of the text is its
/// offset plus the number of insertions before it. The place of an insertion is between those of its neighbors.
package struct RecordEdits: Sendable {
  /// A record that was inserted or moved.
  package struct Insertion: Sendable {
    /// The number that identifies the record: its original offset if it was moved, or a negative number if it is new.
    let element: Int
    let key: String?
    let text: [UInt8]
    /// The offset of the record of the text after which the record is inserted; -1 if it precedes all of them.
    let anchor: Int
    let isModified: Bool

    package init(_ element: Int, key: String?, text: [UInt8], after anchor: Int, isModified: Bool) {
      (self.element, self.key, self.text) = (element, key, text)
      (self.anchor, self.isModified) = (anchor, isModified)
    }
  }

  /// The splices that change text inside records, in ascending order.
  private let splices: [JSONSplice]
  /// The offsets of the records that were removed from the text, in ascending order.
  private let removed: [Int]
  /// The offsets of the values that differ from the saved ones, in ascending order.
  private let modified: [Int]
  let insertions: [Insertion]
  /// The places of the insertions, in ascending order.
  let places: [Int]

  /// Creates the edits of the records of a list.
  ///
  /// - Parameters:
  ///   - splices: the changes of the text. Changes outside of records are ignored.
  ///   - removed: The offsets of the records that were removed.
  ///   - insertions: the insertions in text order.
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

  /// Returns whether a record of the text contains a value that differs from the saved one.
  func isModified(_ child: JSONChild) -> Bool {
    let index = modified.countOfPrefix { $0 < child.value.lowerBound }
    return index < modified.count && modified[index] < child.value.upperBound
  }

  /// The offsets of the splices in the text, in ascending order.
  var changedPlaces: [Int] { splices.map(\.range.lowerBound) }

  /// Returns the current text of a record; nil if the record was not edited.
  func text(of child: JSONChild, in bytes: JSONBytes) -> [UInt8]? {
    let range = child.value
    let first = splices.countOfPrefix { $0.range.lowerBound < range.lowerBound }
    // A splice at the start or end of a record is an insertion next to the record and does not change it.
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

  /// Returns the offset of the record that has a place. The record must not be an insertion.
  func offset(at place: Int) -> Int { place - places.countOfPrefix { $0 < place } }

  /// Returns the number that identifies the record at a place: its offset, or the number of its insertion.
  func element(at place: Int) -> Int {
    insertion(at: place).map { insertions[$0].element } ?? offset(at: place)
  }

  /// Returns the current index of a record among all records of the list.
  ///
  /// - Parameters:
  ///   - count: the number of records of the text before the offset.
  ///   - offset: the offset of the record, or for an insertion the offset after its anchor.
  ///   - insertions: the number of insertions before the record.
  func number(_ count: Int, before offset: Int, insertions: Int) -> Int {
    count - removed.countOfPrefix { $0 < offset } + insertions
  }
}
