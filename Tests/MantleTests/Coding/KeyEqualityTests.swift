import Foundation
import Mantle
import Testing

/// Two keys are one where every code point is the same, and nowhere else: `é` is another key than an `e` with a
/// combining accent, however either is escaped, though `String` takes them for equal.
struct KeyEqualityTests {
  private static let composed = "\u{e9}"
  private static let decomposed = "e\u{301}"

  @Test(
    "A property is decoded only from a key with the same code points",
    arguments: [
      ("é", 1), (#"\u00e9"#, 1), ("e\u{301}", 2), (#"e\u0301"#, 2), (#"\u0065\u0301"#, 2),
    ])
  func propertyKeysMatchExactly(_ key: String, _ property: Int) throws {
    let value = try Accents.decode(json: "{\"\(key)\":7}")
    #expect(
      value == (property == 1 ? Accents(composed: 7, decomposed: nil) : Accents(composed: nil, decomposed: 7))
    )
    #expect(try Accents.decode(json: "{\"user\":{\"\(key)\":7}}") == Accents(composed: nil, decomposed: nil))
    let both = try Accents.decode(json: try Accents(composed: 1, decomposed: 2).json())
    #expect(both == Accents(composed: 1, decomposed: 2))
  }

  @Test("A dictionary that cannot hold two equivalent keys reports an error")
  func equivalentDictionaryKeysAreReported() throws {
    for keys in [("é", #"e\u0301"#), (#"e\u0301"#, "é"), (#"\u00e9"#, "e\u{301}")] {
      let text = "{\"\(keys.0)\":1,\"\(keys.1)\":2}"
      let error = try onlyError(decoding: [String: Int].self, text)
      #expect(error.code == .invalidValue)
      #expect(error.location?.column == 2 + "\"\(keys.0)\":1,".count)
      let lenient = try [String: Int].report(json: text, options: .lenient)
      #expect(lenient.value == ["é": 1])
      #expect(lenient.diagnostics.contains { $0.code == .elementDropped })
    }
    #expect(try [String: Int].decode(json: #"{"é":1,"\u00e9":2}"#) == ["é": 2])
  }

  @Test(
    "A repeated UUID key is an error if its case differs; otherwise the last value is used",
    arguments: [("ab", "AB", false), ("AB", "ab", false), ("ab", "ab", true), ("AB", "AB", true)])
  func repeatedUUIDKeysAreReported(_ first: String, _ second: String, _ isSame: Bool) throws {
    let start = "00000000-0000-0000-0000-0000000000"
    let text = "{\"\(start)\(first)\":1,\"\(start)\(second)\":2}"
    let uuid = try #require(UUID(uuidString: start + "AB"))
    if isSame {
      #expect(try [UUID: Int].decode(json: text) == [uuid: 2])
    } else {
      #expect(try onlyError(decoding: [UUID: Int].self, text).code == .invalidValue)
      #expect(try [UUID: Int].report(json: text, options: .lenient).value == [uuid: 1])
    }
  }

  @Test(
    "Only the canonical form of a number is accepted as a key",
    arguments: [
      ("1", 1), ("-12", -12), ("0", 0), ("01", nil), ("+1", nil), ("-0", nil), ("1.0", nil), ("", nil),
    ])
  func numberKeysMustBeCanonical(_ key: String, _ value: Int?) throws {
    let text = "{\"\(key)\":true}"
    guard let value else {
      #expect(try onlyError(decoding: [Int: Bool].self, text).code == .invalidValue)
      return
    }
    #expect(try [Int: Bool].decode(json: text) == [value: true])
    #expect(try [value: true].json() == text)
  }

  @Test("Keys and strings of enum cases match by code points")
  func caseNamesMatchExactly() throws {
    #expect(try [Letter: Int].decode(json: #"{"\u00e9":1}"#) == [.accented: 1])
    #expect(try onlyError(decoding: [Letter: Int].self, #"{"e\u0301":1}"#).code == .invalidValue)
    for text in ["\"e\u{301}\"", #""e\u0301""#] {
      #expect(throws: DecodingFailure.self) { try JSONTransformer<Letter>.cases.forward(json: text) }
      #expect(try JSONTransformer<Letter>.cases(unknown: .other).forward(json: text) == .other)
    }
    #expect(try JSONTransformer<Letter>.cases(unknown: .other).forward(json: #""\u00e9""#) == .accented)
  }

  @Test("A numbered case is encoded as a key by its number")
  func numberedCaseIsDecodedFromItsNumberAsKey() throws {
    #expect(try [Level: String].decode(json: #"{"2":"a"}"#) == [.high: "a"])
    #expect(try [Level.high: "a"].json() == #"{"2":"a"}"#)
    for key in ["3", "02", "high"] {
      #expect(try onlyError(decoding: [Level: String].self, "{\"\(key)\":\"a\"}").code == .invalidValue)
    }
  }

  @Test("Keys of Codable types match by code points", arguments: [0, 40])
  func codableKeysMatchExactly(_ others: Int) throws {
    let more = (0..<others).map { ",\"k\($0)\":0" }.joined()
    #expect(
      try Bridged.decode(json: "{\"\\u00e9\":1,\"e\u{301}\":2\(more)}") == Bridged(composed: 1, decomposed: 2)
    )
  }

  @Test("Key paths are equal if their keys have the same code points")
  func keyPathsAreEqualIfTheirKeysAre() {
    #expect(JSONKeyPath(key: Self.composed) != JSONKeyPath(key: Self.decomposed))
    #expect(Set([JSONKeyPath(key: Self.composed), JSONKeyPath(key: Self.decomposed)]).count == 2)
  }
}

private enum Level: Int, JSONKeyConvertible { case low = 1, high = 2 }

private struct Accents: Model, Equatable, Sendable {
  let composed: Int?
  let decomposed: Int?
  static let properties = Properties(of: Accents.self) {
    Property(\.composed, "\u{e9}")
    Property(\.decomposed, "e\u{301}")
  }
  static let mapping = Mapping(Accents.init, properties)
}

private enum Letter: String, CaseIterable, JSONKeyConvertible, Sendable {
  case accented = "\u{e9}"
  case other
}

private struct Bridged: CodableConvertible, Equatable {
  let composed: Int
  let decomposed: Int

  private enum CodingKeys: String, CodingKey {
    case composed = "\u{e9}"
    case decomposed = "e\u{301}"
  }
}
