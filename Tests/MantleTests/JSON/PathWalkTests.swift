import TestSupport
import Testing

@testable import Mantle

struct PathWalkTests {
  @Test func agreesWithTheNodesThemselves() throws {
    var generator = SeededGenerator(seed: 51)
    for seed in 0..<60 {
      var random = RandomJSON(seed: UInt64(seed))
      let document = try JSONDocument(random.value())
      let indices = (0..<document.nodeCount).filter { _ in generator.chance(60) }
      var walk = PathWalk(document)
      for index in indices {
        #expect(walk.path(of: index) == JSONNode(document: document, index: index).path)
        #expect(walk.path(of: index) == JSONNode(document: document, index: index).path, "asked again")
      }
    }
  }

  @Test func theBasePathComesFirst() throws {
    let document = try JSONDocument(parsing: JSONBytes("[{\"a\":1}]"), basePath: "items[3]")
    var walk = PathWalk(document)
    #expect(walk.path(of: 0) == "items[3]")
    #expect(walk.path(of: 3) == "items[3][0].a")
  }

  /// A walk of its own for each element starts where the last one ended.
  @Test func nextWalkContinuesFromTheLast() throws {
    let text = "{\"items\":[" + Array(repeating: "{\"a\":1}", count: 200).joined(separator: ",") + "]}"
    let document = try JSONDocument(text)
    let elements = Array(try #require(document.root.find("items")).elements)
    for index in [0, 50, 51, 199, 20, 120, 0] {
      var walk = PathWalk(document)
      #expect(walk.path(of: elements[index].index) == JSONKeyPath([.key("items"), .index(index)]))
    }
    var walk = PathWalk(document)
    _ = walk.path(of: elements[150].index)
    let known = document.lastChild.child(in: try #require(document.root.find("items")).index)
    #expect(known?.ordinal == 150)
  }
}
