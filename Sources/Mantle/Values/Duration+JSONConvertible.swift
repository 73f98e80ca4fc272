extension Duration: JSONConvertible {
  /// Decodes a JSON number of seconds exactly, down to the attosecond; negative numbers are
  /// allowed.
  ///
  /// ```swift
  /// let text = try Duration.milliseconds(1500).json()  // 1.5
  /// let wait = try Duration.decode(json: "90")  // 90 seconds
  /// ```
  ///
  /// - Throws: A type mismatch if the value is not a number; an out-of-range problem for a number
  ///   that a `Duration` cannot hold exactly.
  public static func decode(_ json: JSONCursor) throws -> Duration { try DurationText.decode(json, .seconds) }

  /// Writes a number of seconds, with a fraction only if there is one.
  public func encode(to writer: inout JSONWriter) { writer.numberText(DurationText.text(of: self, .seconds)) }

  /// The kind of JSON that the type accepts: a number.
  public static var shape: ValueShape { .number }
}

/// A namespace for converting durations exactly to and from the text of JSON numbers, without a `Double`,
/// which would round.
enum DurationText {
  /// The unit of a duration that is encoded as a JSON number.
  enum Unit: String {
    case seconds, milliseconds

    /// The phrase for the expected JSON in diagnostics, such as `number of seconds`.
    var expectation: String { "number of \(rawValue)" }

    /// The number of decimal places that a number in this unit needs to express attoseconds, the precision of
    /// `Duration`.
    var digits: Int { self == .seconds ? 18 : 15 }
  }

  /// Decodes a duration from a JSON number in the given unit.
  ///
  /// - Throws: A type mismatch if the value is not a number; an out-of-range problem if a `Duration` cannot
  ///   hold the number exactly.
  static func decode(_ json: JSONCursor, _ unit: Unit) throws -> Duration {
    guard let text = json.numberText else {
      throw json.mismatch(expected: unit.expectation, hint: json.hint(wanting: .number))
    }
    guard let duration = duration(of: text, unit) else {
      throw json.mismatch(
        expected: "\(unit.expectation) that a `Duration` holds exactly", code: .outOfRange)
    }
    return duration
  }

  /// Returns the duration that the text of a number represents in the given unit; nil if the number is too
  /// large or has digits beyond the attosecond.
  private static func duration(of text: String, _ unit: Unit) -> Duration? {
    guard let whole = JSONDecimal(Array(text.utf8)).wholeText(shiftedBy: unit.digits),
      let attoseconds = Int128(whole), Int64(exactly: attoseconds / 1_000_000_000_000_000_000) != nil
    else { return nil }
    return Duration(attoseconds: attoseconds)
  }

  /// Returns the shortest decimal text of a duration in the given unit, without an exponent.
  static func text(of duration: Duration, _ unit: Unit) -> String {
    let attoseconds = duration.attoseconds
    let digits = String(attoseconds.magnitude)
    let padded = String(repeating: "0", count: max(0, unit.digits + 1 - digits.count)) + digits
    var fraction = padded.suffix(unit.digits)
    while fraction.last == "0" { fraction.removeLast() }
    return (attoseconds < 0 ? "-" : "") + padded.dropLast(unit.digits)
      + (fraction.isEmpty ? "" : "." + fraction)
  }
}
