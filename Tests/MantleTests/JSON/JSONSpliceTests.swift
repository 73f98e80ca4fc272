import Foundation
import Mantle
import Testing

/// Edits change what they say, keep the style of their surroundings and nothing else.
@Suite struct JSONSpliceTests {
  static let insertions: [(text: String, position: Int, result: String)] = [
    ("[]", 0, "[9]"), ("[ ]", 0, "[9]"), ("[1]", 0, "[9,1]"), ("[1]", 1, "[1,9]"), ("[1, 2]", 1, "[1, 9, 2]"),
    ("[1,2]", 2, "[1,2,9]"), ("[ 1, 2 ]", 0, "[ 9, 1, 2 ]"), ("[ 1, 2 ]", 2, "[ 1, 2, 9 ]"),
    ("[\n  1,\n  2\n]", 1, "[\n  1,\n  9,\n  2\n]"), ("[\n  1\n]", 1, "[\n  1,\n  9\n]"),
    ("[\n  1\n]", 0, "[\n  9,\n  1\n]"), ("[1\n, 2\n, 3]", 2, "[1\n, 2\n, 9\n, 3]"),
  ]

  @Test(arguments: insertions) func insertsElements(_ text: String, _ position: Int, _ result: String) throws
  {
    let root = try JSONDocument(text).root
    let splice = try #require(root.insertingElement(Array("9".utf8), at: position))
    #expect(try Self.apply([splice], to: root) == result)
  }

  static let memberInsertions: [(text: String, position: Int, result: String)] = [
    ("{}", 0, #"{"k":9}"#), (#"{"a":1}"#, 1, #"{"a":1,"k":9}"#), (#"{"a": 1}"#, 1, #"{"a": 1, "k": 9}"#),
    (#"{"a": 1, "b": 2}"#, 0, #"{"k": 9, "a": 1, "b": 2}"#),
    ("{\n\t\"a\" : 1\n}", 1, "{\n\t\"a\" : 1,\n\t\"k\" : 9\n}"),
  ]

  @Test(arguments: memberInsertions)
  func insertsMembers(_ text: String, _ position: Int, _ result: String) throws {
    let root = try JSONDocument(text).root
    let splice = try #require(root.insertingMember(key: "k", value: Array("9".utf8), at: position))
    #expect(try Self.apply([splice], to: root) == result)
  }

  static let removals: [(text: String, position: Int, result: String)] = [
    ("[1]", 0, "[]"), ("[\n  1\n]", 0, "[]"), ("[1, 2]", 0, "[2]"), ("[1, 2]", 1, "[1]"),
    ("[\n  1,\n  2,\n  3\n]", 0, "[\n  2,\n  3\n]"), ("[\n  1,\n  2,\n  3\n]", 1, "[\n  1,\n  3\n]"),
    ("[\n  1,\n  2,\n  3\n]", 2, "[\n  1,\n  2\n]"),
    (#"{"a": 1, "b": [2], "c": 3}"#, 1, #"{"a": 1, "c": 3}"#),
    (#"{"a": 1}"#, 0, "{}"),
  ]

  @Test(arguments: removals) func removesChildren(_ text: String, _ position: Int, _ result: String) throws {
    let root = try JSONDocument(text).root
    let child = try #require(
      root.kind == .array ? root[position] : Array(root.members.map(\.value))[position])
    let splice = try #require(child.removing())
    #expect(try Self.apply([splice], to: root) == result)
    #expect(root.removing() == nil)
  }

  static let moves: [(source: Int, target: Int, result: String)] = [
    (0, 2, "[2, 3, 1, 4]"), (3, 0, "[4, 1, 2, 3]"), (1, 2, "[1, 3, 2, 4]"), (2, 1, "[1, 3, 2, 4]"),
    (0, 3, "[2, 3, 4, 1]"), (1, 1, "[1, 2, 3, 4]"), (0, 4, "[1, 2, 3, 4]"),
  ]

  @Test(arguments: moves) func movesElements(_ source: Int, _ target: Int, _ result: String) throws {
    let root = try JSONDocument("[1, 2, 3, 4]").root
    #expect(try Self.apply(root.movingChild(from: source, to: target), to: root) == result)
  }

  /// Any set of removals and insertions at once gives exactly the expected children, and every byte outside
  /// of the splices is the byte it was.
  @Test(arguments: UInt64(0)..<80) func editsMeanWhatTheySay(seed: UInt64) throws {
    var random = RandomJSON(seed: seed)
    let isObject = random.generator.chance(50)
    let size = random.generator.below(6)
    let root = try JSONDocument(
      isObject ? random.object(members: size) : random.array(elements: size)
    ).root
    var expected: [String] = []
    var removed: Set<Int> = []
    var inserted: [Int: [[UInt8]]] = [:]
    for (position, child) in (root.children.map { Optional($0) } + [nil]).enumerated() {
      if random.generator.chance(30) {
        let new = (0...random.generator.below(2)).map { _ in
          (isObject ? random.string() + ":" : "") + random.value(depth: 3)
        }
        inserted[position] = new.map { Array($0.utf8) }
        expected += new
      }
      guard let child else { continue }
      if random.generator.chance(40) {
        removed.insert(position)
      } else {
        expected.append(root.document.bytes.text(child.range))
      }
    }
    let splices = root.editingChildren(removing: removed, inserting: inserted)
    let edited = try JSONDocument(root.document.bytes.applying(splices)).root
    #expect(edited.children.map { edited.document.bytes.text($0.range) } == expected)
    if removed.isEmpty, inserted.isEmpty { #expect(splices.isEmpty) }
  }

  @Test func replacesInPlace() throws {
    let root = try JSONDocument(#"{ "a" : [1 , "x"] , "b":2 }"#).root
    let splices = [
      try #require(root["b"]).replacing(with: Array("null".utf8)),
      try #require(root["a"]?[1]).replacing(with: Array("{}".utf8)),
    ]
    #expect(try Self.apply(splices, to: root) == #"{ "a" : [1 , {}] , "b":null }"#)
  }

  @Test func refusesSplicesThatCannotBe() throws {
    let bytes = JSONBytes("0123456789")
    let x: [UInt8] = [0x78]
    #expect(throws: JSONSpliceError.overlap(2..<5, 4..<6)) {
      try bytes.applying([JSONSplice(4..<6, with: x), JSONSplice(2..<5, with: x)])
    }
    #expect(throws: JSONSpliceError.outOfBounds(8..<11)) { try bytes.applying([JSONSplice(8..<11, with: x)]) }
    #expect(try bytes.applying([]) == Array("0123456789".utf8))
    let insertions = [
      JSONSplice(3..<3, with: x), JSONSplice(3..<4, with: [0x79]), JSONSplice(3..<3, with: [0x7A]),
    ]
    #expect(try bytes.applying(insertions) == Array("012xzy456789".utf8))
  }

  /// Pieces of 256 KiB, whose ends fall before, in and behind what is replaced.
  @Test(arguments: [0, 1, 7_000, 262_143, 262_144, 262_145, 524_288, 20_000_001])
  func writesTheSameToAFile(_ length: Int) throws {
    let pattern = Array("[1, 2]\n".utf8)
    let bytes = JSONBytes((0..<length).map { pattern[$0 % pattern.count] })
    let replaced = [1..<2, 262_100..<262_100, 262_140..<262_150, 524_288..<600_000].filter {
      $0.upperBound <= length
    }
    let splices = replaced.enumerated().map {
      JSONSplice($1, with: Array(repeating: 0x78, count: $0 * 100_000))
    }
    let path = NSTemporaryDirectory() + "mantle-splice-\(UInt64.random(in: 0 ... .max))"
    try Data().write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    var reported = 0
    try bytes.write(applying: splices, to: file.fileDescriptor) {
      reported = $0; return true
    }
    try file.close()
    let mapped = try JSONBytes.map(path: path)
    let expected = try bytes.applying(splices)
    #expect(mapped.slice(0..<mapped.count) == expected)
    #expect(reported == expected.count)
  }

  @Test func saysWhatCannotBeWritten() {
    #expect(throws: JSONSpliceError.write(String(cString: strerror(EBADF)))) {
      try JSONBytes("[]").write(to: -1)
    }
  }

  /// A large array and a sequence are edited by byte ranges alone, without being parsed or counted.
  @Test func editsAnIndexedContainer() throws {
    let array = JSONChildIndex(JSONBytes("[\n  {\"a\": 1},\n  {\"a\": 2},\n  {\"a\": 3}\n]\n"), .array(at: 0))
    let last = try #require(array.last())
    let container = try #require(array.editable())
    let previous = try #require(array.previous(before: last))
    let removal = container.splice(between: previous.range, and: nil, [])
    #expect(try text(array, [removal]) == "[\n  {\"a\": 1},\n  {\"a\": 2}\n]\n")
    let insertion = container.splice(between: last.range, and: nil, [Array("4".utf8)])
    #expect(try text(array, [insertion]) == "[\n  {\"a\": 1},\n  {\"a\": 2},\n  {\"a\": 3},\n  4\n]\n")

    let lines = JSONChildIndex(JSONBytes("{\"a\":1}\n{\"a\":2}\n"), .lines(in: 0..<16))
    let first = try #require(lines.first())
    let second = try #require(lines.next(after: first))
    let sequence = try #require(lines.editable())
    #expect(try text(lines, [sequence.splice(between: nil, and: second.range, [])]) == "{\"a\":2}\n")
    #expect(try text(lines, [sequence.splice(between: first.range, and: nil, [])]) == "{\"a\":1}\n")
    #expect(
      try text(lines, [sequence.splice(between: second.range, and: nil, [Array("3".utf8)])])
        == "{\"a\":1}\n{\"a\":2}\n3\n")
  }

  private func text(_ index: JSONChildIndex, _ splices: [JSONSplice]) throws -> String {
    String(decoding: try index.bytes.applying(splices), as: UTF8.self)
  }

  private static func apply(_ splices: [JSONSplice], to root: JSONNode) throws -> String {
    String(decoding: try root.document.bytes.applying(splices), as: UTF8.self)
  }
}
