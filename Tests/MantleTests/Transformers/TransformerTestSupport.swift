import Foundation
@testable import Mantle
import TestSupport
import Testing

/// The one error of a transformer that must refuse a JSON text.
func onlyError<Value>(
  _ transformer: JSONTransformer<Value>, _ json: String,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws -> Diagnostic {
  do {
    let value = try transformer.forward(json: json)
    Testing.Issue.record("read \(value) from \(json)", sourceLocation: sourceLocation)
  } catch let failure as DecodingFailure {
    #expect(failure.diagnostics.count == 1, "\(failure.diagnostics)", sourceLocation: sourceLocation)
    return try #require(failure.diagnostics.first, sourceLocation: sourceLocation)
  }
  throw ExpectedFailure()
}

struct ExpectedFailure: Error {}

extension JSONTransformer {
  func forwarding(json text: String, policy: DecodingPolicy = .strict) throws -> DecodingReport<Value> {
    try forwarding(JSONDocument(text).root, options: DecodingOptions(policy))
  }

  /// The codes of what reading a good text leaves on record.
  func notes(_ json: String) throws -> [Diagnostic.Code] {
    try forwarding(json: json).diagnostics.filter { $0.severity == .note }.map(\.code)
  }
}

/// Doubles of all sizes, powers of two and ten, and their neighbors.
func sampleDoubles(_ seed: UInt64) -> [Double] {
  var generator = SeededGenerator(seed: seed)
  let random = (0..<200).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
  let scales = (-20...20).flatMap { exponent in
    let value = pow(10, Double(exponent))
    return [value, -value, value.nextUp, value.nextDown]
  }
  return random + scales + [0, -0.0, 0.1, 1.0 / 3, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
}

/// Integers at the edges of a type and between.
func sampleIntegers<Integer: FixedWidthInteger>(_: Integer.Type, _ seed: UInt64) -> [Integer] {
  var generator = SeededGenerator(seed: seed)
  return [.min, .max, 0, 1] + (0..<100).map { _ in Integer(truncatingIfNeeded: generator.next()) }
}

/// Dates from the year 1 to 9999, to the microsecond, the edges of days and years among them.
func sampleDates(_ seed: UInt64) -> [Date] {
  var generator = SeededGenerator(seed: seed)
  let edges = [
    0, -1, 1, 951_782_400, 951_868_799, 1_303_479_228, 4_102_444_799, -62_135_596_800, 253_402_300_799,
  ]
  let random = (0..<200).map { _ in
    Double(Int.random(in: -2_000_000_000...4_000_000_000, using: &generator))
      + Double(Int.random(in: 0..<1_000_000, using: &generator)) / 1_000_000
  }
  return (edges.map(Double.init) + random).map { Date(timeIntervalSince1970: $0) }
}

/// Equal to half a microsecond, which is what a `Date` holds for certain.
func nearlyEqual(_ a: Date, _ b: Date) -> Bool { abs(a.timeIntervalSince(b)) < 5e-7 }
