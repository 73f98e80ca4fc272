import Testing

@testable import ModelBrowser

struct RowIDTests {
  /// A chain with other steps at some depths.
  private func chain(_ depth: Int, other: Set<Int> = []) -> [RowID] {
    (1...depth).reduce(into: [.root]) { chain, depth in
      chain.append(chain[depth - 1].child(.index(other.contains(depth) ? 1 : 0)))
    }
  }

  @Test func aChainIsTheSameHoweverItWasMade() {
    let (one, other) = (chain(300), chain(300))
    for depth in 0...300 {
      #expect(one[depth] == other[depth])
      #expect(one[300].ancestor(at: depth) === one[depth])
      #expect(one[depth].contains(other[300]))
      #expect(depth == 300 || !one[300].contains(one[depth]))
    }
    #expect(one[300].ancestor(at: 301) == nil)
    #expect(one[300].ancestor(at: -1) == nil)
  }

  @Test(arguments: [1, 7, 150, 299, 300]) func anyStepMakesAnother(different: Int) {
    let (one, other) = (chain(300), chain(300, other: [different]))
    for depth in 0...300 {
      #expect((one[depth] == other[depth]) == (depth < different))
      #expect(one[depth].contains(other[300]) == (depth < different))
    }
  }

  /// A long chain is taken apart without recursion.
  @Test func aMillionStepsGoAway() {
    var id = RowID.root
    for _ in 0..<1_000_000 { id = id.child(.index(0)) }
    #expect(id.ancestor(at: 12_345)?.depth == 12_345)
    #expect(RowID.root.contains(id))
  }

  @Test func marksAreFoundFromInside() {
    let ids = chain(100)
    var marks = RowMarks<Int>()
    for depth in [0, 10, 50] { marks[ids[depth]] = depth }
    #expect(marks.around(ids[49]).sorted() == [0, 10])
    #expect(marks.around(ids[100]).sorted() == [0, 10, 50])
    marks[ids[10]] = nil
    #expect(marks.around(ids[100]).sorted() == [0, 50])
    marks.removeAll { $0.depth == 0 }
    #expect(marks.all == [ids[50]: 50])
    #expect(marks.around(chain(100, other: [50])[100]).isEmpty)
    #expect(marks.around(chain(100, other: [51])[100]).sorted() == [50])
  }
}

extension Sequence {
  fileprivate var isEmpty: Bool { !contains { _ in true } }
}
