import Mantle

/// The form of a value, independent of the type of its property. Values with a rare form are the near misses of a property.
enum ValueForm: Hashable, Sendable {
  case absent, null, boolean, number, text, list, object
  /// A string that is an ISO 8601 date, with or without a time.
  case date(hasTime: Bool)
  /// A string that is a date in another format. If there are several patterns, the order of day and month is ambiguous.
  case dateLike([String])
  case booleanText, numberText

  /// Creates the form of a JSON value.
  ///
  /// - Parameter node: a value; nil for an absent one.
  init(_ node: JSONNode?) {
    guard let node else {
      self = .absent
      return
    }
    switch node.kind {
    case .null: self = .null
    case .true, .false: self = .boolean
    case .number: self = .number
    case .array: self = .list
    case .object: self = .object
    case .string: self.init(text: node.displayText)
    }
  }

  private init(text: String) {
    let patterns = text.datePatterns
    if text.utf8.count <= String.longestDate, text.iso8601Seconds != nil {
      self = .date(hasTime: text.utf8.count > 10)
    } else if !patterns.isEmpty {
      self = .dateLike(patterns)
    } else {
      switch (try? JSONDocument(text))?.root.kind {
      case .number: self = .numberText
      case .true, .false: self = .booleanText
      default: self = .text
      }
    }
  }

  /// Returns a number of values with the name of the form.
  func words(_ count: Int) -> String {
    switch self {
    case .absent: "\(count) absent"
    case .null: Words.count(count, "null")
    case .boolean: Words.count(count, "boolean")
    case .number: Words.count(count, "number")
    case .text: Words.count(count, "text")
    case .list: Words.count(count, "list")
    case .object: Words.count(count, "object")
    case .date(hasTime: true): Words.count(count, "date")
    case .date(hasTime: false): Words.count(count, "day")
    case .dateLike(let patterns): "\(count) like \(patterns.joined(separator: " or "))"
    case .booleanText: "\(Words.count(count, "boolean")) in quotes"
    case .numberText: "\(Words.count(count, "number")) in quotes"
    }
  }

  /// The unit after a range of the sizes of lists or objects, such as ` keys`; empty for forms whose ranges consist of values.
  var unit: String { self == .list ? " elements" : self == .object ? " keys" : "" }

  /// Whether values of other forms may be converted to this form.
  var isTarget: Bool {
    switch self {
    case .boolean, .number, .text, .date: true
    case .absent, .null, .list, .object, .dateLike, .booleanText, .numberText: false
    }
  }

  /// Whether values of this form are strings.
  var isString: Bool {
    switch self {
    case .text, .booleanText, .numberText: true
    default: isDate
    }
  }

  /// Whether values of this form are strings that are dates.
  var isDate: Bool {
    switch self {
    case .date, .dateLike: true
    default: false
    }
  }

  /// Whether values of this form are dates with an ambiguous order of day and month.
  var isAmbiguous: Bool { if case .dateLike(let patterns) = self { patterns.count > 1 } else { false } }

  /// Returns the JSON of a value converted to another form; nil if it cannot be converted.
  static func json(of node: JSONNode, as target: ValueForm) -> [UInt8]? {
    let text = node.displayText
    switch (ValueForm(node), target) {
    case (.booleanText, .boolean), (.numberText, .number): return Array(text.utf8)
    case (.boolean, .text), (.number, .text): return Array(JSONText.quoted(text).utf8)
    case (.date(hasTime: false), .date(hasTime: true)): return Array(JSONText.quoted(text + midnight).utf8)
    case (.dateLike(let patterns), .date(let hasTime)):
      guard patterns.count == 1, let date = date(text, as: patterns[0], hasTime: hasTime) else { return nil }
      return Array(JSONText.quoted(date).utf8)
    default: return nil
    }
  }

  private static let midnight = "T00:00:00Z"

  /// Returns a date in ISO 8601 form; nil if the text does not match the pattern, or if the conversion would lose the time.
  private static func date(_ text: String, as pattern: String, hasTime: Bool) -> String? {
    var (rest, letters, parts) = (text[...], pattern[...], [Character: String]())
    while let letter = letters.first {
      let run = letters.prefix { $0 == letter }.count
      letters = letters.dropFirst(run)
      let isName = run == 3 && "EMz".contains(letter)
      guard letter.isLetter else {
        rest = rest.dropFirst(run)
        continue
      }
      let part = rest.prefix { $0.isASCII && (isName ? $0.isLetter : $0.isNumber) }
        .prefix(letters.first?.isLetter == true ? run : .max)
      guard !part.isEmpty else { return nil }
      parts[letter] = String(part)
      rest = rest.dropFirst(part.count)
    }
    guard rest.isEmpty, let year = parts["y"].flatMap({ Int($0) }), year > 99, let name = parts["M"],
      let month = EnglishNames.months.firstIndex(of: name).map({ $0 + 1 }) ?? Int(name),
      let day = parts["d"].flatMap({ Int($0) }), parts["S"] == nil,
      hasTime || parts["H"] == nil
    else { return nil }
    let clock = ["H", "m", "s"].map { (Int(parts[$0] ?? "") ?? 0).padded(to: 2) }.joined(separator: ":")
    let date =
      "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" + (hasTime ? "T\(clock)Z" : "")
    return date.iso8601Seconds == nil ? nil : date
  }
}

extension JSONNode {
  /// Returns the value with indentation, or a prefix of the source text of a very large value.
  ///
  /// - Parameter limit: the size in bytes above which a prefix of the source text is returned.
  func formatted(limit: Int = .max) -> String {
    start(limit) ?? String(decoding: JSONFormatter.pretty.format(self), as: UTF8.self)
  }

  /// Returns a prefix of the source text with an ellipsis; nil if the text is not longer than the limit in bytes.
  func start(_ limit: Int, from offset: Int = 0) -> String? {
    let start = byteRange.lowerBound + offset
    return byteRange.count > limit ? document.bytes.text(start..<start + limit) + "…" : nil
  }

  /// The source text of the value if it is on one line, or else its compact form.
  var line: String {
    kind.isContainer && spansLines ? compact : rawText
  }

  /// Returns JSON on one line; malformed input is returned unchanged.
  static func line(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 == 0x0A || $0 == 0x0D }),
      let document = try? JSONDocument(parsing: JSONBytes(json))
    else { return json }
    return JSONFormatter.compact.format(document.root)
  }

  /// Returns pasted JSON on one line; nil if the text is not an object, an array or a string.
  static func pasted(_ text: String) -> [UInt8]? {
    guard let root = try? JSONDocument(text).root, root.kind.isContainer || root.kind == .string else {
      return nil
    }
    return Array(root.line.utf8)
  }

  /// The compact form of the value, on one line.
  var compact: String {
    String(decoding: JSONFormatter.compact.format(self), as: UTF8.self)
  }
}
