import Foundation
import Mantle
import MantleFormatters
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

  @Test func dates() {
    expectLaw(.iso8601, Self.dates)
    expectLaw(.iso8601Day, Self.dates, refuses: true)
    expectLaw(
      .iso8601Day,
      Self.dates.map { Date(timeIntervalSince1970: ($0.timeIntervalSince1970 / 86_400).rounded() * 86_400) })
    expectLaw(.unixSeconds, Self.dates)
    expectLaw(.unixMilliseconds, Self.dates)
    expectLaw(.unixMicroseconds, Self.dates)
    expectLaw(.unixSecondsText, Self.dates)
    expectLaw(.unixMillisecondsText, Self.dates)
    expectLaw(.unixMicrosecondsText, Self.dates)
  }

  @Test func datesByPattern() {
    let whole = Self.dates.prefix(1_000).map {
      Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded())
    }
    expectLaw(.pattern("yyyy-MM-dd'T'HH:mm:ssZ"), whole)
    // Lossy, as it says: a pattern without fractions writes none.
    expectLaw(.pattern("yyyy-MM-dd'T'HH:mm:ssZ"), Array(Self.dates.prefix(1_000))) {
      abs($0.timeIntervalSince($1)) < 1
    }
  }

  @Test func doubles() {
    let areSame: (Double, Double) -> Bool = { $0 == $1 || ($0.isNaN && $1.isNaN) }
    let finite = Self.doubles.filter(\.isFinite)
    let special = Self.doubles.filter { !$0.isFinite } + [.nan, .infinity, -.infinity]
    expectLaw(.natural, finite)
    expectLaw(.natural, special, refuses: true)
    expectLaw(.doubleText, finite)
    expectLaw(.doubleText, special, refuses: true)
    expectLaw(.numberOrWord(), Self.doubles + special, by: areSame)
    expectLaw(.numberOrText, finite)
    expectLaw(.textOrNumber, finite)
  }

  @Test func integers() {
    expectLaw(.natural, Self.integers)
    expectLaw(.integerText, Self.integers)
    expectLaw(.numberOrText, Self.integers)
    expectLaw(.textOrNumber, Self.integers)
    expectLaw(.zeroOrOne, Self.integers.map { $0 % 2 == 0 })
    expectLaw(.boolOrNumber, Self.integers.map { $0 % 2 == 0 })
    expectLaw(.boolText, Self.integers.map { $0 % 2 == 0 })
  }

  @Test func decimals() {
    expectLaw(.natural, Self.decimals)
    expectLaw(.decimalText, Self.decimals)
    expectLaw(.numberOrText, Self.decimals)
    expectLaw(.textOrNumber, Self.decimals)
  }

  @Test func texts() {
    expectLaw(.natural, Self.texts) { $0.utf8.elementsEqual($1.utf8) }
    expectLaw(JSONTransformer<String?>.natural, Self.texts.map { $0.isEmpty ? nil : $0 })
    expectLaw(JSONTransformer<String>.natural.array, [Self.texts])
    expectLaw(.cases, Self.integers.map { $0 % 2 == 0 ? Coin.heads : .tails })
  }

  private enum Coin: String, CaseIterable { case heads, tails }

  @Test func bytesAndNames() {
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
