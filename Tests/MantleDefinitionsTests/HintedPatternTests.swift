import Testing

@testable import Mantle
@testable import MantleDefinitions

/// What is said of dates in other forms: every pattern that is named reads the text, and what no pattern reads has none.
struct HintedPatternTests {
  @Test(arguments: [
    ("13/04/2024", "dd/MM/yyyy"), ("04/13/2024 17:06", "MM/dd/yyyy HH:mm"),
    ("04.03.2024 05:06:07", "dd.MM.yyyy HH:mm:ss"), ("04-03-2024", "dd-MM-yyyy"),
    ("2024-03-04 05:06:07 UTC", "yyyy-MM-dd HH:mm:ss 'UTC'"),
    ("2024-03-04 05:06:07 GMT", "yyyy-MM-dd HH:mm:ss zzz"),
    ("2024-03-04 05:06:07 +0000", "yyyy-MM-dd HH:mm:ss Z"),
    ("2024-03-04 05:06:07+02:00", "yyyy-MM-dd HH:mm:ssXXX"),
    ("2024-03-04 05:06:07.123456", "yyyy-MM-dd HH:mm:ss.SSSSSS"),
    ("2024-03-04T05:06Z", "yyyy-MM-dd'T'HH:mmXXX"), ("2024-03-04T05:06:07+0000", "yyyy-MM-dd'T'HH:mm:ssZ"),
    ("2024-03-04T05:06:07,123Z", "yyyy-MM-dd'T'HH:mm:ss,SSSXXX"),
    ("2024-03-04T05:06:07 Z", "yyyy-MM-dd'T'HH:mm:ss XXX"),
    ("20240304", "yyyyMMdd"), ("20240304T050607", "yyyyMMdd'T'HHmmss"),
    ("20240304T050607Z", "yyyyMMdd'T'HHmmssXXX"), ("20240304T050607+0100", "yyyyMMdd'T'HHmmssZ"),
    ("2024/03/04 05:06:07", "yyyy/MM/dd HH:mm:ss"), ("2024:03:04 05:06:07", "yyyy:MM:dd HH:mm:ss"),
    ("Mon, 04 Mar 2024 05:06:07 GMT", "EEE, dd MMM yyyy HH:mm:ss zzz"),
    ("Mon, 04 Mar 2024 05:06:07 +0100", "EEE, dd MMM yyyy HH:mm:ss Z"),
    ("Mon Mar 04 05:06:07 +0000 2024", "EEE MMM dd HH:mm:ss Z yyyy"),
    ("Mon Mar 04 05:06:07 2024", "EEE MMM dd HH:mm:ss yyyy"),
    ("04/Mar/2024:05:06:07 +0000", "dd/MMM/yyyy:HH:mm:ss Z"), ("04-Mar-2024", "dd-MMM-yyyy"),
    ("Mon, 4 Mar 2024 05:06:07 GMT", "EEE, d MMM yyyy HH:mm:ss zzz"), ("Mar 4, 2024", "MMM d, yyyy"),
    ("4 Mar 2024", "d MMM yyyy"), ("Mar 14, 2024", "MMM dd, yyyy"),
    ("14 Mar 2024 05:06:07 UTC", "dd MMM yyyy HH:mm:ss 'UTC'"),
  ])
  func hintedDatePatternDecodesTheString(text: String, pattern: String) throws {
    guard case .dateFormat(let patterns) = ISO8601.hint(text) else {
      Issue.record("\(text): \(ISO8601.hint(text))")
      return
    }
    #expect(patterns.contains(pattern), "\(patterns)")
    for pattern in patterns { #expect(try DatePattern(pattern).date(text) != nil, "\(pattern)") }
  }

  /// One digit where that is enough, and never a zero before it.
  @Test(arguments: [
    ("4 Mar 2024", true), ("14 Mar 2024", true), ("04 Mar 2024", false), ("32 Mar 2024", false),
  ])
  func singleDigitDayPatternRejectsLeadingZero(text: String, isRead: Bool) throws {
    let pattern = try DatePattern("d MMM yyyy")
    #expect(pattern.date(text).flatMap(pattern.text(of:)) == (isRead ? text : nil))
  }

  @Test(arguments: [
    ("03/04/2024 5:06 AM", "no pattern reads AM and PM: the hour is 00 to 23, without them"),
    ("3/4/2024", "day and month take two digits each"),
    ("4.3.2024 05:06", "day and month take two digits each"),
    ("04/03/2024 5:06", "hour and minute take two digits each"),
    (
      "Mon Mar  4 05:06:07 2024",
      "this is how C's `ctime` writes a date; `date -Is` and `git log --date=iso-strict` write ISO 8601"
    ),
    ("4 March 2024", "the names of months are read as `Jan` to `Dec`, with three letters"),
    ("14 March 2024", "the names of months are read as `Jan` to `Dec`, with three letters"),
    ("14 Mar 2024 05:06:07 EST", "`EST` may be more than one zone: send an offset such as `+0200`"),
    ("Tue, 04 Mar 2024 05:06:07 GMT", "that day is a Mon, not a Tue"),
    ("31 Feb 2024", "February 2024 has 29 days, not 31"),
    ("2024-03-04 05:06:07+00", "`+00` is not a time zone: write `Z` or an offset such as `+02:00`"),
    ("2024-064", "this is a day of the year; only dates with month and day are read"),
    ("2024\u{2011}03\u{2011}04T05:06:07Z", "character 5, `\u{2011}` (U+2011), is not a hyphen: write `-`"),
    (
      "2024-03-04 05:06:07.1234",
      "no pattern reads 4 digits after the second: send 3 or 6, and a zone such as `Z`"
    ),
  ])
  func hintExplainsUnsupportedDates(text: String, words: String) {
    #expect(ISO8601.hint(text).description == words)
  }
}
