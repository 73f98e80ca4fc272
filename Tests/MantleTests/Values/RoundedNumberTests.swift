import Mantle
import Testing

/// A number that a binary one does not hold is read, with a note: it is written back with other digits.
@Suite struct RoundedNumberTests {
  @Test(arguments: [
    ("0.1234567890123456789012345", true), ("65.613616999999977", true), ("12345678901234567891", true),
    ("0.24285714285714285", false), ("1.50000000000000000000000", false), ("100000000000000000000", false),
    ("0.5911985205581724", true),
    ("0.5911985205581723", false), ("9007199254740991", false), ("1E2", false), ("-0.0", false),
    ("15e-1", false), ("0.1", false), ("5e-324", false),
  ])
  func roundedDoublesAreReported(_ number: String, _ isRounded: Bool) throws {
    let decoded = try Double.report(json: number)
    #expect(decoded.value == Double(number))
    #expect(decoded.diagnostics.map(\.code) == (isRounded ? [.lossyRoundTrip] : []))
  }

  @Test(arguments: [("0.1", false), ("16777217", true), ("3.4028235e38", false)])
  func roundedFloatsAreReported(_ number: String, _ isRounded: Bool) throws {
    let decoded = try Float.report(json: number)
    #expect(decoded.diagnostics.map(\.code) == (isRounded ? [.lossyRoundTrip] : []))
  }
}
