import Foundation
@testable import Mantle
import MantleFormatters
import TestSupport
import Testing

/// Random values through every predefined transformer: each comes back equal, or writing it says that it cannot.
@Suite struct RandomLawTests {
  private static let count = 10_000

  private static func samples<Value>(_ seed: UInt64, _ make: (inout SeededGenerator) -> Value) -> [Value] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in make(&generator) }
  }

  private static let dates = samples(41) { generator in
    Date(timeIntervalSinceReferenceDate: Double.random(in: -60e9...250e9, using: &generator))
  }
  private static let doubles = samples(42) { Double(bitPattern: $0.next()) }
  private static let integers = samples(43) { Int(bitPattern: UInt(truncatingIfNeeded: $0.next())) }
  private static let decimals = samples(44) { generator in
    Decimal(
      sign: generator.next() % 2 == 0 ? .plus : .minus, exponent: Int(generator.next() % 80) - 40,
      significand: Decimal(generator.next()))
  }
  private static let texts = samples(45) { generator in
    String(
      String.UnicodeScalarView(
        (0..<generator.next() % 12).compactMap { _ in
          Unicode.Scalar(UInt32(generator.next() % 0x11_0000))
        }))
  }
  private static let data = samples(46) { generator in
    Data((0..<generator.next() % 40).map { _ in UInt8(truncatingIfNeeded: generator.next()) })
  }
  private static let uuids = samples(47) { generator in
    var bytes = [UInt8](repeating: 0, count: 16)
    for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: generator.next()) }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
  private static let urls = texts.compactMap { text in
    URLComponents(string: "https://example.com").flatMap { start -> URL? in
      var components = start
      components.path = "/" + text
      components.queryItems = [URLQueryItem(name: "q", value: text)]
      return components.url
    }
  }

  private static let durations = samples(48) { generator in
    Duration(
      secondsComponent: Int64(truncatingIfNeeded: generator.next() >> 24),
      attosecondsComponent: Int64(generator.next() % 1_000_000_000_000_000_000))
  }

  /// - Parameter refuses: whether there are samples that the transformer says it cannot write.
  private func expectLaw<Value: Equatable>(
    _ transformer: JSONTransformer<Value>, _ samples: [Value], refuses: Bool = false,
    by areEqual: (Value, Value) -> Bool = { $0 == $1 },
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    var refused = 0
    for sample in samples {
      guard let text = try? transformer.reverse(sample) else {
        refused += 1
        continue
      }
      let back = try? transformer.forward(json: text)
      guard let back, areEqual(sample, back) else {
        Testing.Issue.record(
          "\(transformer.name ?? "natural"): \(sample) → \(text) → \(back.map { "\($0)" } ?? "error")",
          sourceLocation: sourceLocation)
        return
      }
    }
    #expect(
      (refused > 0) == refuses, "\(refused) of \(samples.count) refused", sourceLocation: sourceLocation)
  }

  @Test func datesRoundTrip() {
    expectLaw(.iso8601, Self.dates)
    expectLaw(.iso8601Day, Self.dates, refuses: true)
    expectLaw(
      .iso8601Day,
      Self.dates.map { Date(timeIntervalSince1970: ($0.timeIntervalSince1970 / 86_400).rounded() * 86_400) })
    expectLaw(.unixSeconds, Self.dates)
    expectLaw(.unixMilliseconds, Self.dates)
    expectLaw(.unixMicroseconds, Self.dates)
    expectLaw(.unixSecondsString, Self.dates)
    expectLaw(.unixMillisecondsString, Self.dates)
    expectLaw(.unixMicrosecondsString, Self.dates)
  }

  @Test func datesRoundTripByPattern() {
    let whole = Self.dates.prefix(1_000).map {
      Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded())
    }
    expectLaw(.pattern("yyyy-MM-dd'T'HH:mm:ssZ"), whole)
    // Lossy, as it says: a pattern without fractions writes none.
    expectLaw(.pattern("yyyy-MM-dd'T'HH:mm:ssZ"), Array(Self.dates.prefix(1_000))) {
      abs($0.timeIntervalSince($1)) < 1
    }
  }

  @Test func doublesRoundTrip() {
    let areSame: (Double, Double) -> Bool = { $0 == $1 || ($0.isNaN && $1.isNaN) }
    let finite = Self.doubles.filter(\.isFinite)
    let special = Self.doubles.filter { !$0.isFinite } + [.nan, .infinity, -.infinity]
    expectLaw(.natural, finite)
    expectLaw(.natural, special, refuses: true)
    expectLaw(.doubleString, finite)
    expectLaw(.doubleString, special, refuses: true)
    expectLaw(.numberOrWord(), Self.doubles + special, by: areSame)
    expectLaw(.numberOrString, finite)
    expectLaw(.stringOrNumber, finite)
  }

  @Test func integersRoundTrip() {
    expectLaw(.natural, Self.integers)
    expectLaw(.integerString, Self.integers)
    expectLaw(.numberOrString, Self.integers)
    expectLaw(.stringOrNumber, Self.integers)
    expectLaw(.zeroOrOne, Self.integers.map { $0 % 2 == 0 })
    expectLaw(.boolOrNumber, Self.integers.map { $0 % 2 == 0 })
    expectLaw(.bool, Self.integers.map { $0 % 2 == 0 })
    expectLaw(.boolString, Self.integers.map { $0 % 2 == 0 })
    expectLaw(.lenientBool, Self.integers.map { $0 % 2 == 0 })
    expectLaw(.boolString(true: "yes", false: "no"), Self.integers.map { $0 % 2 == 0 })
    expectLaw(JSONTransformer<Int8>.natural, Self.integers.map { Int8(truncatingIfNeeded: $0) })
    expectLaw(JSONTransformer<UInt64>.natural, Self.integers.map { UInt64(bitPattern: Int64($0)) })
    expectLaw(JSONTransformer<Int128>.natural, Self.integers.map { Int128($0) * 0x1_0000_0001 })
  }

  @Test func durationsRoundTrip() {
    expectLaw(.natural, Self.durations)
    expectLaw(.milliseconds, Self.durations)
  }

  /// Lossy beyond fifteen digits, which it says.
  @Test func localizedNumbersRoundTrip() {
    let german = Locale(identifier: "de_DE")
    expectLaw(.number(style: .decimal, locale: german), Self.integers.map { $0 % 1_000_000_000_000 })
    expectLaw(JSONTransformer<Int>.number(style: .decimal, locale: german), Self.integers, refuses: true)
    expectLaw(JSONTransformer<UInt64>.number(style: .decimal, locale: german), [.max, 1], refuses: true)
    expectLaw(
      JSONTransformer<Double>.number(style: .decimal, locale: german), Self.doubles.filter(\.isFinite),
      refuses: true)
  }

  @Test func decimalsRoundTrip() {
    expectLaw(.natural, Self.decimals)
    expectLaw(.decimalString, Self.decimals)
    expectLaw(.numberOrString, Self.decimals)
    expectLaw(.stringOrNumber, Self.decimals)
  }

  @Test func stringsRoundTrip() {
    expectLaw(.natural, Self.texts) { $0.utf8.elementsEqual($1.utf8) }
    expectLaw(JSONTransformer<String?>.natural, Self.texts.map { $0.isEmpty ? nil : $0 })
    expectLaw(JSONTransformer<String>.natural.array, [Self.texts])
    expectLaw(.array(JSONTransformer<String>.stringOrNumber), [Self.texts])
    expectLaw(.dictionary(.stringOrNumber), Self.texts.map { [$0: $0] })
    expectLaw(JSONTransformer<String>.natural.optional, Self.texts.map { $0.isEmpty ? nil : $0 })
    expectLaw(
      JSONTransformer<String>.natural.dictionary, Self.texts.map { [$0: $0] })
    expectLaw(.codable, Self.texts.map { Pair(first: $0, second: $0.utf8.count) })
    expectLaw(JSONTransformer<Character>.natural, Self.texts.compactMap(\.first))
    expectLaw(
      .custom(from: [UInt8].self, forward: { String(decoding: $0, as: UTF8.self) }) { Array($0.utf8) },
      Self.texts)
    expectLaw(
      .formatter("text", { Twice() }, read: { $0.half($1) }, write: { $0.twice($1) }),
      Self.texts.filter { !$0.isEmpty })
  }

  @Test func casesRoundTrip() {
    let coins = Self.integers.map { $0 % 2 == 0 ? Coin.heads : .tails }
    expectLaw(.cases, coins)
    expectLaw(.cases(unknown: .tails), coins)
    let sides = Self.integers.map { $0 % 2 == 0 ? Side.left : .right }
    expectLaw(.numberedCases, sides)
    expectLaw(.numberedCases(unknown: .left), sides)
    expectLaw(.table(["l": Side.left, "r": .right]), sides)
    expectLaw(.table(["l": .left], default: Side.right, writtenAs: "other"), sides)
    expectLaw(
      .openTable(["l": Side.left, "r": .right]),
      Self.texts.map { $0.isEmpty ? .known(.left) : OpenCase<Side, String>.unknown("_" + $0) })
  }

  /// A transformer that has no law here has no values of its own, or no way back.
  @Test func testsCoverEveryPredefinedTransformer() throws {
    let laws = try String(contentsOfFile: #filePath, encoding: .utf8)
    let declaration = /^ {2}(?:@\w+ )*public static (?:var|func) (\w+)/.anchorsMatchLineEndings()
    var names: Set<String> = []
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources").standardizedFileURL
    for folder in ["Mantle/Transformers", "Mantle/Codable", "MantleFormatters"] {
      let folder = sources.appending(path: folder)
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      for file in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        let parts = ("\n" + text).components(separatedBy: "\nextension ")
        for part in parts.dropFirst() where part.hasPrefix("JSONTransformer") {
          names.formUnion(part.matches(of: declaration).map { String($0.1) })
        }
      }
    }
    #expect(names.count > 30)
    #expect(names.subtracting(["decodable"]).filter { !laws.contains(".\($0)") } == [])
  }

  private enum Coin: String, CaseIterable { case heads, tails }
  private enum Side: Int, CaseIterable { case left, right }

  private struct Pair: Codable, Equatable {
    let first: String
    let second: Int
  }

  /// Writes a text twice.
  private final class Twice {
    func twice(_ text: String) -> String { text + text }
    func half(_ text: String) -> String? {
      let half = String(text.unicodeScalars.prefix(text.unicodeScalars.count / 2))
      return half + half == text ? half : nil
    }
  }

  @Test func dataUUIDsAndURLsRoundTrip() {
    expectLaw(.base64, Self.data)
    expectLaw(.base64URL, Self.data)
    expectLaw(.hex, Self.data)
    expectLaw(.uuid, Self.uuids)
    expectLaw(.lowercaseUUID, Self.uuids)
    #expect(Self.urls.count > 1_000)
    expectLaw(.url, Self.urls)
    expectLaw(.absoluteURL, Self.urls)
    expectLaw(.lenientURL, Self.urls)
  }
}
