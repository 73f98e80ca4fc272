import Foundation
import Mantle
import Testing

/// What the original did when reading, by its source, and what reading does here.
struct ParsingConformance {
  @Test("UX-01, UX-05: an absent key or container keeps the default")
  func absentKeyKeepsTheDefault() throws {
    #expect(try URLModel.decode(json: "{}").url == Fixed.url)
    #expect(try Titled.decode(json: "{}").subtitle == "none")
    #expect(try Titled.decode(json: #"{"nested":{}}"#).subtitle == "none")
  }

  @Test("UX-02, UX-12, SD-60: null for a value that cannot be nil is an error with key and path")
  func nullForNonOptionalValueIsAnError() throws {
    let url = try onlyError(decoding: URLModel.self, #"{"URL":null}"#)
    #expect(url.code == .unexpectedNull)
    #expect(url.property == "url")
    #expect(url.path == "URL")
    let number = try onlyError(decoding: Strictness.self, #"{"integer":null}"#)
    #expect(number.code == .unexpectedNull)
    #expect(number.expected == "integer")
  }

  @Test("UX-02, UX-04: null becomes nil, the default on request, or the transformer's value")
  func nullIsNilDefaultOrTransformed() throws {
    let text = #"{"title":null,"kept":null,"own":null}"#
    let model = try NullMeanings.decode(json: text)
    #expect(model == NullMeanings(title: "untitled", kept: nil, own: "from null"))
  }

  @Test("UX-03: a transformer is not called for an absent key")
  func transformerIsNotCalledForAbsentKey() throws {
    #expect(try NullMeanings.decode(json: "{}").own == "absent")
  }

  @Test("UX-06: a null container counts as null for its leaf")
  func nullContainerCountsAsNull() throws {
    #expect(try Titled.decode(json: #"{"nested":null}"#).subtitle == nil)
  }

  @Test("UX-07, SD-35: a key with an unmapped property's name is ignored")
  func unmappedPropertyNameIsIgnored() throws {
    let model = try Unmapped.decode(json: #"{"title":"T","secret":"from JSON"}"#)
    #expect(model.secret == "local")
  }

  @Test(
    "UX-08: a value that is not an object is an error with its kind",
    arguments: [
      ("null", "null"), (#""text""#, #""text""#), ("12", "number 12"), ("true", "true"),
      ("[]", "empty array"), ("[{}]", "array"),
    ])
  func decodingRejectsNonObjects(_ text: String, _ found: String) throws {
    let error = try onlyError(decoding: TestModel.self, text)
    #expect(error.expected == "object")
    #expect(error.found == found)
  }

  @Test("UX-09: a value that is not an array is an error", arguments: ["null", "{}", "1", #""a""#])
  func decodingRejectsNonArrays(_ text: String) throws {
    let error = try onlyError(decoding: [TestModel].self, text)
    #expect(error.expected == "array")
    #expect(error.code == (text == "null" ? .unexpectedNull : .typeMismatch))
  }

  @Test("UX-10: a null element is an error with its index; lenient decoding drops it or keeps nil")
  func nullElementIsAnErrorOrDropped() throws {
    let text = #"[{"username":"a"},null]"#
    #expect(try onlyError(decoding: [TestModel].self, text).path == "[1]")
    let lenient = try [TestModel].report(json: text, options: .lenient)
    #expect(lenient.value?.map(\.name) == ["a"])
    #expect(lenient.diagnostics.contains { $0.code == .elementDropped && $0.path == "[1]" })
    let bad = #"[{"username":"a"},7]"#
    let held = try [TestModel?].report(json: bad, options: DecodingOptions(.lenientKeepingIndices))
    #expect(held.value?.map { $0?.name } == ["a", nil])
    #expect(held.diagnostics.contains { $0.code == .elementDropped && $0.path == "[1]" })
  }

  @Test("UX-11: a null element is kept in an array of optionals and is an error in other arrays")
  func nullElementOfOptionalsIsKept() throws {
    #expect(try [Int?].decode(json: "[1,null,3]") == [1, nil, 3])
    #expect(try onlyError(decoding: [Int].self, "[1,null,3]").path == "[1]")
  }

  @Test("UX-17: numbers are not booleans", arguments: ["1", "2", "0.5", "0", #""true""#])
  func numbersAreInvalidBooleans(_ value: String) throws {
    #expect(try onlyError(decoding: BoolModel.self, "{\"flag\":\(value)}").code == .typeMismatch)
  }

  @Test(
    "UX-18, UX-19, UX-20, UX-21, SD-41, SD-42: other values than integers are errors",
    arguments: [
      ("integer", "true", Diagnostic.Code.typeMismatch), ("integer", "3.7", .invalidValue),
      ("integer", #""5""#, .typeMismatch), ("integer", "1e400", .outOfRange),
      ("small", "300", .outOfRange), ("small", "-129", .outOfRange), ("unsigned", "-1", .outOfRange),
      ("unsigned", #""1""#, .typeMismatch), ("unsigned", "18446744073709551616", .outOfRange),
    ])
  func integerDecodingRejectsOtherValues(_ key: String, _ value: String, _ code: Diagnostic.Code) throws {
    let error = try onlyError(decoding: Strictness.self, "{\"\(key)\":\(value)}")
    #expect(error.code == code)
    #expect(error.property == key)
  }

  @Test(
    "UX-19, UX-21: integral numbers in any notation decode as integers",
    arguments: [
      ("3.0", 3), ("1e2", 100), ("-0", 0), ("1.50e1", 15), ("9223372036854775807", Int.max),
      ("-9223372036854775808", Int.min),
    ])
  func integerDecodingAcceptsIntegralNumbers(_ text: String, _ value: Int) throws {
    #expect(try Int.decode(json: text) == value)
  }

  @Test(
    "A number with a huge exponent is an error for every integer type",
    arguments: [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self,
      UInt64.self,
    ] as [any JSONNumeric.Type])
  func hugeExponentsAreErrors(_ type: any JSONNumeric.Type) throws {
    for sign in ["", "-"] {
      for digits in ["399", "400", "9223372036854775807", "9223372036854775808", "99999999999999999999"] {
        try expectError(type, "\(sign)1e\(digits)", .outOfRange)
        try expectError(type, "\(sign)1E+\(digits)", .outOfRange)
        try expectError(type, "\(sign)1e-\(digits)", .invalidValue)
      }
    }
  }

  private func expectError<Value: JSONNumeric>(
    _: Value.Type, _ text: String, _ code: Diagnostic.Code
  ) throws {
    #expect(try onlyError(decoding: Value.self, text).code == code, "\(Value.self) from \(text)")
    #expect(try Value.decode(json: "0e-9223372036854775808").json() == "0")
  }

  @Test("UX-26, UX-64, UX-65: a nested error has its path from the root")
  func nestedErrorHasItsPathFromTheRoot() throws {
    let errors = try allErrors(
      decoding: RecursiveGroup.self,
      #"{"users":[{"name":"a"},"b",{"name":"c","groups":[{"owner":{"name":7},"users":[]}]}]}"#)
    #expect(errors.map(\.path.description) == ["users[1]", "users[2].groups[0].owner.name"])
    #expect(errors.map(\.property) == ["users", "name"])
    #expect(errors.first?.found == #""b""#)
  }

  @Test("UX-32: a transformer that fails without a message gives an error with the path")
  func transformerFailureWithoutReasonHasAPath() throws {
    let error = try onlyError(decoding: Wordless.self, #"{"value":"x"}"#)
    #expect(error.code == .invalidValue)
    #expect(error.path == "value")
    #expect(error.found == #""x""#)
    #expect(error.underlying is Wordless.Failure)
  }

  @Test("UX-33: two properties may be decoded from one path")
  func twoPropertiesMayDecodeOnePath() throws {
    let model = try ReadTwice.decode(json: #"{"value":"12"}"#)
    #expect(model == ReadTwice(text: "12", number: 12))
    #expect(try model.json() == #"{"value":"12"}"#)
  }
}

private struct Titled: Model, Equatable, Sendable {
  let subtitle: String?
  static let properties = Properties(of: Titled.self) {
    Property(\.subtitle, "nested.subtitle").default("none")
  }
  static let mapping = Mapping(Titled.init, properties)
}

private struct NullMeanings: Model, Equatable, Sendable {
  let title: String
  let kept: String?
  let own: String?

  static let properties = Properties(of: NullMeanings.self) {
    Property(\.title, "title").default("untitled", for: .null)
    Property(\.kept, "kept").default("default")
    Property(\.own, "own", .fromNull).default("absent")
  }
  static let mapping = Mapping(NullMeanings.init, properties)
}

extension JSONTransformer where Value == String? {
  /// Gives null a meaning of its own.
  fileprivate static var fromNull: JSONTransformer {
    .custom("from null", from: String?.self, forward: { $0 ?? "from null" }, reverse: { $0 })
  }
}

private struct Unmapped: Model, Equatable, Sendable {
  let title: String
  var secret = "local"

  init(title: String) { self.title = title }
  static let properties = Properties(of: Unmapped.self) { Property(\.title, "title") }
  static let mapping = Mapping(Unmapped.init(title:), properties)
}

private struct Strictness: Model, Equatable, Sendable {
  let integer: Int
  let small: Int8
  let unsigned: UInt
  static let properties = Properties(of: Strictness.self) {
    Property(\.integer, "integer").default(0)
    Property(\.small, "small").default(0)
    Property(\.unsigned, "unsigned").default(0)
  }
  static let mapping = Mapping(Strictness.init, properties)
}

private struct Wordless: Model, Equatable, Sendable {
  struct Failure: Error {}

  let value: Int
  static let properties = Properties(of: Wordless.self) {
    Property(
      \.value, "value", .custom(from: String.self, forward: { _ in throw Failure() }, reverse: { String($0) })
    )
  }
  static let mapping = Mapping(Wordless.init, properties)
}

private struct ReadTwice: Model, Equatable, Sendable {
  let text: String
  let number: UInt
  static let properties = Properties(of: ReadTwice.self) {
    Property(\.text, "value")
    Property(\.number, "value", .decimalString).decodeOnly()
  }
  static let mapping = Mapping(ReadTwice.init, properties)
}
