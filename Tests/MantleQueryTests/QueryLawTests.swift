import Foundation
import Mantle
import MantleDefinitions
import MantleDocuments
import TestSupport
import Testing

@testable import MantleQuery

/// The laws of order and exact sums.
struct QueryLawTests {
  // MARK: - Sums

  @Test(
    arguments: [
      ("0.1 0.2", "0.3"), ("1 2 3", "6"), ("-1 1", "0"), ("1e3 1", "1001"), ("0.1 -0.3", "-0.2"),
      ("9007199254740993 1", "9007199254740994"), ("1e30 1 -1e30", "1"),
      ("1e-20 1", "1.00000000000000000001"),
      ("-5", "-5"), ("-1e25 -1e-3", "-10000000000000000000000000.001"), ("0.000 -0", "0"),
      ("999999999.999999999 0.000000001", "1000000000"), ("123456789123456789 -0.5", "123456789123456788.5"),
      ("1E2 1e+2", "200"), ("9223372036854775808 -1", "9223372036854775807"),
      ("9999999999999999999", "9999999999999999999"),
      ("123456789012345678901234567890.5 0.5", "123456789012345678901234567891"),
    ]) func sumsAreExact(_ numbers: String, _ expected: String)
  {
    #expect(Self.sum(numbers.split(separator: " ").map(String.init)).value.text == expected)
  }

  @Test(
    arguments: [
      ("0.1 0.2", "0.15"), ("1 2", "1.5"), ("1 1 2", "1.3333333333333333"), ("0 0 2", "0.6666666666666666"),
      ("-1 -1 -2", "-1.3333333333333333"), ("1e20 2e20", "150000000000000000000"), ("0 0", "0"),
      ("0.00001 0.00002 0.00002", "1.6666666666666667e-05"),
      ("29.9999999999999999999 30", "29.99999999999999999995"),
    ]) func meansAreExactOrRounded(_ numbers: String, _ expected: String)
  {
    let texts = numbers.split(separator: " ").map(String.init)
    #expect(Self.sum(texts).value.divided(by: texts.count) == expected)
  }

  private static func sum(_ texts: [String]) -> ExactSum {
    var sum = ExactSum()
    for text in texts {
      let isAdded = ComparedNumber(text).map { sum.add($0) }
      #expect(isAdded == true, "\(text)")
    }
    return sum
  }

  /// A law: the sum does not depend on the order, nor on how numbers are divided between threads.
  @Test func sumsDoNotDependOnTheOrder() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<100 {
      let texts = (0..<20).map { _ in
        let digits = Int.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
        return Bool.random(using: &random)
          ? "\(digits)e\(Int.random(in: -30...30, using: &random))" : "\(digits)"
      }
      var parts = Self.sum(Array(texts.shuffled(using: &random).prefix(0)))
      let shuffled = texts.shuffled(using: &random)
      parts.add(Self.sum(Array(shuffled.prefix(7))))
      parts.add(Self.sum(Array(shuffled.dropFirst(7))))
      #expect(parts.value.text == Self.sum(texts).value.text)
    }
  }

  @Test func sumsRejectHugeExponents() throws {
    var sum = ExactSum()
    let number = try #require(ComparedNumber("1e999999"))
    let isAdded = sum.add(number)
    #expect(!isAdded)
    #expect(sum.value.text == "0")
  }

  // MARK: - Order

  /// Values from the first to the last; those in one list are equal.
  private static let ordered = [
    ["false"], ["true"], ["-1e400"], ["-10.5"], ["-9007199254740993"].sorted(), ["-1", "-1.0"],
    ["0", "-0", "0e5"],
    ["0.1"], ["0.10000000000000000001"], ["1", "1.0", "10e-1"], ["9007199254740992"], ["9007199254740993"],
    ["9007199254740993.5"], ["1e308"], ["1e400"],
    ["\"2011-01-01T00:00:00Z\"", "\"2011-01-01T01:00:00+01:00\""],
    ["\"\""], ["\"\\u0000\""], ["\"A\""], ["\"a\""], ["\"a\\u0000\""], ["\"a\\u0001\""], ["\"ab\""],
    ["\"b\""],
    ["\"ü\""], ["\"🌊\""],
  ]

  private static func key(_ json: String, isDescending: Bool = false, isNatural: Bool = false) throws
    -> OrderKey
  {
    var key = OrderKey()
    let found = FoundValue(.node(try JSONDocument(json).root), as: nil)
    key.append(found, isDescending: isDescending, isNatural: isNatural)
    return key
  }

  @Test func valuesHaveATotalOrder() throws {
    let ordered = Self.ordered.filter { $0 != ["-9007199254740993"] }
    for isDescending in [false, true] {
      let keys = try ordered.map { try $0.map { try Self.key($0, isDescending: isDescending) } }
      for (rank, equal) in keys.enumerated() {
        for key in equal {
          #expect(key == equal[0], "\(ordered[rank])")
          for (other, keys) in keys.enumerated() where other != rank {
            #expect(
              (key < keys[0]) == (isDescending ? other < rank : rank < other),
              "\(ordered[rank]) \(ordered[other])")
          }
        }
      }
    }
  }

  @Test func missingValuesComeLastInBothDirections() throws {
    for isDescending in [false, true] {
      var last = try Self.key(isDescending ? "false" : "\"z\"", isDescending: isDescending)
      for json in ["[]", "{}", "null"] {
        let key = try Self.key(json, isDescending: isDescending)
        #expect(last < key, "\(json)")
        last = key
      }
      var absent = OrderKey()
      absent.append(.absent, isDescending: isDescending)
      var unreadable = OrderKey()
      unreadable.append(.unreadable(nil), isDescending: isDescending)
      #expect(last < absent && absent < unreadable)
    }
  }

  @Test func naturalOrderComparesDigitsAsNumbers() throws {
    let texts = ["a", "a1", "a2", "a10", "a10b", "a11", "b1"]
    let keys = try texts.map { try Self.key("\"\($0)\"", isNatural: true) }
    #expect(keys == keys.sorted())
    #expect(try Self.key("\"a02\"", isNatural: true) == Self.key("\"a2\"", isNatural: true))
  }

  /// A law: no key is the beginning of another one.
  @Test func noOrderKeyIsAPrefixOfAnother() throws {
    let keys = try Self.ordered.flatMap { try $0.map { try Self.key($0).bytes } }
    for key in keys {
      for other in keys where other != key { #expect(!other.starts(with: key)) }
    }
  }

  /// A law: the keys of a counted value, which share its measure, are those of the value itself.
  @Test(arguments: [nil, "string", "date", "date(yyyy-MM-dd)", "boolean", "decimal", "integer"])
  func countedValuesHaveTheKeysOfTheirValues(_ type: String?) throws {
    let property = try type.map { type in
      let definition = """
        {"mantle": 1, "root": "Row", "models": [
          {"name": "Row", "properties": [{"name": "p", "type": "\(type)"}]}]}
        """
      let place = try DefinedModels(Definition(JSONBytes(definition))).place(isSequence: true)
      return try #require(place?.model.properties.first)
    }
    let dates = [
      "2024", "2024-05", "2024-13", "+024-05", "2024-05-01", "2024-02-30", "2024-05-01 10:00",
      "2024-05-01T10:00:00Z", "2024-05-01T12:00:00+02:00", "2024-05-01T10:00:00.5Z", "\\u0032024-05-01",
      "2024-05-01T10:00:00", "12.50", "12345678901", "true", "00000-00000", "0000-00-00 and more text",
    ].map { "\"\($0)\"" }
    for json in Self.ordered.joined() + dates {
      let found = FoundValue(.node(try JSONDocument(json).root), as: property)
      var value = CountedValue(found)
      #expect(value.order == OrderKey(found), "\(json)")
      #expect(value.identity == OrderKey(identityOf: [found]), "\(json)")
    }
  }

  /// A law: the nearest `Double` of a number is that of the standard library.
  @Test func numbersAreRoundedCorrectly() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        "\(Int.random(in: 0...9, using: &random))"
      }
      let whole = digits.prefix(Int.random(in: 1...digits.count, using: &random)).joined()
      let fraction = digits.joined().dropFirst(whole.count)
      let text =
        (Bool.random(using: &random) ? "-" : "") + (whole.hasPrefix("0") ? "0" : whole)
        + (fraction.isEmpty ? "" : "." + fraction)
      #expect(ComparedNumber(text)?.rounded == Double(text), "\(text)")
    }
  }

  // MARK: - Estimates

  @Test func estimatesBeyondTheBoundAreAccurate() throws {
    var part = ValueTally(bound: 1 << 12, most: 0)
    var sample = ValueSample(bound: 1 << 12)
    for number in 0..<100_000 {
      let document = try JSONDocument("\(number * 7 % 100_000)")
      var value = CountedValue(FoundValue(.node(document.root), as: nil))
      part.add(&value)
      sample.add(&value)
    }
    var distinct = ValueTally(bound: 1 << 12, most: 0)
    distinct.merge(part)
    let count = Double(distinct.result(of: Query.Aggregate(function: .distinct, path: .own)).text) ?? 0
    #expect(abs(count - 100_000) < 5_000, "\(count)")
    let median = Double(sample.result(of: Query.Aggregate(function: .median, path: .own)).text) ?? 0
    #expect(abs(median - 50_000) < 2_500, "\(median)")
  }
}
