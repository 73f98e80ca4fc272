import Mantle
import TestSupport
import Testing

@testable import MantleQuery
@testable import ModelBrowser

/// Sets of elements, and finding them, against what looking at one after the other gives.
struct ElementFilterTests {
  private static func pattern(_ text: String) -> Filter? {
    try? Filter(text, names: FilterNames(model: nil, samples: []))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func filterNeighborsMatchSortedSet(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var filter = ElementFilter(try #require(Self.pattern("x")), of: .container(0), from: .root, count: 0)
    var all = Array(Set((0..<30).map { _ in Int.random(in: 0..<60, using: &random) })).sorted()
    filter.add(Array(all.prefix(10)), share: 0.5)
    let extras = (0..<4).map { _ in Int.random(in: 0..<60, using: &random) }
    for extra in extras.prefix(2) { filter.show(extra) }
    filter.add(Array(all.dropFirst(10)), share: 1)
    for extra in extras { filter.show(extra) }
    all = Array(Set(all + extras)).sorted()
    #expect(filter.shown == all)
    for place in -1...61 {
      #expect(filter.shows(place) == all.contains(place))
      #expect(filter.first(after: place) == all.first { $0 > place })
      #expect(filter.last(before: place) == all.last { $0 < place })
    }
  }

  @Test func filterStoresAtMostOneMillionMatches() throws {
    var filter = ElementFilter(try #require(Self.pattern("x")), of: .container(0), from: .root, count: 0)
    filter.add(Array(0..<ElementFilter.most - 1), share: 0.5)
    filter.add(Array(ElementFilter.most..<ElementFilter.most + 5), share: 1)
    #expect(filter.shown.count == ElementFilter.most)
    filter.show(.max)
    filter.add([ElementFilter.most * 2], share: 1)
    #expect(filter.shown.count == ElementFilter.most + 1)
  }

  /// A law: a query finds what looking at each element finds.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func searchMatchesElementwiseFilter(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let elements = (0..<20).map { _ in random.value() }
    let bytes = JSONBytes("[" + elements.joined(separator: ",") + "]")
    let index = JSONChildIndex(bytes, .array(at: 0))
    index.extend(budgetBytes: .max)
    let children = (0..<20).compactMap { index.child(at: $0) }.map(index.measured)
    for text in [
      "a", "bc", "é", "日本", "9", "'\"'", "$value > 5", ".k1 != absent", ".k0 ~ a", ".k0 = abc", "$index < 7",
      "not a", "a or b", ".k1 ~ /a|b/", ".k0 in (true, abc)",
    ] {
      let test = try #require(Self.pattern(text))
      var found: [Int] = []
      _ = QueryRun([(RecordList(index), Query(test))]).positions { positions in
        found += positions.map(\.element)
        return true
      }
      let expected = try children.filter { child in
        test.holds(
          for: FilterSubject(try JSONDocument(parsing: bytes, in: child.value).root, index: child.ordinal))
      }
      #expect(found == expected.map(\.value.lowerBound), "\(text)")
    }
  }
}
