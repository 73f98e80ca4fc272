import Foundation
import Mantle
import Testing

/// The cases about transformers lifted to arrays, and about checks and formatters.
struct LiftingConformance {
  @Test("UX-60: nulls in an array require optional elements")
  func nullsInArrayNeedOptionals() throws {
    let json = #"["http://a.com", null]"#
    #expect(try JSONTransformer.url.optional.array.forward(json: json) == [URL(string: "http://a.com"), nil])
    let error = try onlyError(JSONTransformer.url.array, json)
    #expect(error.code == .unexpectedNull)
    #expect(error.path == "[1]")
  }

  @Test("UX-61: an invalid element is an error, dropped, or nil in its place, by policy")
  func invalidElementIsDroppedByPolicy() throws {
    let json = #"["1", "x", "3"]"#
    let numbers = JSONTransformer<Int>.integerString
    #expect(try onlyError(numbers.array, json).path == "[1]")
    #expect(try numbers.array.forward(json: json, options: .lenient) == [1, 3])
    #expect(
      try numbers.optional.array.forward(json: json, options: DecodingOptions(.lenientKeepingIndices)) == [
        1, nil, 3,
      ])
    let record = try numbers.array.forwarding(json: json, policy: .lenient).diagnostics
    #expect(record.contains { $0.code == .elementDropped && $0.severity == .warning && $0.path == "[1]" })
  }

  @Test("UX-62: a failed element has its path, its value and its error")
  func failedElementHasItsPathAndValue() throws {
    let throwing = JSONTransformer<Int>.custom(
      "even",
      forward: { (number: Int) in
        guard number.isMultiple(of: 2) else { throw Odd(number: number) }
        return number
      }, reverse: { $0 })
    let error = try onlyError(throwing.array, "[2, 4, 5]")
    #expect(error.path == "[2]")
    #expect(error.found == "number 5")
    #expect(error.underlying as? Odd == Odd(number: 5))
    #expect(error.location?.column == 8)
    #expect(try onlyError(throwing.dictionary, #"{"a": 2, "b": 3}"#).path == "b")
  }

  @Test("UX-63: a failure without a reason has its path")
  func failureWithoutReasonHasAPath() throws {
    let transformer = JSONTransformer<Int>.formatter(
      "a number", { NSObject() }, read: { _, text in Int(text) }, write: { "\($1)" })
    let error = try onlyError(transformer.array, #"["1", "two"]"#)
    #expect(error.path == "[1]")
    #expect(error.expected == "a number")
    #expect(error.found == #""two""#)
  }

  @Test("UX-64, UX-65: errors in an array of models are reported with their paths")
  func errorsInArrayOfModelsAreReported() throws {
    let error = try onlyError(decoding: [Point].self, #"[{"x": 1}, {"x": "a"}]"#)
    #expect(error.path == "[1].x")
    #expect(error.property == "x")
    let text = try onlyError(decoding: [Point].self, #"[{"x": 1}, "here"]"#)
    #expect(text.path == "[1]")
    #expect(text.found == #""here""#)
    #expect(text.expected == "object")
  }

  @Test("SD-56: a nested model decodes through an explicit transformer")
  func explicitTransformerDecodesNestedModels() throws {
    let line = try Line.decode(json: #"{"start": {"x": 1}, "end": null}"#)
    #expect(line == Line(start: Point(x: 1), end: nil, via: nil))
    #expect(try line.json() == #"{"start":{"x":1},"end":null,"via":null}"#)
  }

  @Test("UX-68: a formatter that fails is an error")
  func formatterErrorsAreReported() throws {
    let transformer = JSONTransformer<Double>.formatter(
      "a number in words",
      {
        let formatter = NumberFormatter()
        formatter.locale = Locale(identifier: "en_US")
        formatter.numberStyle = .spellOut
        return formatter
      },
      read: { $0.number(from: $1) as? Double ?? $0.number(from: $1)?.doubleValue },
      write: { $0.string(from: NSNumber(value: $1)) })
    #expect(try transformer.forward(json: #""twelve""#) == 12)
    #expect(try transformer.reverse(12) == #""twelve""#)
    let refused = try onlyError(transformer, #""twelfty""#)
    #expect(refused.code == .invalidValue)
    #expect(refused.expected == "a number in words")
    #expect(try onlyError(transformer, "12").code == .typeMismatch)
    let throwing = JSONTransformer<Int>.formatter(
      "never", { NSObject() }, read: { _, _ in throw Odd(number: 1) }, write: { _, _ in nil })
    #expect(try onlyError(throwing, #""x""#).underlying as? Odd == Odd(number: 1))
    #expect(throws: TransformError.self) { try throwing.reverse(1) }
  }

  @Test func checksRejectInvalidValues() throws {
    let positive = JSONTransformer<Int>.natural.checked("a positive number") { $0 > 0 }
    #expect(try positive.forward(json: "3") == 3)
    let error = try onlyError(positive, "-3")
    #expect(error.expected == "a positive number")
    #expect(error.found == "number -3")
    #expect(try positive.reverse(-3) == "-3")
    #expect(try onlyError(.absoluteURL, #""/relative""#).expected == "URL with a scheme")
  }

  @Test func castTransformerRejectsOtherTypes() throws {
    let animals = JSONTransformer<Animal>.custom(
      forward: { (name: String) in name == "cat" ? Cat() : Animal() },
      reverse: { $0 is Cat ? "cat" : "animal" })
    let cats = animals.cast(to: Cat.self)
    #expect(try cats.reverse(cats.forward(json: #""cat""#)) == #""cat""#)
    let error = try onlyError(cats, #""dog""#)
    #expect(error.expected == "a Cat")
    #expect(error.detail == "it was decoded as a Animal")
  }

  @Test func thenAppliesASecondTransformer() throws {
    let lengths = JSONTransformer<Int>.integerString.then(
      Transformer<Int, [Int]>(
        "range", forward: { Array(0..<(try positive($0))) }, reverse: { $0.count }))
    #expect(try lengths.forward(json: #""3""#) == [0, 1, 2])
    #expect(try lengths.reverse([0, 1]) == #""2""#)
    #expect(try onlyError(lengths, #""-1""#).underlying as? Odd == Odd(number: -1))
  }
}

private func positive(_ number: Int) throws -> Int {
  guard number >= 0 else { throw Odd(number: number) }
  return number
}

private struct Odd: Error, Equatable { let number: Int }

private class Animal: @unchecked Sendable {}
private final class Cat: Animal, @unchecked Sendable {}

private struct Point: Model, Equatable {
  let x: Int
  static let properties = Properties(of: Point.self) { Property(\.x, "x") }
  static let mapping = Mapping(Point.init, properties)
}

private struct Line: Model, Equatable {
  let start: Point
  let end: Point?
  let via: Point?
  static let properties = Properties(of: Line.self) {
    Property(\.start, "start", .natural)
    Property(\.end, "end", JSONTransformer<Point>.natural.optional)
    Property(\.via, "via")
  }
  static let mapping = Mapping(Line.init, properties)
}

/// The cases about array helpers: the standard library has them, by these names.
struct ArrayHelperConformance {
  @Test(
    "AM-03, AM-04, AM-05: an element is removed from an array",
    arguments: [([1, 2, 3], 1, [2, 3]), ([1, 2, 3, 1, 1], 1, [2, 3]), ([1, 2, 3], 42, [1, 2, 3])])
  func filterRemovesAnElement(_ array: [Int], _ element: Int, _ rest: [Int]) {
    #expect(array.filter { $0 != element } == rest)
  }

  @Test(
    "AM-01, AM-02, AM-06, AM-07, AM-08, AM-09: arrays give their first and remaining elements",
    arguments: [([1, 2, 3], 1, [2, 3], [1, 2]), ([], nil, [], [])] as [([Int], Int?, [Int], [Int])])
  func firstAndRemainingElementsAreReturned(
    _ array: [Int], _ first: Int?, _ withoutFirst: [Int], _ withoutLast: [Int]
  ) {
    #expect(array.first == first)
    #expect(Array(array.dropFirst()) == withoutFirst)
    #expect(Array(array.dropLast()) == withoutLast)
  }
}
