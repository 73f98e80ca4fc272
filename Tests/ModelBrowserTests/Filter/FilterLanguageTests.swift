import Mantle
import Testing

@testable import MantleQuery
@testable import ModelBrowser

/// The filter language: what is read, what passes, what is said of mistakes.
struct FilterLanguageTests {
  private static let issue = Session.gitHub.first { $0.name == "Issue" }
  private static let sample = #"{"state": "open", "colour": "red", "user": {"login": "ada"}}"#

  private static func names(_ samples: [String] = [sample]) throws -> FilterNames {
    FilterNames(
      model: issue, samples: try samples.map { try JSONDocument($0).root }, now: 1_700_000_000)
  }

  private static func plain(_ text: String) throws -> Filter {
    try Filter(text, names: FilterNames(model: nil, samples: [], now: 1_700_000_000))
  }

  @Test(arguments: [
    ("state=open", "state = open"), ("comments >= 3", "comments >= 3"), ("htmlURL ~ org", "htmlURL ~ org"),
    (".user.login = ada", ".user.login = ada"), ("title=\"\"", "title = \"\""),
    ("state!=open", "state != open"),
    ("user.login=ada", "user.login = ada"), ("colour == red", "colour = red"),
    ("title = a b and not state = open", "title = \"a b\" and not state = open"),
    ("(state=open or comments>3) and locked = true", "(state = open or comments > 3) and locked = true"),
    ("not (state=open and locked=true)", "not (state = open and locked = true)"),
    ("NOT state=open && locked=true || has-error", "not state = open and locked = true or has-error"),
    ("state in (open,closed)", "state in (open, closed)"), ("title !~ 'x y'", "title !~ \"x y\""),
    ("title ~ /a|b/", "title ~ /a|b/"), (#"title ~ ^a\/b"#, #"title ~ /^a\/b/"#),
    ("title ~ a|b", "title ~ /a|b/"), ("/a+/", "/a+/"),
    ("labels[0].name = bug", "labels[0].name = bug"), (#"["a b"] = 1"#, #"["a b"] = 1"#),
    ("labels.name = bug", "labels.name = bug"), ("modified", "modified"), ("$index > 3", "$index > 3"),
    // No comparison: a text.
    ("colour", #""colour""#), (".", #"".""#), ("= 3", #""= 3""#), ("two words", #""two words""#),
    ("crash and burn", #""crash" and "burn""#), ("'a and b'", #""a and b""#), ("10:30", #""10:30""#),
    ("title page", #""title page""#), ("crash is bad", #""crash is bad""#), ("\"locked\"", #""locked""#),
  ])
  func typedFiltersParseAndRoundTrip(text: String, words: String) throws {
    let names = try Self.names([Self.sample, #"{"a b": 1}"#])
    let filter = try Filter(text, names: names)
    #expect(filter.words == words)
    // What is shown can be typed again.
    #expect(try Filter(filter.words, names: names).words == words)
  }

  @Test(arguments: [
    ("title=", 6, "a value was expected"), ("title = > 5", 8, "two operators in a row"),
    ("", 0, "a condition was expected"), ("state = open and", 16, "a condition was expected"),
    ("(state = open", 0, "this ( is never closed (put text in quotes)"),
    ("state = open)", 12, "\")\" where"), ("title = \"x", 8, "this quote is never closed"),
    ("title = x comments > 3", 19, "\">\" where"), ("title ~ (x", 8, "this ( is never closed (~ takes"),
    ("/x", 0, "this / is never closed"), ("title ~ /[/", 9, "this [ is never closed"),
    ("a[x] = 1", 1, "between [ and ]"), ("state in (open", 14, "missing ) after the list"),
    ("stat = open", 0, "no property or key \"stat\"; did you mean state? (.stat searches"),
    ("foo = 3", 0, "no property or key \"foo\"; there are "),
    ("user.logi = ada", 5, "no property or key \"logi\"; did you mean login?"),
    ("labels.colr = x", 7, "no property or key \"colr\"; did you mean color?"),
    ("state = Closed", 8, "did you mean closed?"), ("comments > many", 11, "comments is a number"),
    ("locked = yes", 9, "locked is true or false"),
    ("comments between 1 and 3", 8, "\"between\" is not a comparison operator; did you mean comments >= …?"),
    ("body absent", 4, "did you mean body = absent?"), ("title contains lamp", 5, "did you mean title ~ …?"),
    ("locked", 6, "locked alone is not a condition; did you mean locked = true? (put text in quotes)"),
    ("state = open and locked", 23, "did you mean locked = true?"),
    ("createdAt > soon", 12, "createdAt is a date"),
  ])
  func filterErrorsReportTheirPosition(text: String, position: Int, reason: String) throws {
    let names = try Self.names()
    let error = #expect(throws: FilterError.self) { try Filter(text, names: names) }
    #expect(error?.position == position)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func excessiveFilterNestingIsRefused() throws {
    let text = String(repeating: "(", count: 100_000)
    #expect(throws: FilterError.self) { try Self.plain(text) }
    #expect(throws: FilterError.self) { try Self.plain(String(repeating: "not ", count: 100_000) + "a") }
  }

  static let comparisons: [(String, String, Bool)] = [
    (".n = []", #"{"n": []}"#, true), (".n = []", #"{"n": [1]}"#, false), (".n = []", #"{"n": {}}"#, false),
    (".n = []", #"{"n": null}"#, false), (".n = {}", #"{"n": {}}"#, true), (".n != []", #"{"n": [1]}"#, true),
    (".n in ([], null)", #"{"n": []}"#, true), (".n = \"[]\"", #"{"n": []}"#, false),
    (".n = []", #"{"n": "[]"}"#, true), (".n.m = []", #"{"n": [{"m": []}]}"#, true),
    (".n = 3", #"{"n": 3}"#, true), (".n = 3", #"{"n": 3.0}"#, true), (".n = 3", #"{"n": "3"}"#, true),
    (".n > 9", #"{"n": 10}"#, true), (".n > 9", #"{"n": "10"}"#, false), (".n < 9", #"{"n": -1e3}"#, true),
    (".n <= 9", #"{"n": 9}"#, true), (".n >= 9", #"{"n": 8}"#, false), (".n != 9", #"{"n": 8}"#, true),
    (".n = null", #"{"n": null}"#, true), (".n = absent", #"{"n": null}"#, false),
    (".n = absent", #"{}"#, true), (".n != absent", #"{}"#, false), (".n != 3", #"{}"#, true),
    (".n = 3", #"{}"#, false), (".n > 3", #"{}"#, false), (".n != null", #"{"n": null}"#, false),
    (".n > 3", #"{"n": null}"#, false), (".n ~ ull", #"{"n": null}"#, false),
    (".n != 3", #"{"n": null}"#, true), (".n = null", #"{"n": "null"}"#, false),
    (".n = \"null\"", #"{"n": "null"}"#, true),
    (".n = 9007199254740993", #"{"n": 9007199254740992}"#, false),
    (".n = true", #"{"n": true}"#, true), (".n > a", #"{"n": true}"#, false), (".n > a", #"{"n": 3}"#, false),
    (".d >= 2011-04-23", #"{"d": "2011-04-23T13:33:48Z"}"#, true),
    (".d > 2011-04-23", #"{"d": "2011-04-23T13:33:48Z"}"#, false),
    (".d > 2011-04-22", #"{"d": "2011-04-23T13:33:48Z"}"#, true),
    (".d <= 2011-04", #"{"d": "2011-04-23T13:33:48Z"}"#, true),
    (".d > 2011-04-22", #"{"d": "bad"}"#, false), (".m > 2024-03", #"{"m": "2024-05"}"#, true),
    (".m = 2024-05", #"{"m": "2024-05"}"#, true), (".v > 1.2.3", #"{"v": "1.2.4"}"#, true),
    (".n > 9007199254740992", #"{"n": 9007199254740993}"#, true),
    (".n >= 9007199254740993", #"{"n": 9007199254740992}"#, false),
    (".d > 2011-04-24", #"{"d": "2011-04-23T13:33:48Z"}"#, false),
    (".d = 2011-04-23", #"{"d": "2011-04-23T13:33:48Z"}"#, true),
    (".d = 2011-04", #"{"d": "2011-04-23T13:33:48Z"}"#, true),
    (".d = 2011-04-23T15:33:48+02:00", #"{"d": "2011-04-23T13:33:48Z"}"#, true),
    (".d < now-7d", #"{"d": "2023-11-01T00:00:00Z"}"#, true),
    (".d = today", #"{"d": "2023-11-14T01:00:00Z"}"#, true),
    (".d = yesterday", #"{"d": "2023-11-14T01:00:00Z"}"#, false),
    (".d < 2d", #"{"d": "2023-11-14T01:00:00Z"}"#, true),
    (".d > 2d", #"{"d": "2023-11-14T01:00:00Z"}"#, false),
    (".d > 2001-01-01", #"{"d": 1700000000}"#, true), (".d < 2001-01-01", #"{"d": 1700000000000}"#, false),
    (".t > 1h30m", #"{"t": 5401}"#, true), (".t > 1h30m", #"{"t": "01:30:00"}"#, false),
    (".t = 90m", #"{"t": "PT1H30M"}"#, true),
    (".t ~ grüße", #"{"t": "Viele Grüße"}"#, true), (".t ~ Grüsse", #"{"t": "Viele Grüße"}"#, false),
    (".t ~ \"bug|crash\"", #"{"t": "A Crash"}"#, true), (".t ~ Bug|Crash", #"{"t": "a crash"}"#, false),
    (".t ~ ^a.*z$", #"{"t": "abcz"}"#, true), (".t ~ ^a.*z$", #"{"t": "abcz "}"#, false),
    (".t !~ b", #"{"t": "abc"}"#, false), (".t !~ b", #"{}"#, true), (".t = a\"b", #"{"t": "a\"b"}"#, true),
    (".l > 1", #"{"l": [1, 2]}"#, true), (".l = 0", #"{"l": []}"#, false),
    (".l[] > 1", #"{"l": [1, 2]}"#, true),
    (".l = 7", #"{"l": [7]}"#, true), (".l = 1", #"{"l": [7]}"#, false), (".l = 2", #"{"l": [7]}"#, false),
    (".l != 7", #"{"l": [7]}"#, false), (".l > 3", #"{"l": [7]}"#, false),
    (".l in (6, 7)", #"{"l": [7]}"#, true),
    (".l[] > 2", #"{"l": [1, 2]}"#, false), (".l = x", #"{"l": ["y", "x"]}"#, true),
    (".l ~ x", #"{"l": ["x"]}"#, true), (".a.b = 1", #"{"a": {"b": 1}}"#, true),
    (".l.k = 2", #"{"l": [{"k": 1}, {"k": 2}]}"#, true),
    ("not .l.k = 2", #"{"l": [{"k": 1}, {"k": 2}]}"#, false),
    (".l[1] = 2", #"{"l": [1, 2]}"#, true), (".n = 1", "7", false), (".n = absent", "7", true),
    ("$value > 6", "7", true), (".s in (a, \"b c\")", #"{"s": "b c"}"#, true),
    (".s not in (a)", #"{"s": "b"}"#, true),
    ("x or .n = 1", #"{"n": 1}"#, true), ("/^\\d+$/", #"["a", "12"]"#, true), ("/^k$/", #"{"k": 1}"#, true),
    ("has-error", "7", false), ("modified", "7", false),
  ]

  @Test(arguments: comparisons)
  func filtersCompareValues(text: String, element: String, passes: Bool) throws {
    let filter = try Self.plain(text)
    #expect(filter.holds(for: FilterSubject(try JSONDocument(element).root)) == passes)
  }

  /// What bytes refuse would not have passed.
  @Test(arguments: comparisons)
  func byteSearchExcludesNoMatchingElement(text: String, element: String, passes: Bool) throws {
    guard passes, let needles = try Self.plain(text).needles else { return }
    for element in [element, element.replacing("\"b", with: "\"\\u0062")] {
      let bytes = JSONBytes(element)
      #expect(
        needles.needles.contains { bytes.firstOccurrence(of: $0, ignoringCase: needles.ignoresCase) != nil },
        "\(text) in \(element)")
    }
  }

  /// Laws of logic hold for any elements.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func filtersObeyLawsOfLogic(seed: UInt64) throws {
    var random = RandomText(seed: seed)
    let conditions = [".k0 = a", ".k1 > 3", "a", ".k0 != absent", "/[0-9]/"]
    for _ in 0..<20 {
      let subject = FilterSubject(try JSONDocument(random.value()).root)
      func holds(_ text: String) throws -> Bool { try Self.plain(text).holds(for: subject) }
      for a in conditions {
        #expect(try holds("not \(a)") == !holds(a))
        #expect(try holds("not not \(a)") == holds(a))
        for b in conditions {
          #expect(try holds("\(a) and \(b)") == (holds(a) && holds(b)))
          #expect(try holds("\(a) or \(b)") == (holds(a) || holds(b)))
          #expect(try holds("not (\(a) or \(b))") == holds("not \(a) and not \(b)"))
        }
      }
    }
  }

  @Test func filterFlagsUseTheModel() throws {
    let model = try #require(Session.gitHub.first { $0.name == "Label" })
    let names = FilterNames(model: model, samples: [])
    func passes(_ text: String, _ element: String) throws -> Bool {
      try Filter(text, names: names).holds(for: FilterSubject(try JSONDocument(element).root, model: model))
    }
    let label = #"{"id": 1, "name": "bug", "color": "red"}"#
    #expect(try !passes("has-error", label))
    #expect(try passes("has-error", #"{"id": 1, "name": 7, "color": "red"}"#))
    #expect(try !passes("has-unmapped", label))
    #expect(try passes("has-unmapped", #"{"id": 1, "name": "bug", "color": "red", "zzz": 1}"#))
  }
}
