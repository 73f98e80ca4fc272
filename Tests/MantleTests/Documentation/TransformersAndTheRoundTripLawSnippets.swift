import Foundation
import Mantle
import Testing

/// The code about transformers.
enum TransformersArticle {
  enum Kind: String, CaseIterable { case small, large }

  // snippet
  struct Parcel: Model, Equatable {
    let sent: Date
    let due: Date?
    let weight: Int
    let kind: Kind
    let notes: [URL]
    let isInsured: Bool

    static let properties = Properties(of: Parcel.self) {
      Property(\.sent, "sent", .iso8601)
      Property(\.due, "due", .unixSeconds)
      Property(\.weight, "weight", .integerString)
      Property(\.kind, "kind", .table(["S": .small, "L": .large]))
      Property(\.notes, "notes")
      Property(\.isInsured, "insured", .zeroOrOne)
    }
    static let mapping = Mapping(Parcel.init, properties)
  }
  // end

  @Test static func predefinedTransformersRoundTrip() throws {
    let text = """
      {"sent":"2011-04-22T13:33:48Z","due":null,"weight":"12","kind":"L","notes":["https://example.com"],\
      "insured":1}
      """
    let parcel = try Parcel.decode(json: text)
    #expect(parcel.weight == 12)
    #expect(parcel.kind == .large)
    #expect(try parcel.json() == text)
  }

  // snippet
  struct Fahrenheit: Equatable { var degrees: Double }

  static let celsius = Transformer<Double, Fahrenheit>(
    "celsius",
    forward: { Fahrenheit(degrees: $0 * 1.8 + 32) },
    reverse: { ($0.degrees - 32) / 1.8 })

  struct Reading: Model {
    let now: Fahrenheit
    let past: [Fahrenheit]

    static let properties = Properties(of: Reading.self) {
      Property(\.now, "now", JSONTransformer(celsius))
      Property(\.past, "past", JSONTransformer(celsius).array)
    }
    static let mapping = Mapping(Reading.init, properties)
  }
  // end

  @Test static func customTransformersRoundTrip() throws {
    let reading = try Reading.decode(json: #"{"now":100,"past":[0]}"#)
    #expect(reading.now.degrees == 212)
    #expect(reading.past == [Fahrenheit(degrees: 32)])
    #expect(try reading.json() == #"{"now":100,"past":[0]}"#)
  }

  // snippet
  struct Incident: Model {
    enum Severity: String, JSONConvertible { case low, high }
    enum Status: String { case open, closed }

    let severity: Severity
    let status: OpenCase<Status, String>
    let seen: [Date]?
    let port: Int

    static let properties = Properties(of: Incident.self) {
      Property(\.severity, "severity")
      Property(\.status, "status")
      Property(\.seen, "seen", .array(.iso8601))
      Property(\.port, "port", .custom(forward: { try port($0) }) { "port-\($0)" })
    }
    static let mapping = Mapping(Incident.init, properties)

    private static func port(_ text: String) throws -> Int {
      guard let number = Int(text.dropFirst(5)), text.hasPrefix("port-") else {
        throw TransformError(expected: "a port such as `port-80`", found: "`\(text)`")
      }
      return number
    }
  }
  // end

  @Test static func openCasesRoundTripAndErrorsAreReported() throws {
    let text = #"{"severity":"high","status":"muted","seen":["2011-04-22T13:33:48Z"],"port":"port-80"}"#
    let incident = try Incident.decode(json: text)
    #expect(incident.status == .unknown("muted"))
    #expect(try incident.json() == text)
    #expect(
      try Incident.decode(json: text.replacing(#""seen":["2011-04-22T13:33:48Z"],"#, with: "")).seen == nil)
    let failure = #expect(throws: DecodingFailure.self) {
      try Incident.decode(json: text.replacing("port-80", with: "80"))
    }
    #expect(failure?.diagnostics.first?.message == "expected a port such as `port-80`, found `80`")
  }

  @Test static func transformersCombineAndInvert() throws {
    // snippet
    let trimmed = Transformer<String, String>("trimmed") {
      $0.trimmingCharacters(in: .whitespaces)
    } reverse: {
      $0
    }
    let lines = Transformer<String, [String]>("lines") {
      $0.split(separator: ";").map(String.init)
    } reverse: {
      $0.joined(separator: ";")
    }
    let trimmedLines = lines.then(trimmed.array)  // String → [String]
    let joined = lines.inverted  // [String] → String
    // end
    #expect(try trimmedLines.forward("a; b ") == ["a", "b"])
    #expect(try joined.forward(["a", "b"]) == "a;b")
  }

  @Test static func counterexampleShowsLossyTransformer() throws {
    // snippet
    let lossy = JSONTransformer(
      Transformer<Int, Double>("halved") {
        Double($0) / 2
      } reverse: {
        Int($0) * 2
      })
    let broken = RoundTrip.counterexample(of: lossy, samples: [1, 1.5])
    print(broken?.description ?? "keeps the law")
    // halved does not round-trip: 1.5 → 2 → 1.0

    let sound = RoundTrip.counterexample(of: .iso8601, samples: [Date(timeIntervalSince1970: 0)])
    // nil: keeps the law
    // end
    #expect(broken?.description == "halved does not round-trip: 1.5 → 2 → 1.0")
    #expect(sound == nil)
  }

  // snippet
  static let house = TransformerRegistry()
    .using(.decimalString, for: Decimal.self)
    .choosing(for: URL.self) { property in property == "avatar" ? .lenientURL : nil }

  struct Account: Model {
    let balance: Decimal
    let avatar: URL
    let home: URL

    static let properties = Properties(of: Account.self, keys: .snakeCase, transformers: house) {
      Property(\.balance)
      Property(\.avatar)
      Property(\.home, "home_page")
    }
    static let mapping = Mapping(Account.init, properties)
  }
  // end

  @Test static func registryChoosesTransformersByType() throws {
    let account = try Account.decode(
      json: #"{"balance":"0.10","avatar":"https://e.org/a b","home_page":"https://e.org"}"#)
    #expect(account.balance == Decimal(string: "0.1"))
    #expect(account.avatar.absoluteString == "https://e.org/a%20b")
  }
}
