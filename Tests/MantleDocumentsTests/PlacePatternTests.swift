import TestSupport
import Testing

@testable import Mantle
@testable import MantleDocuments

/// Places as people type them for jq, yq and JSONPath.
@Suite struct PlacePatternTests {
  static let text = """
    {"a": [{"n": 1}, {"n": 2}, {"n": 3}], "o": {"x": 10, "y.z": 20}, "$": 5, "l": [[1, 2], [3]]}
    """

  @Test(arguments: [
    ("a[-1].n", "3"), ("a[-4].n", ""), ("a[1:].n", "2 3"), ("a[:-1].n", "1 2"), ("a[1:2].n", "2"),
    ("a[5:9]", ""),
    ("a[2:1]", ""), ("$.a[0].n", "1"), (".a[0].n", "1"), (".a.[0].n", "1"), ("a[*].n", "1 2 3"),
    ("o[*]", "10 20"),
    ("o['y.z']", "20"), ("$['o'][\"x\"]", "10"), ("$.o['x']", "10"), ("..n", "1 2 3"), ("$..n", "1 2 3"),
    ("$..x", "10"), ("a..n", "1 2 3"), ("l..[0]", "[1, 2] 1 3"), ("l[-1][-1]", "3"), (#"\$"#, "5"),
    (#"o.y\.z"#, "20"), ("/o/y.z", "20"), ("a[].n", "1 2 3"), ("l[*][*]", "1 2 3"), ("..q", ""),
    ("a[9223372036854775807:]", ""), ("a[-9223372036854775808]", ""),
  ])
  func findsValuesMatchingThePattern(_ place: String, _ values: String) throws {
    let bytes = JSONBytes(Self.text)
    let found = JSONPlaceFinder(bytes).find(try PlacePattern(place), from: 0..<bytes.count)
    #expect(found.values.map { bytes.text($0) }.joined(separator: " ") == values)
  }

  @Test(arguments: ["a[", "a[1:2:3]", "a[x]", "a[0]b", "a[*", "a['x]", "a[1:x]", "a."])
  func malformedPatternsAreRejected(_ place: String) {
    #expect(throws: JSONKeyPathError.self) { try PlacePattern(place) }
  }

  @Test func dollarDotAndEmptyPatternSelectTheRoot() throws {
    for text in ["$", ".", ""] { #expect(try PlacePattern(text).steps.isEmpty) }
  }

  @Test(arguments: 0..<200) func printedPathsSelectTheirValue(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = JSONBytes(RandomVersions.text(&random))
    let document = try JSONDocument(parsing: bytes)
    var open = [document.root]
    while let node = open.popLast() {
      open += node.childValues
      let found = JSONPlaceFinder(bytes).find(
        try PlacePattern("\(node.path)"), from: document.root.byteRange)
      #expect(found.values == document.root.findAll(node.path).map(\.byteRange), "\(node.path)")
      let each = node.path.withoutIndices
      let all = JSONPlaceFinder(bytes).find(each, from: document.root.byteRange)
      #expect(all.values == document.root.findAll(each).map(\.byteRange), "\(each)")
    }
  }

  /// Steps after `..` follow parsed nodes, and other steps the text.
  @Test(arguments: 0..<50, ["[0]", "[-1]", "[1:]", "[*]", "[*][0]", "a", "b[*]", "b.a"])
  func descendantsAreSearchedLikeTheirOwnText(_ seed: Int, _ rest: String) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = JSONBytes(RandomVersions.text(&random))
    let root = try JSONDocument(parsing: bytes).root
    let finder = JSONPlaceFinder(bytes)
    var (open, expected): ([JSONNode], [Range<Int>]) = ([root], [])
    while let node = open.popLast() {
      open += node.childValues.reversed()
      expected += finder.find(try PlacePattern(rest), from: node.byteRange).values
    }
    let place = try PlacePattern(".." + rest)
    #expect(
      finder.find(place, from: root.byteRange).values == expected, "\(rest) in \(bytes.text(root.byteRange))")
  }

  @Test(arguments: [
    ("a[].n", "a[0].n", true), ("a[]", "a[0].n", true), ("a[0]", "a[1]", false), ("..n", "a[0].n", true),
    ("..n", "n", true), ("..n", "a.m", false), ("a..n", "b.n", false), ("o[*]", "o.x", true),
    ("o[]", "o.x", false),
    ("a", "", false), ("", "a", true),
  ])
  func patternContainsMatchingPaths(_ place: String, _ path: String, _ isContained: Bool) throws {
    #expect(try PlacePattern(place).contains(JSONKeyPath(path)) == isContained)
  }
}
