/// A JSON value whose numbers have a spelling.
package indirect enum RandomValue {
  case null
  case number(String)
  case string(String)
  case list([RandomValue])
  case object([(key: String, value: RandomValue)])

  /// The spelling of numbers in a text.
  package enum Numbers {
    case asWritten
    /// As a database writes the value.
    case value
  }

  package func text(numbers: Numbers = .asWritten) -> String {
    switch self {
    case .null: "null"
    case .number(let text): numbers == .value ? Self.value(text) : text
    case .string(let text): Self.quoted(text)
    case .list(let values): "[" + values.map { $0.text(numbers: numbers) }.joined(separator: ", ") + "]"
    case .object(let members):
      "{"
        + members.map { Self.quoted($0.key) + ": " + $0.value.text(numbers: numbers) }.joined(separator: ", ")
        + "}"
    }
  }

  /// The value as a property list can hold it: without null, and with numbers of 64 bits.
  package var inPropertyList: RandomValue {
    switch self {
    case .null: .string("")
    case .number(let text): text.count > 19 ? .number("5") : self
    case .string: self
    case .list(let values): .list(values.map(\.inPropertyList))
    case .object(let members):
      .object(
        members.compactMap {
          if case .null = $0.value { nil } else { ($0.key, $0.value.inPropertyList) }
        })
    }
  }

  /// The number without zeros at the end of its fraction.
  private static func value(_ text: String) -> String {
    guard text.contains(".") else { return text }
    let short = String(text.reversed().drop { $0 == "0" }.reversed())
    return short.hasSuffix(".") ? String(short.dropLast()) : short
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Random rows with hostile values: text that looks like other kinds, null, absent, long numbers, dates with offsets, and
/// keys with signs.
package struct RandomDocument {
  private var random: SeededGenerator

  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let strings = [
    "", "a", "null", "3", "x,y", "q\"q", "tab\there", "line\nbreak", "é", "e\u{301}", "日本", "👩\u{200D}👩",
    String(repeating: "z", count: 240), " lead", "=1+1", "true", "{", "\\", "2024-03-01",
  ]
  private static let numbers = [
    "0", "1", "-1", "3", "7", "9007199254740993", "0.1", "1.50", "-2.25", "100000000000000000000", "12.0625",
  ]
  private static let dates = [
    "2024-02-29T23:30:00Z", "2024-03-01T00:30:00+02:00", "1999-12-31T00:00:00Z",
    "2024-03-01T00:00:00.000000001Z",
  ]

  package mutating func string() -> String { Self.strings[index(below: Self.strings.count)] }

  package mutating func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  package mutating func rows() -> [RandomValue] {
    (0..<index(below: 8) + 2).map { row(id: $0 + 1) }
  }

  private mutating func row(id: Int) -> RandomValue {
    var members: [(key: String, value: RandomValue)] = [("id", .number("\(id)"))]
    func add(
      _ key: String, _ value: RandomValue, to members: inout [(key: String, value: RandomValue)], _ kind: Int
    ) {
      if kind > 1 { members.append((key, value)) } else if kind == 1 { members.append((key, .null)) }
    }
    add("n", .number(Self.numbers[index(below: Self.numbers.count)]), to: &members, index(below: 8))
    add("s", .string(string()), to: &members, index(below: 8))
    let tags = (0..<index(below: 5)).map { _ in RandomValue.number("\(index(below: 4))") }
    add("tags", .list(tags), to: &members, index(below: 8))
    let object = RandomValue.object([("a", .number("\(index(below: 3))")), ("b c", .string(string()))])
    add("o", object, to: &members, index(below: 8))
    let items = (0..<index(below: 3)).map { _ in
      RandomValue.object([("k", .string(["x", "y"][index(below: 2)]))])
    }
    add("items", .list(items), to: &members, index(below: 8))
    add("at", .string(Self.dates[index(below: Self.dates.count)]), to: &members, index(below: 8))
    return .object(members)
  }
}
