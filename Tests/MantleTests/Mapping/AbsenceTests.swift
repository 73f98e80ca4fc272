import Mantle
import Synchronization
import Testing

/// What stands for an absent key, and for a null that means the same.
struct AbsenceTests {
  @Test("A transformer's value for an absent key is created for each model")
  func valueForAbsentKeyIsCreatedPerModel() throws {
    let first = try Stamped.decode(json: "{}")
    let second = try Stamped.decode(json: "{}")
    #expect(first.stamp !== second.stamp)
    #expect(first.number != second.number)
    #expect(second.sometimes != first.sometimes)
  }

  @Test(
    "A null that stands for the default is checked by the rules of the property",
    arguments: [
      (#"{"plain":null}"#, Diagnostic.Code?.none), (#"{"ruled":null}"#, .validation),
      (#"{"ruled":-1}"#, .validation),
      (#"{"bare":null}"#, .unexpectedNull), (#"{"required":null}"#, .unexpectedNull),
      (#"{"optional":null}"#, nil),
    ])
  func nullAsDefaultFollowsTheRules(_ text: String, _ code: Diagnostic.Code?) throws {
    let base = ["plain": "1", "ruled": "1", "bare": "1", "required": "1", "optional": "1"]
    let given = try JSONDocument(text).root
    let members = base.sorted { $0.key < $1.key }.map {
      "\"\($0.key)\":\(given[$0.key]?.rawText ?? $0.value)"
    }
    let all = "{\(members.joined(separator: ","))}"
    let decoded = try Nulls.report(json: all)
    let errors = decoded.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code) == (code.map { [$0] } ?? []), "\(all)")
    #expect(errors.allSatisfy { $0.path.components.count == 1 })
    if code == nil { #expect(decoded.value != nil) }
  }

  @Test("An absent key and null give the same value if null stands for the default")
  func absentAndNullGiveTheSameValue() throws {
    let null = try Nulls.decode(json: #"{"plain":null,"ruled":0,"bare":1,"required":1,"optional":null}"#)
    let absent = try Nulls.decode(json: #"{"ruled":0,"bare":1,"required":1}"#)
    #expect(null == absent)
    #expect(null.plain == 5)
    #expect(null.optional == nil)
  }
}

private final class Stamp: Sendable {}

private struct Stamped: Model, Sendable {
  let stamp: Stamp
  let number: Int
  let sometimes: Int?

  private static let counter = Atomic(0)
  private static func count() -> Int { counter.add(1, ordering: .relaxed).newValue }

  static let properties = Properties(of: Stamped.self) {
    Property(
      \.stamp, "stamp",
      JSONTransformer(
        "stamp", shape: .json, decode: { _ in Stamp() }, encode: { _, writer in writer.writeNull() },
        valueForAbsentKey: { Stamp() }))
    Property(
      \.number, "number",
      JSONTransformer(
        "number", shape: .integer, decode: { try Int.decode($0) }, encode: nil, valueForAbsentKey: { count() }
      )
    ).decodeOnly()
    Property(
      \.sometimes, "sometimes",
      JSONTransformer<Int?>(
        "sometimes", shape: .integer, decode: { try Int?.decode($0) }, encode: nil,
        valueForAbsentKey: { .some(count()) })
    ).decodeOnly()
  }
  static let mapping = Mapping(Stamped.init, properties)
}

private struct Nulls: Model, Equatable, Sendable {
  let plain: Int
  let ruled: Int
  let bare: Int
  let required: Int?
  let optional: Int?

  static let properties = Properties(of: Nulls.self) {
    Property(\.plain, "plain").default(5, for: .null)
    Property(\.ruled, "ruled").default(-1, for: .null).validated { value in
      guard value >= 0 else { throw TransformError(expected: "a number from 0") }
    }
    Property(\.bare, "bare").absent(when: .null)
    Property(\.required, "required").absent(when: .null).required()
    Property(\.optional, "optional").absent(when: .null)
  }
  static let mapping = Mapping(Nulls.init, properties)
}
