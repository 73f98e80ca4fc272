import Mantle
import Testing

/// Arrays are read in place where they are short and by growing where they are long; what the policy says of their elements
/// is the same.
@Suite struct LongArrayTests {
  @Test(arguments: [1, 200, 300, 70_000])
  func mistypedElementsOfLongArraysAreReported(_ good: Int) throws {
    let text = #"["a"\#(String(repeating: ",7", count: good)),null]"#
    let failure = try #require(throws: DecodingFailure.self) { try [Int].decode(json: text) }
    #expect(failure.diagnostics.map(\.path.description) == ["[0]", "[\(good + 1)]"])

    let dropped = try [Int].report(json: text, options: .lenient)
    #expect(dropped.value == Array(repeating: 7, count: good))
    #expect(dropped.diagnostics.filter { $0.code == .elementDropped }.count == 2)

    let held = try [Int?].report(json: text, options: DecodingOptions(.lenientKeepingIndices))
    #expect(held.value == [nil] + Array(repeating: 7, count: good) + [nil])

    #expect(try [String].decode(json: "[\"x\"\(String(repeating: ",\"y\"", count: good))]").count == good + 1)
  }

  @Test func emptyArrayDecodes() throws { #expect(try [Int].decode(json: "[]").isEmpty) }
}
