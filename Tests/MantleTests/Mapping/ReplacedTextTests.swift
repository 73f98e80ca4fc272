@testable import Mantle
import Testing

/// What is said of a text that a hook put in an object's place.
struct ReplacedTextTests {
  @Test("An error has the location of the object and names the place in the replacement")
  func errorsOfReplacedObjectsHaveLocations() throws {
    let errors = try allErrors(
      decoding: [Unwrapped].self, "[{\"data\":{\"name\":\"a\"}},\n {\"data\":{\n\"name\":1}}]")
    let error = try #require(errors.first)
    #expect(errors.count == 1)
    #expect(error.path == "[1]")
    #expect(error.location?.line == 2)
    #expect(error.location?.column == 2)
    #expect(error.expected == "string")
    #expect(error.found == "number 1")
    #expect(error.property == "name")
    #expect(error.detail == "at `name`, 2:8 of the JSON that replaces the value")
  }

  @Test("A replacement may be longer or shorter than the object", arguments: [1, 2, 1000])
  func replacementMayDifferInLength(_ count: Int) throws {
    let decoded = try Generated.report(
      json: "{\"count\":\(count)}")
    #expect(decoded.value == nil)
    #expect(decoded.diagnostics.count == count)
    for diagnostic in decoded.diagnostics {
      #expect(diagnostic.path == "")
      #expect(diagnostic.location?.column == 1)
    }
    #expect(decoded.diagnostics.last?.detail?.contains("`numbers[\(count - 1)]`") == true)
    let other = try Unwrapped.report(
      json: "{\"noise\":[\(String(repeating: "1,", count: 200))1],\"data\":{\"name\":null}}")
    #expect(other.diagnostics.map(\.path) == [""])
  }

  @Test("A thrown error has a location, too")
  func thrownErrorHasALocation() throws {
    let failure = try #require(throws: DecodingFailure.self) { try Generated.decode(json: #"{"count":1}"#) }
    #expect(failure.diagnostics.map(\.location?.column) == [1])
  }

  @Test("The keys of a nested replaced model are not present properties of the outer model")
  func presenceExcludesNestedKeys() throws {
    let outer = try Envelopes.report(json: #"{"inner":{"data":{"name":"a"}}}"#)
    #expect(outer.presentProperties == ["inner"])
    let replaced = try Unwrapped.report(json: #"{"data":{"name":"a"}}"#)
    #expect(replaced.presentProperties == ["name"])
  }

  @Test("A sound mapping with a hook stays verified")
  func soundMappingStaysVerified() throws {
    for name in ["a", "b"] { _ = try Unwrapped.decode(json: "{\"data\":{\"name\":\"\(name)\"}}") }
    let isTrusted = Unwrapped.mapping.isVerified.load(ordering: .relaxed)
    #expect(isTrusted)
  }

  @Test("A hook that reproduces its own model ends with an error")
  func recursiveHookEndsWithAnError() throws {
    let error = try onlyError(decoding: Endless.self, "{}")
    #expect(error.code == .limit)
    #expect(error.path == "")
  }

  @Test("A malformed replacement is an error at the object")
  func malformedReplacementIsAnErrorAtTheObject() throws {
    let error = try onlyError(decoding: [NoJSON].self, "[{}]")
    #expect(error.code == .invalidValue)
    #expect(error.path == "[0]")
    #expect(error.underlying is JSONSyntaxError)
  }
}

/// As many texts as its object says, where numbers are expected.
private struct Generated: Model, Sendable {
  let numbers: [Int]
  static let properties = Properties(of: Generated.self) { Property(\.numbers, "numbers") }
  static let mapping = Mapping(Generated.init, properties)
    .beforeDecoding { node in
      let count = node["count"].flatMap { Int($0.rawText) } ?? 0
      let texts = Array(repeating: "\"x\"", count: count).joined(separator: ",")
      return Array("{\"numbers\":[\(texts)]}".utf8)
    }
}

private struct Envelopes: Model, Sendable {
  let inner: Unwrapped
  let name: String?
  static let properties = Properties(of: Envelopes.self) {
    Property(\.inner, "inner")
    Property(\.name, "name")
  }
  static let mapping = Mapping(Envelopes.init, properties)
}

private final class Endless: Model {
  let inner: Endless?
  init(_ inner: Endless?) { self.inner = inner }
  static let properties = Properties(of: Endless.self) { Property(\.inner, "inner").named("inner") }
  static let mapping = Mapping({ Endless($0) }, properties)
    .beforeDecoding { _ in Array(#"{"inner":{}}"#.utf8) }
}

private struct NoJSON: Model, Sendable {
  let name: String
  static let properties = Properties(of: NoJSON.self) { Property(\.name, "name") }
  static let mapping = Mapping(NoJSON.init, properties)
    .beforeDecoding { _ in Array("{".utf8) }
}
