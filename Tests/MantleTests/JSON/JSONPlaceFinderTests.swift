import Testing

@testable import Mantle

/// What is found in the text is what is found in the parsed document.
@Suite struct JSONPlaceFinderTests {
  @Test(arguments: 0..<300) func findsWhatTheDocumentHas(_ seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    let text = random.value()
    let document = try JSONDocument(text)
    let bytes = JSONBytes(text)
    var nodes = [document.root]
    while let node = nodes.popLast() {
      nodes += node.kind == .array ? Array(node.elements) : node.members.map(\.value)
      let path = node.path
      let expected = document.root.findAll(path).map(\.byteRange)
      let found = JSONPlaceFinder(bytes).find(path, from: document.root.byteRange)
      #expect(found.values == expected, "\(path) in \(text)")
      let each = JSONKeyPath(path.components.map { if case .index = $0 { .each } else { $0 } })
      #expect(
        JSONPlaceFinder(bytes).find(each, from: document.root.byteRange).values
          == document.root.findAll(each).map(\.byteRange))
    }
  }
}
