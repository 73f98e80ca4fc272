import Foundation
import Mantle
import Testing

/// Keys and paths the original could not reach, or crashed on.
struct KeyPathConformance {
  @Test("UX-50, UX-51, UX-52: any key round-trips", arguments: OddKeys.samples)
  func anyKeyRoundTrips(_ key: String) throws {
    let path = JSONKeyPath(key: key)
    let properties = Properties(of: OddKeys.self) { Property(\.value, path) }
    let mapping = Mapping(OddKeys.init, properties)
    var writer = JSONWriter()
    writer.beginObject()
    writer.writeKey(key)
    writer.writeString("v")
    writer.endObject()
    let text = String(decoding: writer.finish(), as: UTF8.self)
    var output = JSONWriter()
    try mapping.encode(OddKeys(value: "v"), to: &output)
    #expect(String(decoding: output.finish(), as: UTF8.self) == text)
    #expect(mapping.description.diagnose(try JSONDocument(text).root).isEmpty)
    #expect(try JSONKeyPath(path.description) == path)
  }

  @Test("UX-50, UX-51, UX-52: any key round-trips as a literal of a mapping")
  func anyKeyRoundTripsAsLiteral() throws {
    let text = #"{"@type":"t","a.b":"dotted","":"empty","full name":"spaced","naïve 🦊":"unicode"}"#
    #expect(
      try OddLiterals.decode(json: text)
        == OddLiterals(type: "t", dotted: "dotted", empty: "empty", spaced: "spaced", unicode: "unicode"))
    try expectRoundTrip(OddLiterals.self, text)
  }

  @Test("SD-44, SD-45: an index into an array round-trips")
  func indexInPathRoundTrips() throws {
    let text = #"{"user":[{"login":"octocat"},{"login":"second"}]}"#
    let model = try FirstLogin.decode(json: text)
    #expect(model.login == "octocat")
    #expect(try model.json() == #"{"user":[{"login":"octocat"}]}"#)
    #expect(try FirstLogin.decode(json: try model.json()) == model)
  }

  @Test("SD-43, SD-03: a key inside an object needs no transformer, and is written back inside it")
  func nestedKeyRoundTrips() throws {
    try expectRoundTrip(Reporter.self, #"{"user":{"login":"octocat"}}"#)
    #expect(
      try Reporter.decode(json: #"{"user":{"login":"octocat","id":1}}"#).reporterLogin == "octocat")
  }

  @Test("UX-40: two nested properties share a container")
  func nestedPropertiesShareAContainer() throws {
    let text = #"{"nested":{"a":1,"b":2},"c":3}"#
    #expect(try Siblings.decode(json: text).json() == text)
    let apart = try Siblings.decode(json: #"{"c":3,"nested":{"b":2,"a":1}}"#)
    #expect(try apart.json() == text)
  }

  @Test("UX-41: a property at a path inside another property is a definition error that names both")
  func propertyInsideAnotherIsRejected() throws {
    let properties = Properties(of: Siblings.self) {
      Property(\.a, "a")
      Property(\.b, "a.b")
      Property(\.c, "c")
    }
    let mapping = Mapping(Siblings.init, properties)
    let error = #expect(throws: MappingError.self) { try mapping.check() }
    #expect(error?.properties == ["a", "b"])
    #expect(error?.reason == .collision("a.b"))
  }

  @Test("UX-42: two properties written to one path are a definition error, unless one is decode-only")
  func twoPropertiesWrittenToOnePlaceAreRejected() throws {
    let properties = Properties(of: Siblings.self) {
      Property(\.a, "a")
      Property(\.b, "b")
      Property(\.c, "a")
    }
    let mapping = Mapping(Siblings.init, properties)
    let error = #expect(throws: MappingError.self) { try mapping.check() }
    #expect(error?.properties == ["a", "c"])
    let readOnlyProperties = Properties(of: Siblings.self) {
      Property(\.a, "a")
      Property(\.b, "b")
      Property(\.c, "a").decodeOnly()
    }
    let readOnly = Mapping(Siblings.init, readOnlyProperties)
    try readOnly.check()
  }

  @Test("OA-03: an index beyond the end of the array counts as an absent key")
  func indexBeyondTheArrayIsAbsent() throws {
    #expect(try onlyError(decoding: FirstLogin.self, #"{"user":[]}"#).code == .missing)
  }

  @Test(
    "SD-65, SD-66, SD-67, SD-69, SD-71, SD-73: alternative keys: the first present counts, the first is written"
  )
  func firstPresentAlternativeKeyCounts() throws {
    #expect(try Login.decode(json: #"{"user":"abc","password":"abc"}"#).password == "abc")
    #expect(try Login.decode(json: #"{"user":"123","pwd":"123"}"#).password == "123")
    #expect(try Login.decode(json: #"{"user":"a","pwd":"second","password":"first"}"#).password == "first")
    let missing = try onlyError(decoding: Login.self, #"{"user":"a"}"#)
    #expect(missing.code == .missing)
    #expect(missing.property == "password")
    #expect(missing.detail == "also tried `pwd`, `auth.password`")
    #expect(
      try Login.decode(json: #"{"user":"123","pwd":"p"}"#).json() == #"{"user":"123","password":"p"}"#)
  }

  @Test("SD-74: an alternative key may be nested; its use leaves a note")
  func nestedAlternativeKeyIsNoted() throws {
    let decoded = try Login.report(json: #"{"user":"a","auth":{"password":"deep"}}"#)
    #expect(decoded.value?.password == "deep")
    let note = try #require(decoded.diagnostics.first)
    #expect(note.severity == .note)
    #expect(note.code == .aliasUsed)
    #expect(note.property == "password")
  }

  @Test("SD-68: a null alternative ends the search, or is skipped on request")
  func nullAlternativeEndsTheSearchUnlessSkipped() throws {
    let text = #"{"user":"a","password":null,"pwd":"p"}"#
    #expect(try onlyError(decoding: Login.self, text).code == .unexpectedNull)
    #expect(try PatientLogin.decode(json: text).password == "p")
  }
}

private struct OddKeys: Equatable, Sendable {
  let value: String
  static let samples = [
    "@type", "@", "a.b", ".", "..", "", " ", "two words", "[0]", "[]", "\\", "a\\.b", "\"quoted\"", "ключ",
    "🦊", "e\u{301}", "line\nbreak", "\u{0}", "a/b~c",
  ]
}

private struct OddLiterals: Model, Equatable, Sendable {
  let type: String
  let dotted: String
  let empty: String
  let spaced: String
  let unicode: String
  static let properties = Properties(of: OddLiterals.self) {
    Property(\.type, "@type")
    Property(\.dotted, #"a\.b"#)
    Property(\.empty, #"[""]"#)
    Property(\.spaced, "full name")
    Property(\.unicode, "naïve 🦊")
  }
  static let mapping = Mapping(OddLiterals.init, properties)
}

private struct FirstLogin: Model, Equatable, Sendable {
  let login: String
  static let properties = Properties(of: FirstLogin.self) { Property(\.login, "user[0].login") }
  static let mapping = Mapping(FirstLogin.init, properties)
}

private struct Reporter: Model, Equatable, Sendable {
  let reporterLogin: String
  static let properties = Properties(of: Reporter.self) { Property(\.reporterLogin, "user.login") }
  static let mapping = Mapping(Reporter.init, properties)
}

private struct Siblings: Model, Equatable, Sendable {
  let a: Int
  let b: Int
  let c: Int
  static let properties = Properties(of: Siblings.self) {
    Property(\.a, "nested.a")
    Property(\.b, "nested.b")
    Property(\.c, "c")
  }
  static let mapping = Mapping(Siblings.init, properties)
}

private struct Login: Model, Equatable, Sendable {
  let user: String
  let password: String
  static let properties = Properties(of: Login.self) {
    Property(\.user, "user")
    Property(\.password, "password", or: ["pwd", "auth.password"])
  }
  static let mapping = Mapping(Login.init, properties)
}

private struct PatientLogin: Model, Equatable, Sendable {
  let user: String
  let password: String
  static let properties = Properties(of: PatientLogin.self) {
    Property(\.user, "user")
    Property(\.password, "password", or: ["pwd"]).nullFallsThrough()
  }
  static let mapping = Mapping(PatientLogin.init, properties)
}
