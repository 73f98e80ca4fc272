import Foundation
@testable import Mantle
import Testing

@testable import TerminalText

/// `Codable` types as properties and roots of models.
struct CodableInModelsTests {
  @Test func codableTypesMatchFoundationCoding() throws {
    let json = """
      {"name":"a","count":3,"ratio":0.5,"on":true,"none":null,"big":18446744073709551615,
       "link":"http://a.com/b","price":12345678901234567890.12,"id":"4A275FBD-8217-4397-964B-403F4C2B8545",
       "bytes":"Zm9v","when":12.5,"tags":["x","y"],"counts":{"a":1},"nested":{"deep":[[1],[]]},"kind":"two"}
      """
    let transformer = JSONTransformer<Everything>.codable
    let ours = try transformer.forward(json: json)
    let theirs = try JSONDecoder().decode(Everything.self, from: Data(json.utf8))
    #expect(ours == theirs)
    let written = try transformer.reverse(ours)
    #expect(try JSONDecoder().decode(Everything.self, from: Data(written.utf8)) == theirs)
    let foundation = try String(decoding: JSONEncoder().encode(theirs), as: UTF8.self)
    #expect(try JSONValue(json: written) == JSONValue(json: foundation), "\(written) \(foundation)")
    #expect(RoundTrip.counterexample(of: transformer, samples: [ours]) == nil)
  }

  @Test func codableMembersKeepTheirDeclaredOrder() throws {
    #expect(try Settings(theme: "dark", size: 12).json() == #"{"theme":"dark","size":12}"#)
  }

  @Test func codablePropertiesUseOptionsAndMayBeNil() throws {
    let page = try Page.decode(
      json: #"{"title":"t","settings":{"theme":"dark","size":1},"log":{"at":"2011-04-22T13:33:48Z"}}"#)
    #expect(page.settings == Settings(theme: "dark", size: 1))
    #expect(page.log?.at.timeIntervalSince1970 == 1_303_479_228)
    #expect(page.all == [])
    #expect(
      try page.json()
        == #"{"title":"t","settings":{"theme":"dark","size":1},"log":{"at":"2011-04-22T13:33:48Z"},"all":[]}"#
    )
    let bare = try Page.decode(
      json: #"{"title":"t","settings":{"theme":"dark","size":1},"all":[{"theme":"a","size":2}]}"#)
    #expect(bare.log == nil)
    #expect(bare.all == [Settings(theme: "a", size: 2)])
  }

  @Test(arguments: [
    (#"{"theme":"a","size":"b"}"#, Diagnostic.Code.typeMismatch, "settings.size", 45, "integer", #""b""#),
    (#"{"theme":"a"}"#, .missing, "settings.size", 25, "integer", "no key `size`"),
    (#"{"theme":null,"size":1}"#, .unexpectedNull, "settings.theme", 34, "string", "null"),
    (#"{"theme":"a","size":1.5}"#, .invalidValue, "settings.size", 45, "integer", "number 1.5"),
    (#"[]"#, .typeMismatch, "settings", 25, "object", "empty array"),
  ])
  func codableErrorsKeepTheirPathAndLocation(
    _ settings: String, _ code: Diagnostic.Code, _ path: JSONKeyPath, _ column: Int, _ expected: String,
    _ found: String
  ) throws {
    let error = try onlyError(decoding: Page.self, #"{"title":"t","settings":"# + settings + "}")
    #expect(error.model == "Page")
    #expect(error.property == "settings")
    #expect(error.code == code)
    #expect(error.path == path)
    #expect(error.location?.column == column, "\(error)")
    #expect(error.expected == expected)
    #expect(error.found == found)
    #expect(error.underlying is DecodingError)
  }

  @Test func errorsThrownByCodableTypesKeepTheirLocation() throws {
    let error = try onlyError(JSONTransformer<[Picky]>.codable, #"[{"even":2}, {"even":{"value":3}}]"#)
    #expect(error.path == "[1].even.value")
    #expect(error.detail == "3 is odd")
    #expect(error.location?.column == 31)
    let thrown = try onlyError(JSONTransformer<Thrower>.codable, " 1")
    #expect(thrown.underlying as? Thrower.Refusal == Thrower.Refusal())
    #expect(thrown.location?.column == 2)
  }

  @Test func codableContainersOfEveryKindRoundTrip() throws {
    let json =
      #"{"id":7,"super":{"base":"b"},"point":[1,2.5],"more":[null,"s",{"k":true},[3]],"child":{"base":"c"}}"#
    let value = try JSONTransformer<Nested>.codable.forward(json: json)
    #expect(value.summary == "7 b 1.0 2.5 nil s true 3 c id,super,point,more,child")
    #expect(try JSONTransformer<Nested>.codable.reverse(value) == json)
    let short = try onlyError(JSONTransformer<Nested>.codable, json.replacing("[1,2.5]", with: "[1]"))
    #expect(short.path == "point[1]")
    #expect(short.code == .missing)
  }

  @Test(arguments: [1, 23, 24, 25, 60])
  func dictionariesOfAnySizeRoundTrip(_ count: Int) throws {
    let values = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) })
    let json = try values.json()
    #expect(try JSONTransformer<[String: Int]>.codable.forward(json: json) == values)
    #expect(
      try JSONValue(json: JSONTransformer<[String: Int]>.codable.reverse(values)) == JSONValue(json: json))
    let twice = "{" + json.dropFirst().dropLast() + #","k0":-1}"#
    #expect(
      try JSONTransformer<[String: Int]>.codable.forward(json: twice)["k0"] == -1, "the last one counts")
    let members = try JSONTransformer<Repeating>.codable.reverse(Repeating(count: count))
    #expect(try JSONDocument(members).root.count == count)
    #expect(members.contains(#""k0":1"#), "a member encoded twice stands once")
  }

  @Test func caughtErrorBecomesWarning() throws {
    let decoded = try JSONTransformer<Forgiving>.codable.forwarding(json: #"{"label":{"name":1}}"#)
    #expect(decoded.value == Forgiving(label: nil))
    #expect(!decoded.diagnostics.contains { $0.severity == .error })
    #expect(decoded.diagnostics.contains { $0.path == "label.name" && $0.severity == .warning })
  }

  @Test func modelsInsideCodableTypesReportEveryProblem() throws {
    let errors = try allErrors(decoding: Album.self, #"{"pages":{"first":{"label":{"name":1,"color":2}}}}"#)
    #expect(errors.map(\.path) == ["pages.first.label.name", "pages.first.label.color"])
    #expect(errors.map(\.property) == ["name", "color"])
    #expect(errors.map(\.location?.column) == [36, 46])
  }

  @Test func presenceOfNestedCodableModelsIsSeparate() throws {
    let json = #"{"pages":{"first":{"label":{"name":"n","color":"c"}}}}"#
    #expect(try Album.report(json: json).presentProperties == ["pages"])
  }

  @Test func decodersRemainUsableAfterDecoding() throws {
    let lazy = try JSONTransformer<Lazy>.codable.forward(json: #"{"later":[1,2,3]}"#)
    #expect(try lazy.later() == [1, 2, 3])
  }

  @Test func userInfoReachesCodableTypes() throws {
    let context = try #require(JSONDocument(#""x""#).root as JSONNode?)
    let decoded = try JSONTransformer<Aware>.codable.forwarding(
      context, options: DecodingOptions(userInfo: ["greeting": "hello"]))
    #expect(decoded.value?.text == "hello x")
  }

  @Test func encodingRejectsNonFiniteNumbers() {
    #expect(throws: EncodingError.self) { try JSONTransformer<[Double]>.codable.reverse([.nan]) }
  }

  @Test func parserLimitsCodableRecursion() throws {
    let depth = 500
    let text = String(repeating: #"{"n":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
    var tree: Tree? = try JSONTransformer<Tree>.codable.forward(json: text)
    var count = 0
    while let next = tree?.n?.first {
      tree = next
      count += 1
    }
    #expect(count == depth)
    let deeper = String(repeating: #"{"n":"#, count: 2_000) + "{}" + String(repeating: "}", count: 2_000)
    #expect(try onlyError(JSONTransformer<Tree>.codable, deeper).code == .limit)
  }
}

private struct Everything: Codable, Equatable {
  enum Kind: String, Codable { case one, two }
  struct Deep: Codable, Equatable { let deep: [[Int8]] }
  let name: String
  let count: Int
  let ratio: Float
  let on: Bool
  let none: Int?
  let big: UInt64
  let link: URL
  let price: Decimal
  let id: UUID
  let bytes: Data
  let when: Date
  let tags: [String]
  let counts: [String: Int]
  let nested: Deep
  let kind: Kind
}

private struct Settings: CodableConvertible, Equatable {
  var theme: String
  var size: Int
}

private struct Log: Codable, Equatable { let at: Date }

private struct Page: Model {
  let title: String
  let settings: Settings
  let log: Log?
  let all: [Settings]
  static let properties = Properties(of: Page.self) {
    Property(\.title, "title")
    Property(\.settings, "settings")
    Property(\.log, "log", .codable(dates: .iso8601))
    Property(\.all, "all").default([])
  }
  static let mapping = Mapping(Page.init, properties)
}

/// Reads itself through containers that are easy to get wrong.
private struct Picky: Codable {
  enum Key: String, CodingKey { case even, value }
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if (try? container.decode(Int.self, forKey: .even)) != nil { return }
    let inner = try container.nestedContainer(keyedBy: Key.self, forKey: .even)
    let value = try inner.decode(Int.self, forKey: .value)
    throw DecodingError.dataCorruptedError(forKey: Key.value, in: inner, debugDescription: "\(value) is odd")
  }
  func encode(to encoder: any Encoder) throws {}
}

private struct Thrower: Codable {
  struct Refusal: Error, Equatable {}
  init(from decoder: any Decoder) throws { throw Refusal() }
  func encode(to encoder: any Encoder) throws {}
}

private struct Base: Codable { let base: String }

private struct Nested: Codable {
  enum Key: String, CodingKey, CaseIterable { case id, `super`, point, more, child }
  enum MoreKey: String, CodingKey { case k }
  let summary: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    var point = try container.nestedUnkeyedContainer(forKey: .point)
    var more = try container.nestedUnkeyedContainer(forKey: .more)
    var parts = [
      "\(try container.decode(Int.self, forKey: .id))", try Base(from: container.superDecoder()).base,
      "\(try point.decode(Double.self))", "\(try point.decode(Double.self))",
      try more.decodeNil() ? "nil" : "some", try more.decode(String.self),
    ]
    let keyed = try more.nestedContainer(keyedBy: MoreKey.self)
    parts.append("\(try keyed.decode(Bool.self, forKey: .k))")
    var inner = try more.nestedUnkeyedContainer()
    parts.append("\(try inner.decode(Int.self))")
    parts.append(try Base(from: container.superDecoder(forKey: .child)).base)
    parts.append(container.allKeys.map(\.rawValue).joined(separator: ","))
    summary = parts.joined(separator: " ")
  }

  /// Fills its containers out of order, and all at once.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(7, forKey: .id)
    let parent = container.superEncoder()
    var point = container.nestedUnkeyedContainer(forKey: .point)
    var more = container.nestedUnkeyedContainer(forKey: .more)
    try container.encode(Base(base: "c"), forKey: .child)
    try more.encodeNil()
    try point.encode(1)
    try more.encode("s")
    try point.encode(2.5)
    var keyed = more.nestedContainer(keyedBy: MoreKey.self)
    var inner = more.nestedUnkeyedContainer()
    try inner.encode(3)
    try keyed.encode(true, forKey: .k)
    try Base(base: "b").encode(to: parent)
  }
}

private struct Label: CodableModel, Equatable {
  let name: String
  let color: String?
  static let properties = Properties(of: Label.self) {
    Property(\.name, "name")
    Property(\.color, "color")
  }
  static let mapping = Mapping(Label.init, properties)
}

private struct Forgiving: Codable, Equatable {
  let label: Label?
  init(label: Label?) { self.label = label }
  init(from decoder: any Decoder) throws {
    enum Key: String, CodingKey { case label }
    label = try? decoder.container(keyedBy: Key.self).decode(Label.self, forKey: .label)
  }
}

private struct Labelled: Codable { let label: Label }

private struct Album: Model {
  let pages: [String: Labelled]
  static let properties = Properties(of: Album.self) { Property(\.pages, "pages", .codable) }
  static let mapping = Mapping(Album.init, properties)
}

/// Encodes each of its members twice.
private struct Repeating: Codable {
  let count: Int
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(0)
    var keyed = encoder.container(keyedBy: Key.self)
    for pass in 0...1 {
      for number in 0..<count { try keyed.encode(pass, forKey: Key(stringValue: "k\(number)")) }
    }
  }
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

private struct Lazy: Codable {
  let later: () throws -> [Int]
  init(from decoder: any Decoder) throws {
    enum Key: String, CodingKey { case later }
    let inner = try decoder.container(keyedBy: Key.self).superDecoder(forKey: .later)
    later = { try [Int](from: inner) }
  }
  func encode(to encoder: any Encoder) throws {}
}

private struct Aware: Codable {
  let text: String
  init(from decoder: any Decoder) throws {
    let key = try #require(CodingUserInfoKey(rawValue: "greeting"))
    text =
      "\(decoder.userInfo[key] as? String ?? "") \(try decoder.singleValueContainer().decode(String.self))"
  }
}

private struct Tree: Codable {
  let n: [Tree]?
  init(from decoder: any Decoder) throws {
    enum Key: String, CodingKey { case n }
    n = try decoder.container(keyedBy: Key.self).decodeIfPresent(Tree.self, forKey: .n).map { [$0] }
  }
}
