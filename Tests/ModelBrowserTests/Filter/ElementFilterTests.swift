import Mantle
import Testing

@testable import ModelBrowser

/// Sets of elements, and finding them, against what looking at one after the other gives.
struct ElementFilterTests {
  private static func pattern(_ text: String) -> ElementTest? { ElementTest(text, model: nil) { _ in [] } }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func neighboursAreThoseOfTheSet(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var filter = ElementFilter(try #require(Self.pattern("x")), of: .container(0), from: .root, count: 0)
    var all = Array(Set((0..<30).map { _ in Int.random(in: 0..<60, using: &random) })).sorted()
    filter.add(Array(all.prefix(10)), share: 0.5)
    let extras = (0..<4).map { _ in Int.random(in: 0..<60, using: &random) }
    for extra in extras.prefix(2) { filter.show(extra) }
    filter.add(Array(all.dropFirst(10)), share: nil)
    for extra in extras { filter.show(extra) }
    all = Array(Set(all + extras)).sorted()
    #expect(filter.shown == all)
    for place in -1...61 {
      #expect(filter.shows(place) == all.contains(place))
      #expect(filter.first(after: place) == all.first { $0 > place })
      #expect(filter.last(before: place) == all.last { $0 < place })
    }
  }

  @Test func noMoreThanAMillionAreKept() throws {
    var filter = ElementFilter(try #require(Self.pattern("x")), of: .container(0), from: .root, count: 0)
    filter.add(Array(0..<ElementFilter.most - 1), share: 0.5)
    filter.add(Array(ElementFilter.most..<ElementFilter.most + 5), share: nil)
    #expect(filter.shown.count == ElementFilter.most)
    filter.show(.max)
    filter.add([ElementFilter.most * 2], share: nil)
    #expect(filter.shown.count == ElementFilter.most + 1)
  }

  /// Whatever the pieces are that a text is looked at in.
  @Test(arguments: 0..<30 as Range<UInt64>)
  func searchingFindsWhatLookingAtEachFinds(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let elements = (0..<20).map { _ in random.value() }
    let bytes = JSONBytes("[" + elements.joined(separator: ",") + "]")
    let index = JSONChildIndex(bytes, .array(at: 0))
    for text in ["a", "bc", "é", "日本", "9", "\"", ". > 5", ".k1 != absent", ".k0 ~ a"] {
      let test = try #require(Self.pattern(text))
      for slice in [1, 7, 64, 1 << 20] {
        var found: [Int] = []
        ElementSearch(bytes, index, at: 0, Overlay(), test, slice: slice).run { more, _ in
          found += more
          return true
        }
        index.extend(budgetBytes: .max)
        let children = (0..<20).compactMap { index.child(at: $0) }.map(index.measured)
        let expected = try children.filter { child in
          test.passes(try JSONDocument(parsing: bytes, in: child.value).root)
        }
        #expect(found == expected.map(\.value.lowerBound), "\(text) in steps of \(slice)")
      }
    }
  }

  @Test func itStopsWhenAsked() throws {
    let bytes = JSONBytes("[" + Array(repeating: "\"x\"", count: 1000).joined(separator: ",") + "]")
    let index = JSONChildIndex(bytes, .array(at: 0))
    var reports = 0
    ElementSearch(bytes, index, at: 0, Overlay(), try #require(Self.pattern("x")), slice: 100).run { _, _ in
      reports += 1
      return reports < 3
    }
    #expect(reports == 3)
  }

  // MARK: - What was typed

  @Test(arguments: [
    ("state=open", "state = open"), ("comments >= 3", "comments >= 3"), ("htmlURL ~ org", "htmlURL ~ org"),
    (".user.login = ada", ".user.login = ada"), ("title=", "title = \"\""), ("state!=open", "state != open"),
    // No property, and no path: a text.
    ("a=b", #""a=b""#), ("colour", #""colour""#), ("x > y", #""x > y""#), (".", #"".""#), ("= 3", #""= 3""#),
  ])
  func whatIsTypedIsRead(text: String, words: String) {
    let model = Session.gitHub.first { $0.name == "Issue" }
    #expect(ElementTest(text, model: model) { _ in [] }?.words == words)
  }

  @Test func nothingIsNoTest() {
    #expect(ElementTest("", model: nil) { _ in [] } == nil)
  }

  @Test(arguments: [
    (".n = 3", #"{"n": 3}"#, true), (".n = 3", #"{"n": 3.0}"#, true), (".n = 3", #"{"n": "3"}"#, true),
    (".n > 9", #"{"n": 10}"#, true), (".n > 9", #"{"n": "10"}"#, false), (".n < 9", #"{"n": -1e3}"#, true),
    (".n <= 9", #"{"n": 9}"#, true), (".n >= 9", #"{"n": 8}"#, false), (".n != 9", #"{"n": 8}"#, true),
    (".n = null", #"{"n": null}"#, true), (".n = absent", #"{"n": null}"#, false),
    (".n = absent", #"{}"#, true), (".n != absent", #"{}"#, false), (".n != 3", #"{}"#, true),
    (".n = 3", #"{}"#, false), (".n > 3", #"{}"#, false), (".n != null", #"{"n": null}"#, false),
    (".n > 3", #"{"n": null}"#, false), (".n ~ ull", #"{"n": null}"#, false),
    (".n != 3", #"{"n": null}"#, true),
    (".n = true", #"{"n": true}"#, true), (".n > a", #"{"n": true}"#, false), (".n > a", #"{"n": 3}"#, false),
    (".d > 2011-04-23", #"{"d": "2011-04-23T13:33:48Z"}"#, true),
    (".d > 2011-04-24", #"{"d": "2011-04-23T13:33:48Z"}"#, false),
    (".t ~ grüße", #"{"t": "Viele Grüße"}"#, true), (".t ~ Grüsse", #"{"t": "Viele Grüße"}"#, false),
    (".t = a\"b", #"{"t": "a\"b"}"#, true), (".l > 1", #"{"l": [1, 2]}"#, true),
    (".l = 0", #"{"l": []}"#, true),
    (".l ~ x", #"{"l": ["x"]}"#, true), (".a.b = 1", #"{"a": {"b": 1}}"#, true),
    (".l[1] = 2", #"{"l": [1, 2]}"#, true),
    (".n = 1", "7", false), (".n = absent", "7", true),
  ])
  func comparing(text: String, element: String, passes: Bool) throws {
    let test = try #require(Self.pattern(text))
    #expect(test.passes(try JSONDocument(element).root) == passes)
  }
}
