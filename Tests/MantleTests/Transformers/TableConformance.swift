import Foundation
@testable import Mantle
import Testing

/// The cases about tables of values.
struct TableConformance {
  private let signs = JSONTransformer<Int>.table([
    "negative": -1, "zero": 0, "positive": 1,
  ])

  @Test("PT-30, PT-31, PT-32: a table round-trips; any JSON can be an input")
  func tableRoundTrips() throws {
    let zero = try JSONValue(json: #"["zero"]"#)
    let transformer = JSONTransformer<Int>.table([
      try JSONValue(json: #""negative""#): -1, zero: 0, try JSONValue(json: #""positive""#): 1,
    ])
    #expect(transformer.isReversible)
    for (json, value) in [(#""negative""#, -1), (#"["zero"]"#, 0), (#""positive""#, 1)] {
      #expect(try transformer.forward(json: json) == value)
      #expect(try transformer.reverse(value) == json)
    }
  }

  @Test("PT-33, PT-34: the defaults of a table round-trip")
  func tableDefaultRoundTrips() throws {
    let transformer = JSONTransformer<Int>.table(
      ["negative": -1, "zero": 0], default: 42, writtenAs: "default")
    #expect(try transformer.forward(json: #""unknown""#) == 42)
    #expect(try transformer.notes(#""unknown""#) == [.unknownCase])
    #expect(try transformer.reverse(42) == #""default""#)
    #expect(try transformer.reverse(-1) == #""negative""#)
  }

  @Test("UX-55: an unknown input is an error naming it and the table")
  func unknownInputIsAnErrorNamingTheTable() throws {
    let error = try onlyError(signs, #""neutral""#)
    #expect(error.code == .unknownCase)
    #expect(error.found == #""neutral""#)
    #expect(error.expected == #""negative", "zero" or "positive""#)
  }

  @Test("UX-56: null may be an entry of a table")
  func nullMayBeATableEntry() throws {
    let transformer = JSONTransformer<Int>.table(["one": 1, nil: 0])
    #expect(try transformer.forward(json: "null") == 0)
    #expect(try transformer.reverse(0) == "null")
    #expect(try transformer.forward(json: #""one""#) == 1)
  }

  @Test("UX-57: null without an entry is the default, and an error without one")
  func nullWithoutEntryUsesTheDefault() throws {
    #expect(try JSONTransformer<Int>.table(["one": 1], default: 7).forward(json: "null") == 7)
    #expect(try onlyError(signs, "null").found == "null")
  }

  @Test("UX-58: encoding a value that is not in the table is an error without a declared output")
  func encodingRejectsValuesOutsideTheTable() throws {
    #expect(throws: TransformError.self) { try signs.reverse(5) }
    #expect(throws: TransformError.self) { try JSONTransformer<Int>.table(["a": 1], default: 2).reverse(2) }
    #expect(try JSONTransformer<Int>.table(["a": 1], default: 2, writtenAs: "b").reverse(5) == #""b""#)
  }

  @Test("UX-59: several inputs for one value require a canonical one")
  func ambiguousOutputRequiresACanonicalInput() throws {
    let named = JSONTransformer<Int>.table(["minor": 1, "low": 1, "high": 2], canonical: [1: "low"])
    #expect(try named.forward(json: #""minor""#) == 1)
    #expect(try named.reverse(1) == #""low""#)
    #expect(try named.reverse(2) == #""high""#)
    let unnamed = JSONTransformer<Int>.table(["minor": 1, "low": 1])
    #expect(try unnamed.forward(json: #""low""#) == 1)
    #expect(!unnamed.isReversible)
    let error = try #require(throws: MappingError.self) { try Ambiguous.mapping.check() }
    #expect("\(error)".contains("level"))
    #expect("\(error)".contains("several inputs for 1: name the one to write in `canonical`"))
  }

  @Test("A canonical input that decodes as another value makes the table irreversible")
  func canonicalInputOfAnotherValueIsRejected() {
    for transformer in [
      JSONTransformer<Int>.table(["low": 1, "high": 2], canonical: [1: "high"]),
      .table(["low": 1], canonical: [1: "LOW"]), .table(["low": 1, "low": 2]),
      .table(["low": 1], canonical: [3: "x"], default: 2),
    ] {
      #expect(!transformer.isReversible)
      #expect(transformer.traits.whyIrreversible?.contains("as another value: correct `canonical`") == true)
    }
    #expect(JSONTransformer<Int>.table(["low": 1], canonical: [2: "x"], default: 2).isReversible)
    #expect(
      !JSONTransformer<OpenCase<Int, String>>.openTable(["low": 1, "high": 2], canonical: [1: "high"])
        .isReversible)
  }

  struct AmbiguousParts: Model {
    let level: Int?
    let levels: [Int]
    let named: [String: Int]

    static let table = JSONTransformer<Int>.table(["minor": 1, "low": 1])
    static let properties = Properties(of: AmbiguousParts.self) {
      Property(\.level, "level", table)
      Property(\.levels, "levels", table.array)
      Property(\.named, "named", table.dictionary)
    }
    static let mapping = Mapping(AmbiguousParts.init, properties)
  }

  /// Transformers derived from an irreversible one give the reason, too.
  @Test func derivedTransformersExplainWhyTheyAreIrreversible() throws {
    for transformer in AmbiguousParts.mapping.properties {
      #expect(transformer.whyIrreversible?.contains("several inputs for 1") == true, "\(transformer.name)")
    }
  }

  @Test func mistypedInputIsAnErrorDespiteADefault() throws {
    #expect(try onlyError(JSONTransformer<Int>.table(["a": 1], default: 0), "3").code == .typeMismatch)
  }

  @Test func openTableKeepsUnknownCases() throws {
    let transformer = JSONTransformer<OpenCase<Int, String>>.openTable(["one": 1, "two": 2])
    #expect(try transformer.forward(json: #""two""#) == .known(2))
    #expect(try transformer.forward(json: #""three""#) == .unknown("three"))
    #expect(try transformer.notes(#""three""#) == [.unknownCase])
    #expect(try transformer.reverse(.unknown("three")) == #""three""#)
    #expect(try transformer.reverse(.known(1)) == #""one""#)
    #expect(throws: TransformError.self) { try transformer.reverse(.known(9)) }
    _ = try onlyError(transformer, "null")
    _ = try onlyError(transformer, "1")
    #expect(RoundTrip.counterexample(of: transformer, json: [#""one""#, #""zero""#, #""""#]) == nil)
  }
}

private struct Ambiguous: Model {
  let level: Int
  static let properties = Properties(of: Ambiguous.self) {
    Property(\.level, "level", .table(["minor": 1, "low": 1]))
  }
  static let mapping = Mapping(Ambiguous.init, properties)
}

/// The cases about enums.
struct EnumConformance {
  enum State: String, CaseIterable, Sendable { case open, closed }
  enum Priority: Int, CaseIterable, Sendable { case low = 1, high = 2 }

  @Test(
    "SD-05, SD-55: cases round-trip by their strings", arguments: [("open", State.open), ("closed", .closed)])
  func casesRoundTripByName(_ text: String, _ state: State) throws {
    #expect(try JSONTransformer<State>.cases.forward(json: "\"\(text)\"") == state)
    #expect(try JSONTransformer<State>.cases.reverse(state) == "\"\(text)\"")
  }

  @Test("SD-06: an unknown case is an error naming it and the cases")
  func unknownCaseIsAnErrorNamingTheCases() throws {
    let error = try onlyError(JSONTransformer<State>.cases, #""merged""#)
    #expect(error.code == .unknownCase)
    #expect(error.expected == #""open" or "closed""#)
    #expect(error.found == #""merged""#)
    #expect(try onlyError(JSONTransformer<State>.cases, "1").code == .typeMismatch)
  }

  @Test("SD-06: an unknown case uses the declared fallback and leaves a note")
  func unknownCaseUsesFallback() throws {
    let transformer = JSONTransformer<State>.cases(unknown: .closed)
    #expect(try transformer.forward(json: #""merged""#) == .closed)
    #expect(try transformer.notes(#""merged""#) == [.unknownCase])
    #expect(try transformer.notes(#""open""#) == [])
    _ = try onlyError(transformer, "1")
  }

  @Test("SD-06: an open case keeps unknown values and encodes them")
  func openCaseKeepsUnknownValues() throws {
    typealias Open = OpenCase<State, String>
    #expect(try Open.decode(json: #""merged""#) == .unknown("merged"))
    #expect(try Open.decode(json: #""open""#).known == .open)
    #expect(try Open.unknown("merged").json() == #""merged""#)
    #expect(try Open.known(.closed).json() == #""closed""#)
    #expect(try Open.report(json: #""merged""#).diagnostics.map(\.code) == [.unknownCase])
    #expect(RoundTrip.counterexample(ofModels: [Open.known(.open), .unknown("merged"), .unknown("")]) == nil)
    #expect(try OpenCase<Priority, Int>.decode(json: "7") == .unknown(7))
    #expect(throws: DecodingFailure.self) { try Open.decode(json: "7") }
  }

  @Test func numberedCasesRoundTrip() throws {
    let transformer = JSONTransformer<Priority>.numberedCases
    #expect(try transformer.forward(json: "2") == .high)
    #expect(try transformer.reverse(.low) == "1")
    #expect(try onlyError(transformer, "3").code == .unknownCase)
    #expect(try onlyError(transformer, #""2""#).code == .typeMismatch)
    #expect(try JSONTransformer<Priority>.numberedCases(unknown: .low).forward(json: "3") == .low)
  }
}
