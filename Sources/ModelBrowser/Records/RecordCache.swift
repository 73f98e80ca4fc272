import Mantle

/// The records looked at last, within a budget: browsing for a day takes no more memory than for a minute.
struct RecordCache {
  /// What numbers were known of the place when its record was made: paths hold them.
  struct Numbering: Hashable {
    let revision: Int
    let timesCounted: Int
    let ordinal: Int?
  }

  private struct Entry {
    let record: Record
    let numbering: Numbering
    var lastUse: Int
  }

  private let budget: Int
  private var entries: [Record.Place: Entry] = [:]
  private var cost = 0
  private var clock = 0

  /// - Parameter budget: in bytes of JSON text.
  init(budget: Int) { self.budget = budget }

  /// The record at a place, made if it is not there, or its path may have changed since.
  mutating func record(_ place: Record.Place, _ numbering: Numbering, make: () -> Record) -> Record {
    clock += 1
    if let entry = entries[place], entry.numbering == numbering {
      entries[place]?.lastUse = clock
      return entry.record
    }
    remove(place)
    let record = make()
    entries[place] = Entry(record: record, numbering: numbering, lastUse: clock)
    cost += record.range.count
    if cost > budget { shrink() }
    return record
  }

  mutating func remove(_ place: Record.Place) {
    guard let entry = entries.removeValue(forKey: place) else { return }
    cost -= entry.record.range.count
  }

  mutating func removeAll() {
    entries = [:]
    cost = 0
  }

  /// Forgets the half that was not looked at for longest, so that this is done rarely.
  private mutating func shrink() {
    for (place, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard cost > budget / 2, entries.count > 1 else { return }
      remove(place)
    }
  }
}
