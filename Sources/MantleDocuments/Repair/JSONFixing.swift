import Mantle

/// The conversion of a malformed text to strict JSON, with a list of all changes.
package struct JSONFixing {
  /// A change that makes a part of the text strict JSON.
  package struct Change: Hashable {
    let location: SourceLocation
    /// The description of the change, phrased as a clause.
    let words: String
    /// Whether the interpretation of the changed text is certain.
    package let isSure: Bool

    /// Returns the description of the change with its location: `a.json:3:5: removed `,``.
    package func line(in name: String) -> String { "\(location.place(in: name)): \(words)" }
  }

  /// The changes that make the text strict JSON, in text order.
  package let changes: [Change]
  /// The converted text, which is strict JSON; nil if the text cannot be interpreted as JSON.
  package let text: JSONBytes?

  /// Converts a text to strict JSON. Lines are converted one by one, any other text as a whole.
  package init(_ bytes: JSONBytes, name: String) {
    if let text = Self.unescaped(bytes) {
      let words = "removed the backslashes of escaped JSON"
      self.text = text
      changes = [Change(location: bytes.location(at: bytes.textStart), words: words, isSure: true)]
      return
    }
    var reading = TextReading(bytes, name: name)
    reading.findDamage()
    var repairs: [JSONRepair] = []
    var parts = Self.prefixes(of: bytes)
    if reading.isLines, let ranges = try? reading.ranges() {
      for range in ranges where !reading.isSound(range) {
        let repair = JSONRepair(bytes, in: range)
        if repair.isForeign || repair.isBlank {
          parts.append(Part(line: range, isSure: repair.isComment, in: bytes))
        } else {
          repairs.append(repair)
        }
      }
    } else {
      repairs = [JSONRepair(bytes, allowsValuesOnOneLine: bytes.isNDJSON)]
    }
    let repaired = repairs.flatMap(\.regions)
    parts += Self.separators(of: reading, besides: repaired.map(\.range) + parts.map(\.range))
    changes = (parts.compactMap(\.change) + repaired.map { $0.change(in: bytes) }).sorted {
      $0.location.offset < $1.location.offset
    }
    let splices =
      parts.map { JSONSplice($0.range, with: []) }
      + repairs.flatMap(\.fixes).map { splice in
        // At the end of a line, a comma is removed without adding a line break.
        let endsLine =
          splice.range.upperBound < bytes.count && bytes[splice.range.upperBound] == ASCII.lineFeed
        return endsLine && splice.replacement == [ASCII.lineFeed]
          ? JSONSplice(splice.range, with: []) : splice
      }
    let fixed = try? JSONBytes(bytes.applying(splices), isNDJSON: bytes.isNDJSON)
    // If the end of a list is misplaced, its remaining elements are separate values.
    let first = JSONScanner.skipWhitespace(bytes.base, bytes.textStart, bytes.count)
    let isList =
      !bytes.isNDJSON && !reading.isLines && first < bytes.count && bytes[first] == ASCII.openBracket
    let isForeign = repairs.contains {
      $0.isForeign || $0.isBlank || $0.isTorn || $0.isSequence && (reading.isAmbiguous || isList)
    }
    text = isForeign ? nil : fixed.flatMap { Self.isJSON($0, name: name) ? $0 : nil }
  }

  /// Returns the JSON of a text in which all quotes are escaped, as in a string literal; nil for other texts.
  private static func unescaped(_ bytes: JSONBytes) -> JSONBytes? {
    let start = JSONScanner.skipWhitespace(bytes.base, bytes.textStart, bytes.count)
    guard bytes[start] | 0x20 == ASCII.openBrace, bytes.count <= JSONBytes.maximumRepaired,
      let quote = bytes.firstOccurrence(of: [ASCII.quote], from: start, to: bytes.count),
      bytes[quote - 1] == ASCII.backslash
    else { return nil }
    var content = bytes.slice(start..<bytes.count)
    while content.last.map(ASCII.isWhitespace) == true { content.removeLast() }
    let string = JSONBytes([ASCII.quote] + content + [ASCII.quote])
    guard let text = try? JSONDocument(parsing: string).root.displayText else { return nil }
    return (try? JSONDocument(text)).map { _ in JSONBytes(text + "\n") }
  }

  /// A part of the text outside of its values that strict JSON does not allow.
  private struct Part {
    let range: Range<Int>
    /// The change that removes the part; nil if another change reports it.
    let change: Change?

    init(_ range: Range<Int>, _ words: String?, in bytes: JSONBytes) {
      self.range = range
      change = words.map {
        Change(location: bytes.location(at: range.lowerBound), words: "removed \($0)", isSure: true)
      }
    }

    /// Creates the part for a line that contains no value.
    ///
    /// - Parameter isSure: whether it is certain that the line can be removed.
    init(line: Range<Int>, isSure: Bool, in bytes: JSONBytes) {
      let end = bytes.firstOccurrence(of: [ASCII.lineFeed], from: line.upperBound, to: bytes.count)
      range = line.lowerBound..<(end.map { $0 + 1 } ?? bytes.count)
      let words = "removed the line `\(Shortened.text(bytes.text(line)))`, which has no value"
      change = Change(location: bytes.location(at: line.lowerBound), words: words, isSure: isSure)
    }
  }

  /// Returns the parts before the JSON that strict JSON does not allow: the byte order mark, and a prefix that prevents
  /// script inclusion together with the white space after it.
  private static func prefixes(of bytes: JSONBytes) -> [Part] {
    var parts: [Part] = []
    let guardLength = bytes.scriptGuardLength
    let mark = bytes.textStart - guardLength
    if mark > 0 { parts.append(Part(0..<mark, "the byte order mark", in: bytes)) }
    guard guardLength > 0 else { return parts }
    var end = bytes.textStart
    while ASCII.isWhitespace(bytes[end]) { end += 1 }
    let prefix = bytes.text(mark..<bytes.textStart)
    return parts + [Part(mark..<end, "`\(prefix)`, which prevents script inclusion", in: bytes)]
  }

  /// Returns the record separators of a JSON text sequence (RFC 7464), which strict JSON does not allow.
  ///
  /// - Parameter regions: the ranges of other mistakes, whose separators are omitted.
  private static func separators(of reading: TextReading, besides regions: [Range<Int>]) -> [Part] {
    let bytes = reading.bytes
    guard bytes.firstOccurrence(of: [ASCII.recordSeparator], from: 0, to: bytes.count) != nil else {
      return []
    }
    let known = Set(regions.flatMap { Array($0) })
    guard reading.isSequence, let values = try? reading.ranges() else { return [] }
    var (places, start) = ([Int](), bytes.textStart)
    func add(to end: Int) {
      places += (start..<max(start, end)).filter { bytes[$0] == ASCII.recordSeparator && !known.contains($0) }
    }
    for value in values {
      add(to: value.lowerBound)
      start = value.upperBound
    }
    add(to: bytes.count)
    return places.enumerated().map { number, place in
      let words = Words.count(places.count, "record separator")
      return Part(place..<place + 1, number == 0 ? words : nil, in: bytes)
    }
  }

  private static func isJSON(_ bytes: JSONBytes, name: String) -> Bool {
    var reading = TextReading(bytes, name: name)
    reading.findDamage()
    guard reading.damaged.isEmpty, let ranges = try? reading.ranges() else { return false }
    return bytes.isNDJSON || !reading.isAmbiguous && ranges.contains { _ in true }
  }
}

extension DamagedRegion {
  /// Returns whether the intended meaning of the malformed text is certain.
  func isSure(in bytes: JSONBytes) -> Bool {
    switch cause {
    case .missingComma: true
    case .notANumber, .literalSpelling: false
    case .numberSpelling: Self.isNumberOfJSON5(bytes.slice(range))
    default: cause.isHarmless
    }
  }

  /// Returns whether a number has a notation that JSON5 permits: hexadecimal, with a plus sign, or with digits on
  /// only one side of the decimal point.
  private static func isNumberOfJSON5(_ text: [UInt8]) -> Bool {
    let digits = text.drop { $0 == ASCII.plus || $0 == ASCII.minus }
    guard text.count - digits.count <= 1, let first = digits.first else { return false }
    if digits.count > 2, first == UInt8(ascii: "0"), digits.dropFirst().first.map({ $0 | 0x20 }) == 0x78 {
      return digits.dropFirst(2).allSatisfy { ASCII.isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
    }
    let number = String(decoding: digits, as: UTF8.self)
    let whole = number.prefix { $0 != "." && $0 != "e" && $0 != "E" }
    let rest = number.dropFirst(whole.count)
    var plain = (whole.isEmpty ? "0" : String(whole)) + rest
    if rest.first == ".", !(rest.dropFirst().first?.isNumber ?? false) {
      guard !whole.isEmpty else { return false }
      plain.replaceSubrange(
        plain.index(plain.startIndex, offsetBy: whole.count + 1)..., with: "0" + rest.dropFirst())
    }
    return (try? JSONDocument(plain)).map { $0.root.kind == .number } ?? false
  }

  /// Returns the change that fixes the mistake, with its reason.
  fileprivate func change(in bytes: JSONBytes) -> JSONFixing.Change {
    func shown(_ text: String) -> String {
      switch text {
      case "\n", "\r\n": "a line break"
      case "\t": "a tab"
      default: "`\(Shortened.text(text.replacing("\n", with: " ")))`"
      }
    }
    let byte = cause == .invalidUTF8 ? "the byte \(String(bytes[range.lowerBound], radix: 16))" : nil
    let old = byte ?? shown(bytes.text(range))
    let new = shown(String(decoding: replacement, as: UTF8.self))
    let change =
      old == new
      ? "kept \(old)"
      : range.isEmpty
        ? "inserted \(new)" : replacement.isEmpty ? "removed \(old)" : "replaced \(old) with \(new)"
    let reason = occurrences > 0 ? hint(in: bytes).map { "  (\($0))" } ?? "" : ""
    return JSONFixing.Change(
      location: bytes.location(at: range.lowerBound), words: change + reason, isSure: isSure(in: bytes))
  }
}
