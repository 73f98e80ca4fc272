import Foundation
import Testing

@testable import Mantle

/// What decoding says about broken values, read as a person reads it: the message, the place, and what to do.
///
/// The texts are in `Tests/Golden/DecodingHints.txt`; `MANTLE_UPDATE_GOLDEN=1 swift test --filter HintCorpus` writes it anew.
@Suite struct HintCorpusTests {
  enum State: String, CaseIterable, Sendable {
    case open, closed
    case inTransit = "in_transit"
  }

  struct Person: Model {
    let login: String
    let id: Int
    static let properties = Properties(of: Person.self) {
      Property(\.login, "login")
      Property(\.id, "id")
    }
    static let mapping = Mapping(Person.init, properties)
  }

  struct Parcel: Model {
    let id: Int
    let size: Int8
    let weight: Double
    let title: String
    let isUrgent: Bool
    let state: State
    let link: URL
    let createdAt: Date
    let day: Date
    let seenAt: Date
    let owner: Person
    let ownerLogin: String?
    let tags: [String]
    let price: Int?

    static let properties = Properties(of: Parcel.self) {
      Property(\.id, "id")
      Property(\.size, "size")
      Property(\.weight, "weight")
      Property(\.title, "title")
      Property(\.isUrgent, "is_urgent")
      Property(\.state, "state", .cases)
      Property(\.link, "link")
      Property(\.createdAt, "created_at", .iso8601)
      Property(\.day, "day", .iso8601Day)
      Property(\.seenAt, "seen_at", .unixSeconds)
      Property(\.owner, "owner")
      Property(\.ownerLogin, "owner.login").decodeOnly()
      Property(\.tags, "tags")
      Property(\.price, "details.price")
    }
    static let mapping = Mapping(Parcel.init, properties)
  }

  private static let sound: [(key: String, value: String)] = [
    ("id", "7"), ("size", "3"), ("weight", "1.5"), ("title", #""Lamp""#), ("is_urgent", "false"),
    ("state", #""open""#), ("link", #""https://a.b/7""#), ("created_at", #""2011-04-22T13:33:48Z""#),
    ("day", #""2011-04-22""#), ("seen_at", "1303479228"), ("owner", #"{"login": "ada", "id": 1}"#),
    ("tags", #"["a"]"#), ("details", #"{"price": 12}"#),
  ]

  /// A parcel with lines of its JSON written otherwise; an empty line leaves the key out.
  private static func parcel(_ changes: [String: String]) -> String {
    let lines = sound.compactMap { key, value -> String? in
      let line = changes[key] ?? "\"\(key)\": \(value)"
      return line.isEmpty ? nil : "  " + line
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}"
  }

  /// What stands in the place of a parcel's line.
  private static let cases: [(name: String, key: String, line: String)] = [
    ("a key spelled in another style", "created_at", #""createdAt": "2011-04-22T13:33:48Z""#),
    ("a slip in a key", "title", #""titel": "Lamp""#),
    ("another capital in a key", "state", #""State": "open""#),
    ("a key one level too deep", "weight", #""measures": {"weight": 1.5}"#),
    ("a key one level too shallow", "owner", #""owner": {"id": 1}"#),
    ("a key that is not there", "title", ""),
    ("a case in capitals", "state", #""state": "OPEN""#),
    ("a slip in a case", "state", #""state": "closd""#),
    ("a case in another style", "state", #""state": "inTransit""#),
    ("a case with an ending", "state", #""state": "opened""#),
    ("no case at all", "state", #""state": "lost""#),
    ("a number for a case", "state", #""state": 1"#),
    ("an integer in quotes", "id", #""id": "42""#),
    ("a number in quotes", "weight", #""weight": "1.5""#),
    ("a number for a text", "title", #""title": 42"#),
    ("a word for a number", "id", #""id": "seven""#),
    ("a boolean in quotes", "is_urgent", #""is_urgent": "true""#),
    ("a number for a boolean", "is_urgent", #""is_urgent": 1"#),
    ("yes for a boolean", "is_urgent", #""is_urgent": "yes""#),
    ("a boolean for a number", "id", #""id": true"#),
    ("a fraction for an integer", "id", #""id": 7.5"#),
    ("an integer beyond its width", "size", #""size": 300"#),
    ("an integer beyond every width", "id", #""id": 99999999999999999999999"#),
    ("a number beyond every width", "weight", #""weight": 1e999"#),
    ("seconds for a date", "created_at", #""created_at": 1303479228"#),
    ("milliseconds for a date", "created_at", #""created_at": 1303479228000"#),
    ("seconds in quotes for a date", "created_at", #""created_at": "1303479228""#),
    ("a date without a zone", "created_at", #""created_at": "2011-04-22T13:33:48""#),
    ("a date with a space", "created_at", #""created_at": "2011-04-22 13:33:48Z""#),
    ("a day for a date", "created_at", #""created_at": "2011-04-22""#),
    ("a date with slashes", "created_at", #""created_at": "22/04/2011""#),
    ("a date with slashes that could be two", "created_at", #""created_at": "03/04/2011""#),
    ("a date of a mail", "created_at", #""created_at": "Fri, 22 Apr 2011 13:33:48 +0000""#),
    ("a date of HTTP", "created_at", #""created_at": "Fri, 06 Sep 2013 09:11:57 GMT""#),
    ("a space behind a date", "created_at", #""created_at": "2013-09-06T09:11:57Z ""#),
    ("a date of JavaScript", "created_at", #""created_at": "Fri Mar 01 2024 08:15:07 GMT+0000 (UTC)""#),
    ("a date of .NET", "created_at", #""created_at": "/Date(1709280907123)/""#),
    ("a date without separators", "created_at", #""created_at": "20240301T081507Z""#),
    ("a year of two digits", "created_at", #""created_at": "24-03-01T08:15:07Z""#),
    ("a letter among digits", "created_at", #""created_at": "2024-O3-01T08:15:07Z""#),
    ("a date that lost its beginning", "created_at", #""created_at": "231T23:02:00Z""#),
    ("NULs in a date", "created_at", #""created_at": "2025-10-31T\u0000\u0000:02:00Z""#),
    ("a date that lost its end", "created_at", #""created_at": "2025-10-31T23:02:0""#),
    ("a week for a date", "created_at", #""created_at": "2024-W09-5""#),
    ("microseconds for a date", "created_at", #""created_at": 1709280907123456"#),
    ("a day that does not exist", "created_at", #""created_at": "2025-02-30T11:00:00Z""#),
    ("a month that does not exist", "created_at", #""created_at": "2025-13-01T11:00:00Z""#),
    ("an hour that does not exist", "created_at", #""created_at": "2025-12-01T25:00:00Z""#),
    ("a leap second", "created_at", #""created_at": "2016-12-31T23:59:60Z""#),
    ("a date for a day", "day", #""day": "2011-04-22T13:33:48Z""#),
    ("a day that is none", "day", #""day": "2011-04-31""#),
    ("a date for seconds", "seen_at", #""seen_at": "2011-04-22T13:33:48Z""#),
    ("seconds in quotes", "seen_at", #""seen_at": "1303479228""#),
    ("a URL with a space", "link", #""link": "https://a.b/my page""#),
    ("a URL with an accent", "link", #""link": "https://a.b/caf\u00e9""#),
    ("a URL with half an escape", "link", #""link": "https://a.b/100%""#),
    ("a URL template", "link", #""link": "https://a.b/labels{/name}""#),
    ("an empty URL", "link", #""link": """#),
    ("a list for one object", "owner", #""owner": [{"login": "ada", "id": 1}]"#),
    ("a list one level deeper", "tags", #""tags": {"count": 1, "nodes": ["a"]}"#),
    ("one text for a list", "tags", #""tags": "a""#),
    ("an element of another kind", "tags", #""tags": ["a", 2]"#),
    ("a number for an object", "owner", #""owner": 7"#),
    ("an object in quotes", "owner", #""owner": "{\"login\": \"ada\", \"id\": 1}""#),
    ("an object for a text", "title", #""title": {"rendered": "Lamp", "size": 4}"#),
    ("null for a text", "title", #""title": null"#),
    ("a repeated key", "title", #""title": "Lamp", "title": "Lantern""#),
    ("one cause for two properties", "owner", #""owner": {"login": 7, "id": 1}"#),
    ("false for a date", "created_at", #""created_at": false"#),
    ("true for a date", "created_at", #""created_at": true"#),
    ("a date in parts", "created_at", #""created_at": [2013, 9, 6]"#),
    ("a date of MongoDB", "created_at", #""created_at": {"$date": "2013-09-06T09:11:57Z"}"#),
    ("a date as an object", "created_at", #""created_at": {"seconds": 1, "nanos": 2}"#),
    ("a year of five digits", "created_at", #""created_at": "20130-09-06T09:11:57Z""#),
    ("milliseconds before 1970", "created_at", #""created_at": -1378458717000"#),
    ("a word for a date", "created_at", #""created_at": "yesterday""#),
    ("angle brackets around a URL", "link", #""link": "<https://a.b/c>""#),
    ("a line break behind a URL", "link", #""link": "https://a.b/c\n""#),
    ("a number for a URL", "link", #""link": 7"#),
    ("false for a URL", "link", #""link": false"#),
    ("an array of PHP with gaps", "tags", #""tags": {"0": "a", "2": "b"}"#),
    ("objects by their names for a list", "tags", #""tags": {"a": {"x": 1}, "b": {"x": 2}}"#),
    ("a list as text", "tags", #""tags": "bug,ui""#),
    ("an empty text for a list", "tags", #""tags": """#),
    ("null in a list", "tags", #""tags": ["a", null]"#),
    ("a link for an object", "owner", #""owner": "https://api.github.com/users/x""#),
    ("false for an object", "owner", #""owner": false"#),
    ("an empty text for an object", "owner", #""owner": """#),
    ("a number with separators", "id", #""id": "1,234""#),
    ("hexadecimal digits", "id", #""id": "0x2A""#),
    ("a fraction in quotes for an integer", "id", #""id": "1.5""#),
    ("a space behind a number", "id", #""id": "12 ""#),
    ("an empty text for a number", "id", #""id": """#),
    ("a date for a number", "id", #""id": "2024-01-01""#),
    ("an integer of MongoDB", "id", #""id": {"$numberLong": "42"}"#),
    ("another number for a boolean", "is_urgent", #""is_urgent": 2"#),
    ("an empty text for a boolean", "is_urgent", #""is_urgent": """#),
    ("another word for a boolean", "is_urgent", #""is_urgent": "off""#),
    ("a text in two languages", "title", #""title": {"en": "Lamp", "de": "Lampe"}"#),
    ("a boolean for a case", "state", #""state": true"#),
    ("an empty text for a case", "state", #""state": """#),
    ("a container on the way that is none", "details", #""details": "12""#),
  ]

  private static var corpus: String {
    cases.map { name, key, line in
      let bytes = JSONBytes(parcel([key: line]))
      let diagnostics: [Diagnostic]
      do { diagnostics = try Parcel.report(JSONDocument(parsing: bytes).root).diagnostics } catch {
        return "== \(name)\n\(error)\n"
      }
      let said = diagnostics.filter { $0.severity > .note }.map {
        $0.rendered(in: bytes, name: "parcel.json")
      }
      return "== \(name)\n" + said.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Golden/DecodingHints.txt")

  @Test func hintsMatchTheGoldenFile() throws {
    let found = Self.corpus
    if ProcessInfo.processInfo.environment["MANTLE_UPDATE_GOLDEN"] != nil {
      try found.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: Self.file, encoding: .utf8)
    let pairs = zip(found.components(separatedBy: "\n\n"), expected.components(separatedBy: "\n\n"))
    for (found, expected) in pairs { #expect(found == expected) }
    #expect(found.count == expected.count)
  }
}
