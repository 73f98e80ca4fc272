import Mantle
import Testing

/// The policy for looking through data whatever state it is in: every problem is an error, and there is a value where
/// one can be had.
struct AuditTests {
  @Test("An audit returns a value with substitutes and reports every problem as an error")
  func auditReturnsSubstitutes() throws {
    let text = #"{"id":1,"title":2,"note":true,"tags":["a",3,"b"],"level":-4}"#
    let audited = try Audited.report(json: text, options: .audit)
    let value = try Audited.decode(json: text, options: .audit)
    #expect(value == Audited(id: 1, title: "untitled", note: nil, tags: ["a", "b"], level: -4, code: nil))
    #expect(audited.value == value)
    let errors = audited.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.path.description) == ["code", "title", "note", "tags[1]", "level"])
    #expect(errors.map(\.code) == [.missing, .typeMismatch, .typeMismatch, .typeMismatch, .validation])
    #expect(errors.allSatisfy { $0.model == "Audited" })
    #expect(audited.hasErrors)
  }

  @Test("An audit fails only for a property with neither value nor substitute")
  func propertyWithoutSubstituteLeavesNoValue() throws {
    #expect(throws: DecodingFailure.self) { try Audited.decode(json: #"{"title":"a"}"#, options: .audit) }
    #expect(try Audited.report(json: #"{"title":"a"}"#, options: .audit).value == nil)
    #expect(
      try [Audited].decode(json: #"[{"title":"a"},{"id":1,"code":"x"}]"#, options: .audit).map(\.id) == [1])
  }

  @Test("An audit keeps a model that breaks its rules and reports each of them")
  func auditKeepsModelsThatBreakTheirRules() throws {
    let audited = try Ruled.report(json: #"{"low":3,"high":1}"#, options: .audit)
    #expect(audited.value?.low == 3)
    #expect(audited.diagnostics.map(\.code) == [.validation, .validation])
    for policy in [DecodingPolicy.strict, .lenient] {
      let refused = try Ruled.report(json: #"{"low":3,"high":1}"#, options: DecodingOptions(policy))
      #expect(refused.value == nil)
      #expect(refused.diagnostics.map(\.code) == [.validation, .validation])
    }
  }

  @Test("An audit reports the warnings of lenient decoding as errors, with the same value")
  func auditReportsErrorsForWarnings() throws {
    let text = #"{"id":1,"title":2,"note":true,"tags":["a",3,"b"],"level":4,"code":"x"}"#
    let lenient = try Audited.report(json: text, options: .lenient)
    let audited = try Audited.report(json: text, options: .audit)
    #expect(lenient.value == audited.value)
    #expect(!lenient.hasErrors)
    #expect(lenient.diagnostics.map(\.path) == audited.diagnostics.map(\.path))
  }
}

private struct Audited: Model, Equatable, Sendable {
  let id: Int
  let title: String
  let note: String?
  let tags: [String]
  let level: Int
  let code: String?

  static let properties = Properties(of: Audited.self) {
    Property(\.id, "id")
    Property(\.title, "title").default("untitled")
    Property(\.note, "note")
    Property(\.tags, "tags").default([])
    Property(\.level, "level").validated { level in
      guard level >= 0 else { throw TransformError(expected: "a level from 0") }
    }.default(0)
    Property(\.code, "code").required()
  }
  static let mapping = Mapping(Audited.init, properties)
}

private struct OutOfOrder: Error {}
private struct TooSmall: Error {}

private struct Ruled: Model, Sendable {
  let low: Int
  let high: Int
  static let properties = Properties(of: Ruled.self) {
    Property(\.low, "low")
    Property(\.high, "high")
  }
  static let mapping = Mapping(Ruled.init, properties)
    .validated { if $0.low > $0.high { throw OutOfOrder() } }
    .validated { if $0.high < 2 { throw TooSmall() } }
}
