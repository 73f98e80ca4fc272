import Mantle

/// A selection of a result's rows in three steps, each of which is optional: rows that equal an earlier row are
/// dropped, a random sample is drawn from the rest, and only the first rows up to a limit are passed on. The rows of a
/// sample keep their order.
package struct RowSieve<Row> {
  private let isDistinct: Bool
  private let sampleSize: Int?
  /// The number of rows that may still be passed on before the limit is reached.
  private var room: Int
  private var random: SeededNumbers
  /// The identities of the rows that were passed on or sampled so far, if rows must differ.
  private var seen: Set<OrderKey> = []
  /// The sample so far: each row with its index among the rows that the sample is drawn from.
  private var sample: [(number: Int, row: Row)] = []
  private var count = 0

  /// Creates a selection of rows.
  ///
  /// - Parameters:
  ///   - isDistinct: whether rows that equal an earlier row are dropped.
  ///   - sample: the number of rows in the random sample; nil for no sample.
  ///   - seed: the number that determines the sample; nil for another sample each time.
  ///   - limit: the maximum number of rows; nil for no limit.
  package init(isDistinct: Bool, sample: Int? = nil, seed: UInt64? = nil, limit: Int? = nil) {
    (self.isDistinct, sampleSize, room) = (isDistinct, sample, limit ?? .max)
    random = SeededNumbers(state: seed ?? .random(in: 0 ... .max))
  }

  /// Whether no further row is needed.
  package var isFull: Bool { sampleSize == nil && room == 0 }

  /// Returns the row if it can be passed on immediately; nil if it is dropped, or may become part of the sample.
  ///
  /// - Parameter identity: the identity of the row, which is evaluated only if rows must differ.
  package mutating func take(_ row: Row, identity: @autoclosure () -> OrderKey) -> Row? {
    guard !isFull, !isDistinct || seen.insert(identity().shortened(to: Self.keptBytes)).inserted else {
      return nil
    }
    guard let sampleSize else {
      room -= 1
      return row
    }
    // Each of the first n rows is in the sample with the same probability.
    defer { count += 1 }
    if sample.count < sampleSize {
      sample.append((count, row))
    } else if case let place = Int.random(in: 0...count, using: &random), place < sampleSize {
      sample[place] = (count, row)
    }
    return nil
  }

  /// Returns the rows of the sample in their original order, up to the limit.
  package func sampled() -> [Row] { sample.sorted { $0.number < $1.number }.prefix(room).map(\.row) }

  private static var keptBytes: Int { 64 }
}

/// A generator of random numbers that a seed determines (SplitMix64).
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

extension QueryRow {
  /// A key that is equal for two rows if and only if their cells are identical.
  package var identity: OrderKey {
    OrderKey(
      identityOf: cells.map { cell in
        switch cell.kind {
        case .absent: .absent
        case .unreadable: .failed("")
        default: (try? JSONDocument(cell.json)).map { FoundValue(.node($0.root), as: nil) } ?? .absent
        }
      })
  }
}

extension OrderKey {
  /// Creates a key that is equal for two JSON values if and only if they are identical.
  ///
  /// - Parameter json: the value; nil for text that is not JSON.
  package init(identityOf json: JSONNode?) {
    self.init(identityOf: [json.map { FoundValue(.node($0), as: nil) } ?? .unreadable(nil)])
  }
}
