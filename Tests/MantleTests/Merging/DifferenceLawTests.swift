import Mantle
import TestSupport
import Testing

/// What holds of every difference: taken back in full or part by part, it gives the first value.
@Suite struct DifferenceLawTests {
  private static let keys = JSONDifference.usualKeys

  private func difference(_ a: JSONNode, _ b: JSONNode) -> JSONDifference? {
    JSONDifference(from: a, to: b, arrays: .elements(keys: Self.keys))
  }

  private func undone(_ difference: JSONDifference, in text: [UInt8]) throws -> [UInt8] {
    let bytes = JSONBytes(text)
    return try bytes.applying(JSONDocument(parsing: bytes).root.splices(undoing: difference))
  }

  @Test func undoingChangesInAnyOrderRestoresTheValue() throws {
    var random = SeededGenerator(seed: 47)
    for round in 0..<1500 {
      let target = RandomVersions.text(&random)
      let start = random.chance(50) ? RandomVersions.text(&random) : RandomVersions.edited(target, &random)
      let wanted = try JSONDocument(target).root
      // A version that is no JSON is none.
      guard (try? JSONDocument(start)) != nil else { continue }
      var text = Array(start.utf8)
      var steps = 0
      while let found = difference(wanted, try JSONDocument(text).root) {
        let parts = found.parts
        #expect(!parts.isEmpty)
        let chosen = random.pick(parts)
        let one = try #require(found.filtered { $0 == chosen })
        text = try undone(one, in: text)
        steps += 1
        guard steps < 200 else { break }
      }
      let read = try JSONDocument(text).root
      #expect(
        read.isEquivalent(to: wanted),
        "\(round): \(start) → \(target): \(String(decoding: text, as: UTF8.self))")
    }
  }

  /// Any choice of parts, then the rest: as all of them.
  @Test func undoingInTwoPartsEqualsUndoingAll() throws {
    var random = SeededGenerator(seed: 48)
    for _ in 0..<1500 {
      let (target, start) = (RandomVersions.text(&random), RandomVersions.text(&random))
      let wanted = try JSONDocument(target).root
      guard let found = difference(wanted, try JSONDocument(start).root) else { continue }
      let half = found.filtered { _ in random.chance(50) }
      let text = try half.map { try undone($0, in: Array(start.utf8)) } ?? Array(start.utf8)
      guard let rest = difference(wanted, try JSONDocument(text).root) else { continue }
      let written = try undone(rest, in: text)
      #expect(
        try JSONDocument(written).root.isEquivalent(to: wanted),
        "\(start) → \(target): \(String(decoding: written, as: UTF8.self))")
    }
  }

  static let minimal: [(text: String, other: String, written: String)] = [
    // A list in another order, with one element changed: its elements keep their bytes.
    (
      #"[ {"id":1 , "a":1}, {"id":2 , "a":2}, {"id":3 , "a":3} ]"#,
      #"[{"id":2,"a":2},{"id":3,"a":4},{"id":1,"a":1}]"#,
      #"[ {"id":2 , "a":2}, {"id":3 , "a":4}, {"id":1 , "a":1} ]"#
    ),
    // An element that came in the middle moves no other one's values.
    (
      #"[{"id":1,"a":1.0}, {"id":3,"a":3.0}]"#, #"[{"id":1,"a":1},{"id":2,"a":2},{"id":3,"a":5}]"#,
      #"[{"id":1,"a":1.0}, {"id":2,"a":2}, {"id":3,"a":5}]"#
    ),
    ("[1.0, 2.0, 3.0]", "[3,1,2]", "[3.0, 1.0, 2.0]"),
    (#"{"l":[10 ,20 ,30]}"#, #"{"l":[10,30]}"#, #"{"l":[10 ,30]}"#),
  ]

  @Test(arguments: minimal) func undoingChangesOnlyTheDifference(
    _ text: String, _ other: String, _ written: String
  )
    throws
  {
    let found = try #require(try difference(JSONDocument(other).root, JSONDocument(text).root))
    #expect(String(decoding: try undone(found, in: Array(text.utf8)), as: UTF8.self) == written)
  }
}
