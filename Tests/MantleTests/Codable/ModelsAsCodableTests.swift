import Foundation
@testable import Mantle
import Testing

/// Models where `Codable` is asked for.
struct ModelsAsCodableTests {
  private static let json =
    #"{"name":"a","home":{"city":"b"},"joined":"2011-04-22T13:33:48Z","tags":["x"],"score":1.5}"#

  @Test func foundationDecoderUsesTheMapping() throws {
    let person = try JSONDecoder().decode(Person.self, from: Data(Self.json.utf8))
    #expect(try person == Person.decode(json: Self.json))
    #expect(person.city == "b")
    let list = try JSONDecoder().decode([Person].self, from: Data("[\(Self.json),\(Self.json)]".utf8))
    #expect(list == [person, person])
  }

  @Test func foundationEncoderUsesTheMapping() throws {
    let person = try Person.decode(json: Self.json)
    let written = try String(decoding: JSONEncoder().encode(person), as: UTF8.self)
    #expect(try JSONValue(json: written) == JSONValue(json: Self.json))
  }

  @Test func modelsRoundTripThroughPropertyListCoders() throws {
    let person = try Person.decode(json: Self.json)
    let data = try PropertyListEncoder().encode([person])
    #expect(try PropertyListDecoder().decode([Person].self, from: data) == [person])
  }

  struct Priced: CodableModel, Equatable {
    let price: Decimal

    static let properties = Properties(of: Priced.self) { Property(\.price, "price") }
    static let mapping = Mapping(Priced.init, properties)
  }

  @Test(arguments: ["12.5", "-0.1", "12345678901234567890.123456789", "1e30"])
  func decimalsRoundTripThroughOtherCoders(_ digits: String) throws {
    let priced = Priced(price: try #require(Decimal(string: digits)))
    let list = try PropertyListEncoder().encode(priced)
    #expect(try PropertyListDecoder().decode(Priced.self, from: list) == priced)
    let json = try JSONEncoder().encode(priced)
    #expect(try JSONDecoder().decode(Priced.self, from: json) == priced)
  }

  @Test func decodingErrorsHaveACodingPath() throws {
    let text = #"{"people":[{"name":"a","home":{"city":7},"joined":"now","tags":[],"score":0}]}"#
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode([String: [Person]].self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Testing.Issue.record("\(error)")
      return
    }
    #expect(
      context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == [
        "people", "0", "home", "city",
      ])
    #expect(context.debugDescription == "Person.city, expected string, found number 7")
    #expect((context.underlyingError as? DecodingFailure)?.diagnostics.count == 2)
  }

  @Test func asCodableWrapperRoundTrips() throws {
    struct Box: Codable, Equatable { let inner: AsCodable<Plain> }
    let box = try JSONDecoder().decode(Box.self, from: Data(#"{"inner":{"x":1}}"#.utf8))
    #expect(box.inner.value == Plain(x: 1))
    #expect(try String(decoding: JSONEncoder().encode(box), as: UTF8.self) == #"{"inner":{"x":1}}"#)
    #expect(try JSONTransformer<Box>.codable.forward(json: #"{"inner":{"x":1}}"#) == box)
    #expect(try JSONTransformer<Box>.codable.reverse(box) == #"{"inner":{"x":1}}"#)
  }

  @Test(arguments: [
    "null", "true", "-12", "18446744073709551615", "0.1", "1e300", "12345678901234567890.123456789",
    #""é\n""#, "[]", "{}",
    #"[1,[null,{"a":[]}],"x"]"#,
  ])
  func jsonValuesRoundTripThroughAnyCoder(_ json: String) throws {
    let value = try JSONDecoder().decode([JSONValue].self, from: Data("[\(json)]".utf8))
    #expect(try value == [JSONValue(json: json)])
    #expect(
      try JSONValue(json: String(decoding: JSONEncoder().encode(value), as: UTF8.self))
        == JSONValue(json: "[\(json)]"))
    #expect(try JSONTransformer<[JSONValue]>.codable.reverse(value) == "[\(value[0].text)]")
  }

  @Test func valuesThatJSONCannotHoldAreReported() {
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode([JSONValue(json: "1" + String(repeating: "2", count: 50))])
    }
    #expect(throws: DecodingError.self) {
      let dates = try PropertyListEncoder().encode([Date()])
      _ = try PropertyListDecoder().decode([JSONValue].self, from: dates)
    }
  }
}

private struct Person: CodableModel, Equatable {
  let name: String
  let city: String
  let joined: Date
  let tags: [String]
  let score: Double
  static let properties = Properties(of: Person.self) {
    Property(\.name, "name")
    Property(\.city, "home.city")
    Property(\.joined, "joined", .iso8601)
    Property(\.tags, "tags")
    Property(\.score, "score")
  }
  static let mapping = Mapping(Person.init, properties)
}

private struct Plain: Model, Equatable {
  let x: Int
  static let properties = Properties(of: Plain.self) { Property(\.x, "x") }
  static let mapping = Mapping(Plain.init, properties)
}
