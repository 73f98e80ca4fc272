import Foundation
import Testing

@testable import Mantle

/// The reader and the writer of ISO 8601 must agree with each other and with a calendar that counts day by day.
struct DateFastPathTests {
  /// Instants all over the years 0 to 9999, with the ends, leap days and the turns of months among them.
  static let instants: [Int] =
    stride(from: -62_167_219_200, through: 253_402_300_799, by: 40_353_607 * 7).map { $0 }
    + [-62_167_219_200, 253_402_300_799, 0, -1, 951_782_400, 951_868_799, 4_107_542_400, -2_203_891_200]

  @Test func writtenISO8601DatesRoundTrip() throws {
    for seconds in Self.instants {
      var writer = JSONWriter()
      try writer.writeISO8601(Date(timeIntervalSince1970: Double(seconds)))
      #expect(writer.text.utf8.count == 22)
      var text = String(writer.text.dropFirst().dropLast())
      text.withUTF8 { #expect(ISO8601.instant($0)?.seconds == seconds) }
    }
  }

  @Test func everyMonthBoundaryIsFormatted() throws {
    var seconds = -62_167_219_200
    for year in 0...9999 {
      for month in 1...12 {
        for day in [1, ISO8601.daysIn(month, of: year)] {
          let start = seconds + (day - 1) * 86_400
          let text = try #require(ISO8601.text(ISO8601.Instant(seconds: start, nanoseconds: 0)))
          let expected = "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))T00:00:00Z"
          #expect(String(decoding: text, as: UTF8.self) == expected)
        }
        seconds += ISO8601.daysIn(month, of: year) * 86_400
      }
    }
  }

  @Test(arguments: [253_402_300_800.0, -62_167_219_201, .infinity, .nan, 1e300])
  func datesOutsideISO8601AreErrors(seconds: Double) {
    #expect(throws: TransformError.self) {
      var writer = JSONWriter()
      try writer.writeISO8601(Date(timeIntervalSince1970: seconds))
    }
  }

  @Test(
    arguments: [
      "2011-02-29T00:00:00Z", "2011-13-01T00:00:00Z", "2011-00-01T00:00:00Z", "2011-04-31T00:00:00Z",
      "2011-04-22T24:00:00Z", "2011-04-22T13:60:00Z", "2011-04-22T13:33:60Z", "2011-04-22T13:33:4:Z",
      "2011-04-22 13:33:48Z", "2011/04-22T13:33:48Z", "+011-04-22T13:33:48Z", "20:1-04-22T13:33:48Z",
    ])
  func iso8601FastPathRejectsInvalidDates(text: String) {
    var text = text
    text.withUTF8 { #expect(ISO8601.instant($0) == nil) }
  }
}
