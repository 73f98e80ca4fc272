/// The notes about types that inference did not choose, for the user to decide.
enum Suggestions {
  /// Returns the notes of inference about a property.
  ///
  /// - Parameters:
  ///   - key: the key of the property.
  ///   - shape: the shape of its values.
  static func notes(_ key: String, _ shape: Shape) -> [String] {
    var notes: [String] = []
    if let texts = shape.texts {
      let isEvery = texts.seen > 0 && texts.empty == 0 && shape.unread == 0
      let readings = isEvery ? self.notes(texts, isCode: isCode(key)) : []
      notes += readings.isEmpty ? [texts.noteOfCases(named: key)].compactMap(\.self) : readings
    }
    if let numbers = shape.numbers { notes += self.notes(key, numbers) }
    if let arrays = shape.arrays, arrays.element.count == 0 { notes.append("only empty arrays were seen") }
    if shape.unread > 0 {
      notes.append("strings with half a surrogate pair were seen, which no other type reads")
    }
    if shape.tooDeep > 0, shape.objects != nil || shape.arrays != nil {
      notes.append("values more than \(Observation.deepest) levels deep were not inspected")
    }
    if let object = shape.objects ?? shape.arrays?.element.objects { notes += self.notes(object) }
    if shape.valueCount == 0 { notes.append("only null was seen") }
    if shape.kinds.rawValue.nonzeroBitCount > 1 { notes.append("values of several kinds were seen") }
    return notes
  }

  /// Returns the notes about objects that are nearly a cluster or a map.
  private static func notes(_ object: ObjectEvidence) -> [String] {
    if let key = object.nearlyToldBy { return ["could be a `cluster`, distinguished by `\(key)`"] }
    guard object.decision == nil, object.collapsedValues == nil, object.members.count > 2,
      MapDecision.areOneModel(object)
    else { return [] }
    return ["could be a `map`: \(object.members.count) keys of one model"]
  }

  /// Words in the keys of codes that consist of digits. Such codes are not numbers, because they may begin with zero and are not
  /// used for calculations.
  private static let codes: Set<String> = [
    "zip", "zipcode", "postcode", "plz", "phone", "mobile", "fax", "tel", "telephone", "isbn", "issn", "ean",
    "gtin", "upc", "iban", "account", "code", "pin", "ssn", "vat", "serial", "sku", "postal",
  ]

  /// Returns whether a key indicates that the digits in its values are a code rather than a number.
  private static func isCode(_ key: String) -> Bool {
    !codes.isDisjoint(with: Names.words(key).map { $0.lowercased() })
  }

  /// The notes about a form of all strings, the most specific form first.
  private static let formNotes: [(form: TextForms, note: String)] = [
    (.day, "every value is a date: could be read with `iso8601Day`"),
    (.localTime, "every value is a date without a time zone, so its instant is unknown"),
    (.otherInstant, "every value is a date that `iso8601` would write in another form"),
    (.week, "every value is an ISO 8601 week, for which there is no type"),
    (.duration, "every value is an ISO 8601 duration, for which there is no type"),
    (.integer, "every value is a whole number in quotes: could be read with `integerString`"),
    (.exactNumber, "every value is a number in quotes: could be read with `decimalString`"),
    (.number, "every value is a number in quotes, but a number would lose the trailing zeros"),
    (.boolean, "every value is `true` or `false` in quotes: could be read with `boolString`"),
  ]

  /// Returns the notes about strings that all have the same form.
  private static func notes(_ texts: TextEvidence, isCode: Bool) -> [String] {
    if texts.datePatterns == ["yyyyMMdd"] {
      return ["every value is a date: could be read with `date(yyyyMMdd)`"]
    }
    if let (form, note) = formNotes.first(where: { texts.forms.contains($0.form) }) {
      return isCode && form == .integer ? [] : [note]
    }
    let patterns = texts.datePatterns ?? []
    let types = DatePattern.types(of: patterns).map { "`\($0)`" }
    if !types.isEmpty {
      return ["every value is a date: could be read with \(types.joined(separator: " or "))"]
    }
    return patterns.isEmpty
      ? []
      : [
        "every value is a date that Swift reads with "
          + patterns.map { "`.pattern(\"\($0)\")`" }.joined(separator: " or ")
      ]
  }

  /// Words in keys whose values are points in time.
  private static let timeWords: Set<String> = [
    "at", "time", "date", "expires", "timestamp", "created", "updated", "start", "end", "planned", "due",
    "since", "until", "arrival", "departure", "modified", "deleted", "closed", "ts", "epoch", "iat", "exp",
    "nbf", "mtime", "ctime", "atime", "birthtime", "when", "dt", "day", "birthday", "dob", "generated",
    "sunrise", "sunset", "played", "admission", "admitted", "discharge", "discharged", "received", "sent",
    "seen", "login", "visited", "scheduled", "published", "issued", "joined", "posted", "opened", "finished",
    "completed", "started", "ended", "stopped", "placed", "ordered", "booked", "returned", "added", "changed",
    "paid", "shipped", "delivered", "recorded", "measured", "observed",
  ]

  /// Returns the notes about numbers: a loss of precision, or a possible point in time.
  private static func notes(_ key: String, _ numbers: NumberEvidence) -> [String] {
    var notes: [String] = []
    if numbers.unheld > 0 {
      notes.append("a number is too large, or has too many digits, for every type of numbers")
    } else if numbers.isInexact || numbers.hasLongIntegers && numbers.fractions > 0 {
      notes.append("a number has more digits than a `Double` holds")
    }
    let isTime = !timeWords.isDisjoint(with: Names.words(key).map { $0.lowercased() })
    guard isTime, numbers.fractions == 0, let range = numbers.range else { return notes }
    let units = [("seconds", "unixSeconds", 1.0), ("milliseconds", "unixMilliseconds", 1e3)]
    for (unit, type, scale) in units + [("microseconds", "unixMicroseconds", 1e6)]
    where range.lowerBound >= 1e8 * scale && range.upperBound < 1e10 * scale {
      notes.append("looks like \(unit) since 1970: could be read with `\(type)`")
    }
    return notes
  }
}

extension Definition {
  /// The definition in which a property has the type that its notes suggest, if they suggest exactly one type.
  package var followingSuggestions: Definition {
    var definition = self
    for model in definition.models.indices {
      for index in definition.models[model].properties.indices {
        let property = definition.models[model].properties[index]
        let parts =
          property.notes.joined().split(separator: "could be read with").last?.split(separator: "`") ?? []
        guard parts.count == 2, let type = try? DefinedType(String(parts[1])) else { continue }
        definition.models[model].properties[index].type = property.type.mapLeaves { _ in type }
      }
    }
    return definition
  }
}
