import Mantle

/// Rows sorted by the first bytes of their sort keys, in 16 bytes for each row.
///
/// An entry consists, from its highest to its lowest bits, of a window of the key, a bit that is set if the key is
/// longer, the place of the record, and the index of the row in the record if a list is exploded. Therefore rows with
/// equal keys are in text order.
struct SortedRuns: Sendable {
  /// The layout of the bits of an entry.
  struct Layout: Sendable {
    let isExploded: Bool

    /// The number of bytes of the sort key in an entry.
    var window: Int { isExploded ? 6 : 10 }
    private var windowShift: UInt128 { isExploded ? 80 : 48 }
    private var numberBits: UInt128 { isExploded ? 32 : 0 }
    private static let offsetBits: UInt128 = 47

    /// Returns the entry of a row: a window of the bytes of its sort key, and the place of the row.
    ///
    /// - Parameter depth: the offset of the window in the key.
    func entry(_ key: OrderKey, _ place: RowPlace, depth: Int = 0) -> UInt128 {
      var entry: UInt128 = 0
      for index in depth..<depth + window {
        entry = entry << 8 | (index < key.bytes.count ? UInt128(key.bytes[index]) : 0)
      }
      entry = entry << 1 | (key.bytes.count > depth + window ? 1 : 0)
      entry = entry << Self.offsetBits | UInt128(place.record)
      return entry << numberBits | (isExploded ? UInt128(place.number) : 0)
    }

    func place(_ entry: UInt128) -> RowPlace {
      let record = entry >> numberBits & (1 << Self.offsetBits - 1)
      let number = entry & (1 << numberBits - 1)
      return RowPlace(record: Int(record), number: Int(number))
    }

    /// Returns the part of an entry that decides the order before the place does: the window of the key, and the bit
    /// that is set if the key is longer.
    func window(_ entry: UInt128) -> UInt128 { entry >> (windowShift - 1) }

    func goesOn(_ entry: UInt128) -> Bool { window(entry) & 1 == 1 }
  }

  /// The entries so far as separately sorted arrays of about four megabytes.
  private var runs: [[UInt128]] = []
  private var pending: [UInt128] = []

  private static let runLength = WorkingSize.scaled(1 << 18)

  /// Adds the unsorted entries of a part of the text.
  mutating func append(_ entries: [UInt128]) {
    pending += entries
    if pending.count >= Self.runLength { closeRun() }
  }

  private mutating func closeRun() {
    pending.sort()
    runs.append(pending)
    pending = []
    pending.reserveCapacity(Self.runLength)
  }

  /// The entries of all runs in sorted order.
  var merged: MergedRuns { MergedRuns(pending.isEmpty ? runs : runs + [pending.sorted()]) }
}

/// The entries of several sorted runs as one sorted sequence.
struct MergedRuns: Sequence, IteratorProtocol {
  private var rests: [ArraySlice<UInt128>]
  /// The next entry of each run that is not exhausted.
  private var heads: [UInt128]

  fileprivate init(_ runs: [[UInt128]]) {
    rests = runs.filter { !$0.isEmpty }.map { $0[1...] }
    heads = runs.compactMap(\.first)
  }

  /// Removes and returns the smallest entry of all runs; nil if none is left.
  ///
  /// - Complexity: O(number of runs), which is small because runs are long.
  mutating func next() -> UInt128? {
    guard let entry = heads.min(), let run = heads.firstIndex(of: entry) else { return nil }
    if let head = rests[run].popFirst() {
      heads[run] = head
    } else {
      rests.remove(at: run)
      heads.remove(at: run)
    }
    return entry
  }
}
