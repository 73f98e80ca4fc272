import Foundation
import Mantle
import MantleFormatters
import Synchronization
import Testing

/// Rules over properties and models, and the hook after decoding.
struct ValidationConformance {
  @Test("VA-01: a missing name is invalid") func missingNameIsInvalid() throws {
    let model = ValidationModel(name: nil)
    let problem = try #require(throws: ValidationFailure.self) { try model.validate() }.problems.first
    #expect(problem?.property == "name")
    #expect(problem?.underlying as? FixtureError == .nameMissing)
  }

  @Test("VA-02: a present name is valid") func presentNameIsValid() throws {
    let model = ValidationModel(name: "valid")
    try model.validate()
    #expect(model.name == "valid")
  }

  @Test("VA-03, VA-04: a rule may replace an invalid value with a valid one")
  func ruleSubstitutesInvalidValue() throws {
    var model = SelfValidatingModel(name: nil)
    try model.validate()
    #expect(model.name == nil)
    try model.normalize()
    #expect(model.name == "foobar")
    #expect(try SelfValidatingModel.decode(json: "{}").name == "foobar")
  }

  @Test("UX-34: rules run once each, properties in order, then the model")
  func rulesRunOnceInPropertyOrder() throws {
    let model = try Ruled.decode(json: #"{"b":"b","a":"a"}"#)
    #expect(model.log == ["a", "b", "model"])
  }

  @Test("UX-87: validation reports all broken rules in order")
  func validationReportsEveryViolationInOrder() throws {
    let model = Strict(a: -1, b: -2)
    let all = try #require(throws: ValidationFailure.self) { try model.validate() }
    #expect(all.problems.map(\.property) == ["a", "b", nil])
    let errors = try allErrors(decoding: Strict.self, #"{"a":-1,"b":-2}"#)
    #expect(errors.map(\.property) == ["a", "b"])
    #expect(errors.allSatisfy { $0.code == .validation })
    let whole = try onlyError(decoding: Strict.self, #"{"a":1,"b":1}"#)
    #expect(whole.model == "Strict")
    #expect(whole.property == nil)
  }

  @Test("UX-88: a substitute that is equal is assigned")
  func equalSubstituteIsAssigned() throws {
    final class Text: Sendable {}
    struct Holder: Model {
      var object: Text
      static let properties = Properties(of: Holder.self) {
        Property(local: \.object) { Text() }.normalized { $0 = replacement }
      }
      static let mapping = Mapping(Holder.init, properties)
      static let replacement = Text()
    }
    var holder = Holder(object: Text())
    try holder.normalize()
    #expect(holder.object === Holder.replacement)
  }

  @Test(
    "UX-89, UX-90, SD-20, SD-21, SD-22: the hook runs once for each model made, after all values, not for copies"
  )
  func validationHookRunsOncePerModel() throws {
    let text = #"{"name":"john","created_at":"2013/07/02 16:40:00 +0000","plan":"lite"}"#
    Account.runs.store(0, ordering: .relaxed)
    let account = try Account.decode(json: text)
    #expect(account.meUser == false)
    #expect(account.helper == "john since 1372783200")
    #expect(Account.runs.load(ordering: .relaxed) == 1)
    let copy = account
    #expect(copy.helper == account.helper)
    #expect(Account.runs.load(ordering: .relaxed) == 1)
    let built = try Account.build(from: account.propertyValues.filter { $0.name != "helper" })
    #expect(built.helper == account.helper)
    #expect(Account.runs.load(ordering: .relaxed) == 2)
    #expect(try account.json() == #"{"name":"john","created_at":"2013/07/02 16:40:00 +0000"}"#)
  }

  @Test("EX-01, EX-02, EX-03: a thrown error is kept and its message is shown")
  func thrownErrorIsReportedWithItsMessage() throws {
    let error = try onlyError(decoding: Failing.self, #"{"value":1}"#)
    #expect(error.underlying is Failing.JustTesting)
    #expect(error.detail == "Just Testing")
    #expect(error.message == "Just Testing (found number 1)")
  }
}

private struct Ruled: Model, Equatable, Sendable {
  var a: [String]
  var b: [String]
  var log: [String] = []

  init(a: [String], b: [String]) {
    self.a = a
    self.b = b
    log = a + b
  }

  static let properties = Properties(of: Ruled.self) {
    Property(\.a, "a", .one).validated { _ in }
    Property(\.b, "b", .one)
  }
  static let mapping = Mapping(Ruled.init(a:b:), properties).normalized { $0.log.append("model") }
}

extension JSONTransformer where Value == [String] {
  fileprivate static var one: JSONTransformer {
    .custom("one", from: String.self, forward: { [$0] }, reverse: { $0.first ?? "" })
  }
}

private struct Strict: Model, Equatable, Sendable {
  struct Broken: Error {}

  var a: Int
  var b: Int

  static let properties = Properties(of: Strict.self) {
    Property(\.a, "a").validated(positive)
    Property(\.b, "b").validated(positive)
  }
  static let mapping = Mapping(Strict.init, properties).validated {
    if $0.a == $0.b || $0.a < 0 { throw Broken() }
  }

  private static func positive(_ value: Int) throws {
    guard value > 0 else { throw Broken() }
  }
}

private struct Account: Model, Sendable {
  let name: String
  let createdAt: Date
  var meUser = false
  var helper: String?

  static let runs = Atomic(0)

  static let properties = Properties(of: Account.self) {
    Property(\.name, "name")
    Property(\.createdAt, "created_at", .pattern("yyyy/MM/dd HH:mm:ss Z"))
    Property(local: \.meUser) { false }
    Property(local: \.helper) { nil }
  }
  static let mapping = Mapping(Account.init, properties).afterDecoding { account, _ in
    runs.add(1, ordering: .relaxed)
    account.helper = "\(account.name) since \(Int(account.createdAt.timeIntervalSince1970))"
  }
}

private struct Failing: Model, Equatable, Sendable {
  struct JustTesting: Error, CustomStringConvertible { let description = "Just Testing" }

  let value: Int
  static let properties = Properties(of: Failing.self) {
    Property(\.value, "value").validated { _ in throw JustTesting() }
  }
  static let mapping = Mapping(Failing.init, properties)
}
