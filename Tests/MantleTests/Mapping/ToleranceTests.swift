import Foundation
import TestSupport
import Testing

@testable import Mantle

/// The modifiers by which one property is tolerant in a strict model.
@Suite struct ToleranceTests {
  private struct Sample: Sendable, CustomTestStringConvertible {
    let text: String
    let value: [Int]?
    let warnings: [String]
    var testDescription: String { text }

    init(_ text: String, _ value: [Int]?, _ warnings: [String] = []) {
      (self.text, self.value, self.warnings) = (text, value, warnings)
    }
  }

  @Test(arguments: [
    Sample("[1,2]", [1, 2]), Sample("[1,null,\"x\",2]", [1, 2], ["v[1]", "v[2]"]), Sample("[]", []),
    Sample("[[1]]", [], ["v[0]"]), Sample("7", nil), Sample("null", nil),
  ])
  private func lossyDropsElements(_ sample: Sample) throws {
    let decoded = try decode(sample.text) { $0.lossy() }
    #expect(decoded.value?.values.first == sample.value)
    let warnings = decoded.diagnostics.filter { $0.severity == .warning && $0.code != .elementDropped }
    #expect(warnings.map(\.path.description) == sample.warnings)
    #expect(decoded.diagnostics.errors.isEmpty == (sample.value != nil))
  }

  @Test(arguments: [Sample("[1,2]", [1, 2]), Sample("7", [7]), Sample("\"x\"", nil), Sample("null", nil)])
  private func oneOrManyAcceptsOne(_ sample: Sample) throws {
    #expect(try decode(sample.text) { $0.oneOrMany() }.value?.values.first == sample.value)
    #expect(try decode(sample.text) { $0.lossy().oneOrMany() }.value?.values.first == sample.value)
  }

  @Test(arguments: [Sample("[1]", [1]), Sample("\"\"", [9]), Sample("\"x\"", nil), Sample("[\"\"]", nil)])
  private func emptyStringUsesTheDefault(_ sample: Sample) throws {
    #expect(
      try decode(sample.text) { $0.default([9], for: .empty) }.value?.values.first == sample.value)
  }

  @Test(arguments: [
    Sample("[1]", [1]), Sample("\"\"", [9], ["v"]), Sample("null", [9], ["v"]),
    Sample("[1,\"x\",true]", [9], ["v[1]", "v[2]"]),
  ])
  private func invalidValueUsesTheDefault(_ sample: Sample) throws {
    for options in [DecodingOptions(.lenient, unknownKeys: .refused), .audit] {
      #expect(try decode(sample.text, options) { $0.default([9], for: .invalid) }.value != nil)
    }
    let strict = try decode(sample.text) { $0.default([9], for: .invalid) }
    #expect(strict.value?.values.first == sample.value && strict.diagnostics.errors.isEmpty)
    let warnings = strict.diagnostics.filter { $0.severity == .warning && $0.code != .defaultUsed }
    #expect(warnings.map(\.path.description) == sample.warnings)
  }

  @Test(arguments: [("\"2026-01-02T03:04:05Z\"", 0), ("12", 1), ("true", nil)])
  func alternativesLeaveANote(_ text: String, _ notes: Int?) throws {
    let decoded = try JSONTransformer<Date>.iso8601.or(.unixSeconds).forwarding(JSONDocument(text).root)
    #expect((decoded.value == nil) == (notes == nil))
    #expect(decoded.diagnostics.filter { $0.severity == .note }.count == notes ?? 0)
    #expect(decoded.diagnostics.errors.count == (notes == nil ? 1 : 0))
    let bools = try JSONTransformer<Bool>.lenientBool.forwarding(JSONDocument("\"1\"").root)
    #expect(bools.value == true && bools.diagnostics.map(\.code) == [.coercion])
  }

  /// Other properties, and the lists inside an element, stay strict.
  @Test func toleranceAppliesToItsPropertyOnly() throws {
    let lists = Property(\Lists.values, "v", .array(JSONTransformer<[Int]>.natural)).lossy()
    let mapping = Mapping<Lists>(named: "Lists", listing: [lists]) { Lists(values: $0[0]) }
    let transformer = JSONTransformer<Lists>.model(named: "Lists") { mapping }
    #expect(try transformer.forward(json: #"{"v":[[1,"x"],[2]]}"#).values == [[2]])
  }

  @Test func meaninglessModifiersAreRefused() {
    func reason<V>(_ property: Property<Box<V>, V>) -> String? {
      let mapping = Mapping<Box<V>>(named: "Box", listing: [property]) { Box(value: $0[0]) }
      do { try mapping.check() } catch { return "\(error)" }
      return nil
    }
    let number = Property(\Box<Int>.value, "v")
    let list = Property(\Box<[Int]>.value, "v")
    #expect(reason(number.lossy())?.contains("need a list") == true)
    #expect(reason(number.absent(when: .invalid))?.contains("add `.default(…)`") == true)
    #expect(reason(number.default(1).required().absent(when: .empty))?.contains("`.required()`") == true)
    #expect(reason(Property(\Box<[Int]>.value, "v[].n").lossy())?.contains("path of one value") == true)
    #expect(reason(Property(\Box<[String: Int]>.value, "v").oneOrMany())?.contains("need a list") == true)
    #expect(reason(Property(\Box<[String: Int]>.value, "v").lossy()) == nil)
    #expect(reason(list.lossy().oneOrMany().default([], for: [.invalid, .empty])) == nil)
  }

  private func decode(
    _ text: String, _ options: DecodingOptions = .strict,
    _ modify: (Property<Lists, [Int]>) -> Property<Lists, [Int]>
  ) throws -> DecodingReport<Lists> {
    let property = modify(Property(\Lists.first, "v").named("first"))
    let mapping = Mapping<Lists>(named: "Lists", listing: [property]) { Lists(values: $0) }
    let document = try JSONDocument(#"{"v":\#(text)}"#)
    return try JSONTransformer<Lists>.model(named: "Lists") { mapping }.forwarding(
      document.root, options: options)
  }
}

private struct Lists: Sendable {
  var values: [[Int]]
  var first: [Int] { values[0] }
}

private struct Box<Value: Sendable>: Sendable { var value: Value }

/// Every combination of three modifiers over every kind of property round-trips, or is refused by `check()`.
@Suite struct ModifierLawTests {
  private static let texts = [
    "null", #""""#, #""x""#, "0", "1.5", "true", "[]", "[1,null,2]", #"["a",3,"b"]"#, "{}",
    #"{"k":1,"l":"x"}"#,
    #""2026-01-02T03:04:05Z""#, #"["2026-01-02T03:04:05Z",5]"#, #""1""#,
  ]

  @Test func modifiersOnNumbersRoundTripOrFail() {
    Self.hold(JSONTransformer<Int>.numberOrString, [0, 1, -7], 5)
  }
  @Test func modifiersOnBooleansRoundTripOrFail() {
    Self.hold(JSONTransformer<Bool>.lenientBool, [true, false], true)
  }
  @Test func modifiersOnStringsRoundTripOrFail() {
    Self.hold(JSONTransformer<String>.stringOrNumber, ["", "x", "1"], "d")
  }
  @Test func modifiersOnOptionalsRoundTripOrFail() {
    Self.hold(JSONTransformer<String>.stringOrNumber.optional, [nil, "", "x"], "d")
  }
  @Test func modifiersOnListsRoundTripOrFail() {
    Self.hold(JSONTransformer<Int>.numberOrString.array, [[], [1], [1, 2]], [5])
  }
  @Test func modifiersOnDictionariesRoundTripOrFail() {
    Self.hold(JSONTransformer<Int>.natural.dictionary.optional, [nil, [:], ["k": 1]], ["d": 5])
  }
  @Test func modifiersOnAlternativesRoundTripOrFail() {
    let dates = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 5.5)]
    Self.hold(JSONTransformer<Date>.unixSeconds.or(.iso8601).optional, dates + [nil], dates[0])
    Self.hold(JSONTransformer<[Date]>.array(.iso8601Day.or(.iso8601)), [dates, []], [])
    let id = JSONTransformer<String>.custom("digits", from: Int.self, forward: { "\($0)" }) { text in
      guard let number = Int(text), "\(number)" == text else { throw TransformError(expected: "digits") }
      return number
    }
    Self.hold(id.or(.natural), ["1", "x", "01"], "d")
  }

  private static func hold<Value: Equatable & Sendable>(
    _ transformer: JSONTransformer<Value>, _ values: [Value], _ other: Value
  ) {
    typealias Modifier = (name: String, apply: (Property<Box<Value>, Value>) -> Property<Box<Value>, Value>)
    let modifiers: [Modifier] = [
      ("default", { $0.default(other) }), ("null", { $0.absent(when: .null) }),
      ("empty", { $0.absent(when: .empty) }), ("error", { $0.absent(when: .invalid) }),
      ("lossy", { $0.lossy() }), ("oneOrMany", { $0.oneOrMany() }), ("required", { $0.required() }),
      ("omit", { $0.encodeNil(as: .omitted) }), ("writeNull", { $0.encodeNil(as: .null) }),
      ("validated", { $0.validated { _ in } }),
    ]
    var sound = 0
    for a in modifiers {
      for b in modifiers {
        for c in modifiers {
          let property = c.apply(b.apply(a.apply(Property(\Box<Value>.value, "v", transformer))))
          let mapping = Mapping<Box<Value>>(named: "Box", listing: [property]) { Box(value: $0[0]) }
          guard (try? mapping.check()) != nil else { continue }
          sound += 1
          let names = [a.name, b.name, c.name]
          let box = JSONTransformer<Box<Value>>.model(named: "Box") { mapping }
          for text in texts {
            guard let value = try? box.forward(json: #"{"v":\#(text)}"#) else { continue }
            let again = try? box.forward(json: box.reverse(value))
            #expect(again?.value == value.value, "\(names) of \(transformer.name ?? ""): \(text)")
          }
          // Nil has the meaning of the default, as the modifier says.
          for value in values where !(names.contains("null") && names.contains("default") && isNil(value)) {
            guard let json = try? box.reverse(Box(value: value)) else { continue }
            #expect(
              (try? box.forward(json: json))?.value == value,
              "\(names) of \(transformer.name ?? ""): \(value)")
          }
        }
      }
    }
    #expect(sound > 50)
  }

  private static func isNil(_ value: Any) -> Bool { (value as? any OptionalValue)?.isNil ?? false }
}
