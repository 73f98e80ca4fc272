import Mantle
@testable import MantleDefinitions
import Testing

@testable import MantleQuery
@testable import ModelBrowser

/// Values are compared as what they are where they stand: of members whose models differ, and in lists.
struct TypedPlacesFilterTests {
  private static func passes(_ text: String, _ json: String, _ model: ModelDescription) throws -> Bool {
    let node = try JSONDocument(json).root
    let filter = try Filter(text, names: FilterNames(model: model, samples: [node]))
    return filter.holds(for: FilterSubject(node, model: model))
  }

  /// Members have different models under one property, which have different ones again.
  private static func different() throws -> ModelDescription {
    let text = """
      {"mantle":1,"root":"[S]","models":[{"name":"S","cluster":{"by":"k","models":{"a":"A","b":"B"}}},
        {"name":"A","properties":[{"name":"k","type":"string"},{"name":"detail","type":"X?"},{"name":"all","type":"[X]?"}]},
        {"name":"B","properties":[{"name":"k","type":"string"},{"name":"detail","type":"Y?"},{"name":"all","type":"[Y]?"}]},
        {"name":"X","properties":[{"name":"v","type":"date(dd.MM.yyyy)"},{"name":"more","type":"P?"}]},
        {"name":"Y","properties":[{"name":"v","path":"w","type":"date(MM/dd/yyyy)"},{"name":"price","type":"decimalString?"},
          {"name":"more","type":"Q?"}]},
        {"name":"P","properties":[{"name":"n","type":"decimalString"}]},
        {"name":"Q","properties":[{"name":"n","path":"m","type":"integerString"}]}]}
      """
    return try #require(DefinedModels(try Definition(JSONBytes(text))).descriptions.first)
  }

  @Test(arguments: ["detail", "all", "all[]", "all[0]"])
  func filtersUseModelOfEachClusterMember(_ place: String) throws {
    let model = try Self.different()
    for (kind, object) in [
      ("a", #"{"v":"31.12.2023","more":{"n":"9.50"}}"#),
      ("b", #"{"w":"12/31/2023","price":"9.50","more":{"m":"9"}}"#),
    ] {
      let value = place == "detail" ? object : "[\(object)]"
      let json = "{\"k\":\"\(kind)\",\"\(place.prefix { $0 != "[" })\":\(value)}"
      for (filter, expected) in [
        ("v < 2024-01-01", true), ("v > 2024-01-01", false), ("v = 2023-12-31", true),
        ("price > 10", false), ("price < 10", kind == "b"), ("more.n < 10", true), ("more.n > 10", false),
        ("more.n >= 9.5", kind == "a"),
      ] {
        #expect(try Self.passes("\(place).\(filter)", json, model) == expected, "\(filter) \(json)")
      }
    }
  }

  @Test func completionCombinesNamesOfDifferentModels() throws {
    let names = FilterNames(model: try Self.different(), samples: [])
    #expect(FilterParser.completion(of: "detail.", names)?.words == ["v", "more", "price"])
    #expect(throws: FilterError.self) { try FilterPath("detail.none", names) }
  }

  @Test(arguments: [
    ("boolString", #""true""#, #""false""#), ("boolean", "true", "false"), ("zeroOrOne", "1", "0"),
  ])
  func filtersDecodeBooleansInLists(type: String, yes: String, no: String) throws {
    let text = """
      {"mantle":1,"root":"[T]","models":[{"name":"T","properties":[{"name":"l","type":"[\(type)]"},
        {"name":"by","type":"{\(type)}"}]}]}
      """
    let model = try #require(DefinedModels(try Definition(JSONBytes(text))).descriptions.first)
    for (value, isTrue) in [(yes, true), (no, false)] {
      let json = #"{"l":[\#(value)],"by":{"x":\#(value)}}"#
      for place in ["l", "l[]", "l[0]", "by.x"] {
        #expect(try Self.passes("\(place) = true", json, model) == isTrue, "\(place) \(json)")
        #expect(try Self.passes("\(place) = false", json, model) == !isTrue, "\(place) \(json)")
      }
    }
  }
}
