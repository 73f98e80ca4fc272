import Mantle
import Testing

@testable import MantleQuery

/// Distinct rows and samples.
struct RowSieveTests {
  private static func rows(_ json: [String]) throws -> [QueryRow] {
    try json.map { text in
      QueryRow(try JSONDocument(text).root.elements.map { QueryCell(of: FoundValue(.node($0), as: nil)) })
    }
  }

  private static func select(_ rows: [QueryRow], _ sieve: RowSieve<QueryRow>) -> [String] {
    var sieve = sieve
    let passed = rows.compactMap { sieve.take($0, identity: $0.identity) }
    return (passed + sieve.sampled()).map { $0.cells.map(\.shown).joined(separator: " ") }
  }

  @Test func distinctRowsKeepTheFirst() throws {
    let rows = try Self.rows([
      "[1, \"a\"]", "[1.0, \"a\"]", "[\"1\", \"a\"]", "[null, \"a\"]", "[1, \"b\"]", "[null, \"a\"]",
    ])
    let all = Self.select(rows, RowSieve(isDistinct: true))
    #expect(all.count == 4 && all[0] == "1 a" && all[3] == "1 b", "\(all)")
    #expect(Self.select(rows, RowSieve(isDistinct: true, limit: 2)).count == 2)
    let absent = [
      QueryRow([QueryCell(.absent)]), QueryRow([QueryCell(.null, "")]), QueryRow([QueryCell(.absent)]),
    ]
    #expect(Self.select(absent, RowSieve(isDistinct: true)).count == 2)
  }

  @Test func aSampleIsReproducibleAndInOrder() throws {
    let rows = try Self.rows((0..<1_000).map { "[\($0)]" })
    let first = Self.select(rows, RowSieve(isDistinct: false, sample: 10, seed: 3))
    #expect(first == Self.select(rows, RowSieve(isDistinct: false, sample: 10, seed: 3)))
    #expect(first != Self.select(rows, RowSieve(isDistinct: false, sample: 10, seed: 4)))
    let numbers = first.compactMap { Int($0) }
    #expect(numbers.count == 10 && numbers == numbers.sorted())
    #expect(Self.select(rows, RowSieve(isDistinct: false, sample: 5_000, seed: 1)).count == 1_000)
    #expect(
      Self.select(rows, RowSieve(isDistinct: false, sample: 10, seed: 3, limit: 2)) == Array(first.prefix(2)))
  }

  /// Each row is in a sample with the same probability.
  @Test func samplesAreUniform() throws {
    let rows = try Self.rows((0..<20).map { "[\($0)]" })
    var counts = [Int](repeating: 0, count: 20)
    for seed in 0..<2_000 {
      for row in Self.select(rows, RowSieve(isDistinct: false, sample: 5, seed: UInt64(seed))) {
        counts[Int(row) ?? 0] += 1
      }
    }
    #expect(counts.allSatisfy { (400...600).contains($0) }, "\(counts)")
  }
}
