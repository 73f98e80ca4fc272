import Foundation

/// The date text of XML property lists: `2011-04-22T13:33:48Z`, in seconds since 2001-01-01 00:00 UTC.
enum ArchiveDateText {
  /// - Returns: nil for any other text and for days that do not exist.
  static func seconds(_ text: String) -> Double? {
    let year = text.prefix { $0 != "-" }
    let rest = text.dropFirst(year.count)
    let shape = rest.map { $0.isNumber ? "0" : $0 }
    guard shape == Array("-00-00T00:00:00Z"), 1...5 ~= year.count else { return nil }
    let parts = rest.split { !$0.isNumber }.compactMap { Int($0) }
    guard let year = Int(year), parts.count == 5 else { return nil }
    guard 1...12 ~= parts[0], 1...ISO8601.daysIn(parts[0], of: year) ~= parts[1], parts[2] < 24,
      parts[3] < 60, parts[4] < 60
    else { return nil }
    let days = ISO8601.days(year, parts[0], parts[1]) - ISO8601.days(2001, 1, 1)
    return Double(days * 86_400 + parts[2] * 3600 + parts[3] * 60 + parts[4])
  }

  /// - Returns: nil where the date has a fraction of a second or a year beyond 0 to 9999.
  static func text(_ seconds: Double) -> String? {
    guard let whole = Int(exactly: seconds), -63_145_000_000...252_455_615_999 ~= whole else { return nil }
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    return date.formatted(.iso8601)
  }
}
