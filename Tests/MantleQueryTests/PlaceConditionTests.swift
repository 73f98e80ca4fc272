import Mantle
import MantleDocuments
import Testing

@testable import MantleQuery

/// Places with conditions on elements.
struct PlaceConditionTests {
  private static let shop = #"""
    {"items": [{"sku": "p", "price": 12, "tags": ["a", "b"]}, {"sku": "q", "price": 9, "tags": []},
               {"sku": "r", "price": 20, "sizes": [{"cm": 3}, {"cm": 8}]}],
     "people": {"ann": {"age": 30}, "bob": {"age": 40}}, "text": "[{\"n\": 1}, {\"n\": 2}]"}
    """#

  private static func values(_ place: String, in text: String) throws -> String {
    let values = TextReading(JSONBytes(text), name: "a.json")
    var found: [String] = []
    try values.find(try PlacePattern(filtered: place)) { result in
      found += try result.nodes(in: values.bytes).map(\.rawText)
      found +=
        PlaceProblem(result, try PlacePattern(filtered: place), in: values.bytes).map { ["! \($0.words)"] }
        ?? []
      return true
    }
    return found.joined(separator: " ")
  }

  @Test(arguments: [
    ("items[?price > 10].sku", #""p" "r""#), ("$.items[? price > 10 ].sku", #""p" "r""#),
    ("items[?price * 2 > 30 or sku = q].price", "9 20"), ("items[?tags[] = b].sku", #""p""#),
    (#"items[?sku = "]"].sku"#, ""), ("items[?$index = 1].sku", #""q""#),
    (
      "items[?price > 10].sizes[?cm > 5].cm",
      "8 ! nothing at `items[?price > 10].sizes[?cm > 5].cm`: `items[0]` has the keys `sku`, `price`, `tags`"
    ),
    ("people[?age > 30].age", "40"), ("people[?$key = ann].age", "30"), ("text[?n = 2].n", "2"),
    ("..sizes[?cm < 5].cm", "3"), ("items[?price > 100].sku", ""),
    (
      "items[?prise > 1].sku",
      #"! nothing at `items[?prise > 1].sku`: `items` is not searched: no property or key "prise"; did you mean price? (.prise searches for the key anyway) at character 1"#
    ),
  ])
  func conditionsSelectElements(_ place: String, _ values: String) throws {
    #expect(try Self.values(place, in: Self.shop) == values)
    let pattern = try PlacePattern(filtered: place)
    #expect(try PlacePattern(filtered: "\(pattern)").steps == pattern.steps)
  }

  @Test(arguments: [
    ("[?n > 1].n", "2 3"), ("[?n > 1]", #"{"n": 2} {"n": 3}"#), ("[?$index = 0].n", "1"),
  ])
  func conditionsSelectValuesOfASequence(_ place: String, _ values: String) throws {
    let lines = #"{"n": 1}"# + "\n" + #"{"n": 2}"# + "\n" + #"{"n": 3}"# + "\n"
    #expect(try Self.values(place, in: lines) == values)
    let array = "[" + lines.split(separator: "\n").joined(separator: ",") + "]"
    #expect(try Self.values(place, in: array) == values)
  }

  @Test func mistakesInConditionsAreFilterErrors() {
    for place in ["items[?]", "items[?price >]", "items[?len(a) > 1]", "items[?(a = 1]"] {
      #expect(throws: FilterError.self, "\(place)") { try PlacePattern(filtered: place) }
    }
    #expect(throws: JSONKeyPathError.self) { try PlacePattern(filtered: "items[?price > 1") }
    #expect(throws: JSONKeyPathError.self) { try PlacePattern("items[?price > 1]") }
  }
}
