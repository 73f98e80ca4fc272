import Testing

@testable import ModelBrowser

struct RowIDTests {
  /// A chain with other steps at some depths.
  private func chain(_ depth: Int, other: Set<Int> = []) -> [RowID] {
    (1...depth).reduce(into: [.root]) { chain, depth in
      chain.append(chain[depth - 1].child(.index(other.contains(depth) ? 1 : 0)))
    }
  }

  @Test func equalPathsGiveEqualRowIdentifiers() {
    let (one, other) = (chain(300), chain(300))
    for depth in 0...300 {
      #expect(one[depth] == other[depth])
      #expect(one[depth].contains(other[300]))
      #expect(depth == 300 || !one[300].contains(one[depth]))
    }
  }

  @Test(arguments: [1, 7, 150, 299, 300]) func differentPathsGiveDifferentRowIdentifiers(different: Int) {
    let (one, other) = (chain(300), chain(300, other: [different]))
    for depth in 0...300 {
      #expect((one[depth] == other[depth]) == (depth < different))
      #expect(one[depth].contains(other[300]) == (depth < different))
    }
  }
}
