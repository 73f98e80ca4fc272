// Most APIs send dates as `YYYY-MM-DDThh:mm:ssZ`, so this form has its own fast reader and writer.
extension ISO8601 {
  /// Returns the seconds since 1970 of a string in exactly this form; nil for every other string,
  /// whether it is a date or not.
  static func plainSeconds(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count == 20, let bytes = text.baseAddress else { return nil }
    guard bytes[4] == 0x2d, bytes[7] == 0x2d, bytes[10] == 0x54, bytes[13] == 0x3a, bytes[16] == 0x3a,
      bytes[19] == 0x5a
    else { return nil }
    var isWrong = false
    func pair(_ position: Int) -> Int {
      let tens = bytes[position] &- 0x30, ones = bytes[position &+ 1] &- 0x30
      if tens > 9 || ones > 9 { isWrong = true }
      return Int(tens) &* 10 &+ Int(ones)
    }
    let year = pair(0) &* 100 &+ pair(2), month = pair(5), day = pair(8)
    let hour = pair(11), minute = pair(14), second = pair(17)
    guard !isWrong, month >= 1, month <= 12, day >= 1, day <= 28 || day <= daysIn(month, of: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    return days(year, month, day) &* 86_400 &+ hour &* 3_600 &+ minute &* 60 &+ second
  }

  /// Writes whole seconds since 1970 as `"YYYY-MM-DDThh:mm:ssZ"`, quotes included.
  ///
  /// - Returns: False, without writing anything, outside the years 0 to 9999.
  static func writePlain(_ seconds: Int, to writer: inout JSONWriter) -> Bool {
    guard seconds >= firstSecond, seconds <= lastSecond else { return false }
    let shifted = UInt64(seconds &- firstSecond)
    let rest = shifted % 86_400
    let date = plainCivil(UInt32(truncatingIfNeeded: shifted / 86_400))
    let year = date.year
    writer.reserve(22)
    let bytes = writer.bytes + writer.used
    bytes[0] = 0x22
    JSONDigits.writePair(year / 100, to: bytes + 1)
    JSONDigits.writePair(year % 100, to: bytes + 3)
    bytes[5] = 0x2d
    JSONDigits.writePair(date.month, to: bytes + 6)
    bytes[8] = 0x2d
    JSONDigits.writePair(date.day, to: bytes + 9)
    bytes[11] = 0x54
    JSONDigits.writePair(rest / 3_600, to: bytes + 12)
    bytes[14] = 0x3a
    JSONDigits.writePair(rest / 60 % 60, to: bytes + 15)
    bytes[17] = 0x3a
    JSONDigits.writePair(rest % 60, to: bytes + 18)
    bytes[20] = 0x5a
    bytes[21] = 0x22
    writer.used &+= 22
    return true
  }

  /// Returns the civil date of a number of days since 0000-01-01, in 32-bit arithmetic (Neri and
  /// Schneider, "Euclidean affine functions and their application to calendar algorithms", 2022).
  private static func plainCivil(_ days: UInt32) -> (year: UInt64, month: UInt64, day: UInt64) {
    // Days are counted from March 1, 400 years earlier, so that leap days end their years and no
    // intermediate result is negative.
    let quarters = 4 &* (days &+ 146_097 &- 60) &+ 3
    let century = quarters / 146_097
    let dayOfCentury = 4 &* (quarters % 146_097 / 4) &+ 3
    let product = 2_939_745 &* UInt64(dayOfCentury)
    let yearOfCentury = UInt32(truncatingIfNeeded: product >> 32)
    let dayOfYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let shifted = 2_141 &* dayOfYear &+ 197_913
    let isAfterYearEnd = dayOfYear >= 306
    let year = 100 &* century &+ yearOfCentury &+ (isAfterYearEnd ? 1 : 0) &- 400
    let month = (shifted >> 16) &- (isAfterYearEnd ? 12 : 0)
    return (UInt64(year), UInt64(month), UInt64((shifted & 0xffff) / 2_141 &+ 1))
  }

  /// The first second that four-digit years can express, 0000-01-01T00:00:00Z.
  private static var firstSecond: Int { -62_167_219_200 }
  /// The last second that four-digit years can express, 9999-12-31T23:59:59Z.
  private static var lastSecond: Int { 253_402_300_799 }
}
