import Mantle
@testable import MantleDefinitions
import Testing

@testable import MantleQuery
@testable import ModelBrowser

/// Values are compared and sorted by what their model reads them as.
struct TypedFilterTests {
  /// A type of a definition, values of it from the least to the greatest as they stand in JSON and as they are typed in a
  /// filter, and what it cannot read.
  struct Kind: Sendable, CustomTestStringConvertible {
    let type: String
    let values: [(json: String, typed: String)]
    var broken: [String] = []
    var testDescription: String { type }

    init(_ type: String, _ values: [(String, String)], broken: [String] = []) {
      (self.type, self.values, self.broken) = (type, values.map { (json: $0.0, typed: $0.1) }, broken)
    }
  }

  private static let instants = [
    "1999-12-31T23:59:59Z", "2023-11-14T22:13:20Z", "2024-01-31T00:00:00Z", "2024-03-01T12:00:00Z",
  ]
  private static let seconds = [946_684_799, 1_700_000_000, 1_706_659_200, 1_709_294_400]
  private static let days = ["1999-12-31", "2023-11-14", "2024-01-31", "2024-03-01"]

  static let kinds = [
    Kind(
      "date",
      zip(
        [
          "1999-12-31T23:59:59Z", "2023-11-15T03:13:20+05:00", "2024-01-30T20:00:00-04:00",
          "2024-03-01T12:00:00.000Z",
        ].map { "\"\($0)\"" }, instants
      ).map { ($0, $1) }, broken: ["\"bad\"", "7", "\"2024-01-31\""]),
    Kind(
      "unixSeconds", zip(seconds, instants).map { ("\($0)", $1) },
      broken: ["\"bad\"", "\"2024-02-02T00:00:00Z\""]),
    Kind(
      "unixMilliseconds", zip(seconds, instants).map { ("\($0)000", $1) }, broken: ["\"bad\"", "1e30"]),
    Kind("unixMicroseconds", zip(seconds, instants).map { ("\($0)000000", $1) }, broken: ["\"bad\""]),
    Kind("unixSecondsString", zip(seconds, instants).map { ("\"\($0)\"", $1) }, broken: ["\"bad\"", "7"]),
    Kind("unixMillisecondsString", zip(seconds, instants).map { ("\"\($0)000\"", $1) }, broken: ["\"bad\""]),
    Kind(
      "unixMicrosecondsString", zip(seconds, instants).map { ("\"\($0)000000\"", $1) }, broken: ["\"bad\""]),
    Kind("iso8601Day", days.map { ("\"\($0)\"", $0) }, broken: ["\"bad\"", "7"]),
    Kind(
      "date(dd.MM.yyyy)",
      zip(["31.12.1999", "14.11.2023", "31.01.2024", "01.03.2024"], days).map { ("\"\($0)\"", $1) },
      broken: ["\"bad\"", "\"2024-01-31\""]),
    Kind(
      "date(MM/dd/yyyy)",
      zip(["12/31/1999", "11/14/2023", "01/31/2024", "03/01/2024"], days).map { ("\"\($0)\"", $1) },
      broken: ["\"13/13/2024\""]),
    Kind("integer", ["-7", "0", "9007199254740992", "9007199254740993"].map { ($0, $0) }, broken: ["\"1\""]),
    Kind("double", [("-7.5", "-7.5"), ("1e1", "10"), ("10.5", "10.50"), ("2e2", "200")], broken: ["\"1\""]),
    Kind("decimal", [("-1", "-1"), ("0.1", "0.10"), ("0.10000000000000000001", "0.10000000000000000001")]),
    Kind(
      "integerString", ["-7", "9", "10", "9007199254740992", "9007199254740993"].map { ("\"\($0)\"", $0) },
      broken: ["\"many\"", "5"]),
    Kind(
      "decimalString", [("\"7.00\"", "7"), ("\"12.50\"", "12.5"), ("\"100\"", "100")],
      broken: ["\"£5\"", "\"\"", "5"]),
    Kind("doubleString", [("\"7.00\"", "7"), ("\"12.50\"", "12.5"), ("\"100\"", "100")], broken: ["\"x\""]),
  ]

  private static func model(_ type: String) throws -> ModelDescription {
    let text =
      #"{"mantle":1,"root":"[Thing]","models":[{"name":"Thing","properties":[{"name":"v","type":"\#(type)"}]}]}"#
    return try #require(DefinedModels(try Definition(JSONBytes(text))).descriptions.first)
  }

  private static func passes(_ filter: String, _ json: String, _ model: ModelDescription) throws -> Bool {
    let node = try JSONDocument(json).root
    let names = FilterNames(model: model, samples: [node], now: 1_700_000_000)
    return try Filter(filter, names: names).holds(for: FilterSubject(node, model: model))
  }

  @Test(arguments: kinds, ["", "?"]) func comparisonsUseTypeOrder(_ kind: Kind, optional: String) throws {
    let model = try Self.model(kind.type + optional)
    for (place, value) in kind.values.enumerated() {
      for (other, operand) in kind.values.enumerated() {
        for (sign, expected) in [
          ("<", place < other), (">", place > other), ("=", place == other), ("<=", place <= other),
          (">=", place >= other), ("!=", place != other),
        ] {
          let isTrue = try Self.passes("v \(sign) \(operand.typed)", #"{"v": \#(value.json)}"#, model)
          #expect(isTrue == expected, "\(value.json) \(sign) \(operand.typed)")
        }
      }
    }
  }

  /// Null, what is absent, and what cannot be read are no values.
  @Test(arguments: kinds, ["", "?"]) func comparisonsSkipNullAndBrokenValues(_ kind: Kind, optional: String)
    throws
  {
    let model = try Self.model(kind.type + optional)
    for json in ["{}", #"{"v": null}"#] + kind.broken.map({ #"{"v": \#($0)}"# }) {
      for operand in kind.values {
        for sign in ["<", ">", "=", "<=", ">="] {
          #expect(
            try !Self.passes("v \(sign) \(operand.typed)", json, model), "\(sign) \(operand.typed) \(json)")
        }
        #expect(try Self.passes("v != \(operand.typed)", json, model))
      }
    }
  }

  /// As typed by the browser's user, and what is no value last.
  @Test(arguments: kinds) func sortingUsesTypeOrder(_ kind: Kind) throws {
    let values = kind.values.map(\.json)
    let text = "[" + (["null"] + values.reversed()).map { #"{"v": \#($0)}"# }.joined(separator: ", ") + "]"
    var session = Session(text, models: [try Self.model(kind.type + "?")])
    session.press(":sort v<Enter>")
    let sorted = try JSONDocument(session.text).root.elements.map { $0["v"]?.rawText ?? "" }
    #expect(sorted == values + ["null"])
  }

  /// The rows of a result are in the order of the values that they show.
  @Test(
    arguments: kinds + [Kind("enum(new, old, gone)", ["new", "old", "gone"].map { ("\"\($0)\"", $0) })])
  func resultsSortByTypeOrder(_ kind: Kind) throws {
    let values = kind.values.map(\.json)
    let text = "[" + values.reversed().map { #"{"v": \#($0), "w": 1}"# }.joined(separator: ", ") + "]"
    let model =
      kind.type.hasPrefix("enum")
      ? try Self.model(#"enum","cases":["new","old","gone"],"unknown":"refuse"#) : try Self.model(kind.type)
    for keys in [":values v<Enter>", ":group v aggregate max(v)<Enter>l"] {
      var session = Session(text, models: [model])
      session.press(keys + "ss")
      let last = session.browser.view.result?.rows.first?.cells[0].json ?? []
      #expect(String(decoding: last, as: UTF8.self) == values.last, "\(session.screen)")
      session.press("s" + keys + "s")
      let first = session.browser.view.result?.rows.first?.cells[0].json ?? []
      #expect(String(decoding: first, as: UTF8.self) == values.first, "\(session.screen)")
    }
  }

  /// The rows that statistics count as errors are those that a filter finds and that Enter shows.
  @Test(arguments: kinds.filter { !$0.broken.isEmpty }) func unreadableValuesAreFound(_ kind: Kind) throws {
    let all = kind.values.map(\.json) + ["null"] + kind.broken
    let text = "[" + all.map { #"{"v": \#($0)}"# }.joined(separator: ", ") + "]"
    let model = try Self.model(kind.type + "?")
    for (index, json) in all.enumerated() {
      let isBroken = index > kind.values.count
      #expect(try Self.passes("v = unreadable", #"{"v": \#(json)}"#, model) == isBroken, "\(json)")
      #expect(try Self.passes("v != unreadable", #"{"v": \#(json)}"#, model) != isBroken, "\(json)")
    }
    var session = Session(text, models: [model])
    session.press("TI:column errors<Enter><Enter>")
    let count = kind.broken.count
    #expect(
      session.message.hasPrefix("\(count) element\(count == 1 ? "" : "s") with v = unreadable"),
      "\(session.message)")
  }

  /// Filters of the browser say the same.
  @Test(arguments: kinds) func browserFiltersUseTypeOrder(_ kind: Kind) throws {
    let all = kind.values.map(\.json) + ["null"] + kind.broken
    let text = "[" + all.map { #"{"v": \#($0)}"# }.joined(separator: ", ") + "]"
    var session = Session(text, models: [try Self.model(kind.type + "?")])
    session.press(":model Thing<Enter>")
    session.type("&v > \(kind.values[0].typed)")
    session.press("<Enter>")
    let count = kind.values.count - 1
    #expect(session.message.hasPrefix("\(count) element"), "\(session.message)")
  }

  /// A day, a month and a year are from their beginning to their end.
  @Test(arguments: [
    ("2024-01-05", "2024-01-04T23:59:59Z", "2024-01-05T10:00:00Z", "2024-01-06T00:00:00Z"),
    ("2024-01", "2023-12-31T23:59:59Z", "2024-01-31T10:00:00Z", "2024-02-01T00:00:00Z"),
    ("2024", "2023-12-31T23:59:59Z", "2024-12-31T10:00:00Z", "2025-01-01T00:00:00Z"),
  ]) func partialDatesMatchPeriods(operand: String, before: String, within: String, after: String) throws {
    let signs: [(String, before: Bool, within: Bool, after: Bool)] = [
      ("=", false, true, false), ("<", true, false, false), ("<=", true, true, false),
      (">", false, false, true), (">=", false, true, true),
    ]
    for model in [try Self.model("date"), nil] {
      for sign in signs {
        for (text, expected) in [(before, sign.before), (within, sign.within), (after, sign.after)] {
          let node = try JSONDocument(#"{"v": "\#(text)"}"#).root
          let filter = try Filter("v \(sign.0) \(operand)", names: FilterNames(model: model, samples: [node]))
          #expect(
            filter.holds(for: FilterSubject(node, model: model)) == expected, "\(text) \(sign.0) \(operand)")
        }
      }
    }
  }

  /// Numbers of seconds, milliseconds and microseconds are dates where no model says so, too.
  @Test(arguments: ["1700000000", "1700000000000", "1700000000000000"]) func unixTimestampsCompareAsDates(
    number: String
  ) throws {
    let node = try JSONDocument(#"{"v": \#(number)}"#).root
    for (text, expected) in [("v < 2024-01-01", true), ("v > 2024-01-01", false), ("v = 2023-11-14", true)] {
      let filter = try Filter(text, names: FilterNames(model: nil, samples: [node]))
      #expect(filter.holds(for: FilterSubject(node)) == expected, "\(text)")
    }
  }

  /// A filter that could not be true of anything there is a mistake.
  @Test(arguments: [#""12.50""#, #""7""#]) func filtersRefuseToCompareTextWithNumbers(value: String) throws {
    let node = try JSONDocument(#"{"v": \#(value)}"#).root
    for model in [try Self.model("string"), nil] {
      let names = FilterNames(model: model, samples: [node])
      let error = #expect(throws: FilterError.self) { try Filter("v > 10", names: names) }
      #expect(error?.reason.contains("decimalString") == true, "\(error?.reason ?? "")")
      #expect(try Filter(#"v > "10""#, names: names).holds(for: FilterSubject(node, model: model)))
      _ = try Filter("v = 7", names: names)
    }
  }

  /// Also where it is inside another model.
  @Test func filtersDecodePropertiesOfNestedModels() throws {
    let text = """
      {"mantle":1,"root":"[Thing]","models":[{"name":"Thing","properties":[{"name":"in","type":"Inner"},
        {"name":"all","type":"[Inner]"}]},{"name":"Inner","properties":[{"name":"v","type":"date(dd.MM.yyyy)"}]}]}
      """
    let model = try #require(DefinedModels(try Definition(JSONBytes(text))).descriptions.first)
    let json = #"{"in": {"v": "31.12.2023"}, "all": [{"v": "01.05.2024"}, {"v": "03.02.2024"}]}"#
    for (filter, expected) in [
      ("in.v < 2024-01-01", true), ("in.v > 2024-01-01", false), ("all.v > 2024-04-01", true),
      ("all.v > 2024-05-01", false), ("all[1].v < 2024-02-04", true), ("all[].v < 2024-02-03", false),
    ] {
      #expect(try Self.passes(filter, json, model) == expected, "\(filter)")
    }
  }

  /// By the key as by the name of its property; with a dot before it a key is only that.
  @Test func filtersDecodeKeysAsTheirProperty() throws {
    let text = """
      {"mantle":1,"root":"[Thing]","models":[{"name":"Thing","properties":[
        {"name":"at","path":"at_day","type":"date(dd.MM.yyyy)"}]}]}
      """
    let model = try #require(DefinedModels(try Definition(JSONBytes(text))).descriptions.first)
    for name in ["at", "at_day"] {
      #expect(try Self.passes("\(name) < 2024-01-01", #"{"at_day": "31.12.2023"}"#, model))
      #expect(try !Self.passes("\(name) > 2024-01-01", #"{"at_day": "31.12.2023"}"#, model))
    }
    #expect(throws: FilterError.self) {
      try Self.passes(".at_day < 2024-01-01", #"{"at_day": "31.12.2023"}"#, model)
    }
  }

  @Test(arguments: [
    ("boolString", #""true""#, #""false""#), ("boolean", "true", "false"), ("zeroOrOne", "1", "0"),
  ])
  func filtersDecodeBooleanTypes(type: String, yes: String, no: String) throws {
    let model = try Self.model(type + "?")
    for (json, isTrue, isFalse) in [
      (yes, true, false), (no, false, true), ("null", false, false), ("7", false, false),
    ] {
      #expect(try Self.passes("v = true", #"{"v": \#(json)}"#, model) == isTrue, "\(json)")
      #expect(try Self.passes("v = false", #"{"v": \#(json)}"#, model) == isFalse, "\(json)")
    }
  }

  /// A property is what it is to the member of the class cluster that an object is.
  @Test func filtersUseClusterMemberProperties() throws {
    let text = """
      {"mantle":1,"root":"[S]","models":[{"name":"S","cluster":{"by":"k","models":{"a":"A","b":"B"}}},
        {"name":"A","properties":[{"name":"k","type":"string"},{"name":"v","type":"date(dd.MM.yyyy)"}]},
        {"name":"B","properties":[{"name":"k","type":"string"},{"name":"v","type":"date(MM/dd/yyyy)"}]}]}
      """
    let model = try #require(DefinedModels(try Definition(JSONBytes(text))).descriptions.first)
    for json in [#"{"k": "a", "v": "31.12.2023"}"#, #"{"k": "b", "v": "12/31/2023"}"#] {
      #expect(try Self.passes("v < 2024-01-01", json, model), "\(json)")
      #expect(try !Self.passes("v > 2024-01-01", json, model), "\(json)")
    }
  }

  private static func clusterInside() throws -> ModelDescription {
    let text = """
      {"mantle":1,"root":"[T]","models":[
        {"name":"T","properties":[{"name":"one","type":"S?"},{"name":"all","type":"[S]?"},{"name":"by","type":"{S}?"}]},
        {"name":"S","cluster":{"by":"k","models":{"a":"A","b":"B"}}},
        {"name":"A","properties":[{"name":"k","type":"string"},{"name":"v","type":"date(dd.MM.yyyy)"},
          {"name":"state","type":"enum","cases":["new"],"unknown":"refuse"}]},
        {"name":"B","properties":[{"name":"k","type":"string"},{"name":"v","path":"w","type":"date(MM/dd/yyyy)"},
          {"name":"price","type":"decimalString"},{"name":"state","type":"enum","cases":["old"],"unknown":"refuse"}]}]}
      """
    return try #require(DefinedModels(try Definition(JSONBytes(text))).descriptions.first)
  }

  /// Also in a cluster that stands inside, each member has its own properties, where it has them.
  @Test(arguments: ["one", "all", "by.x"]) func filtersUseNestedClusterMembers(_ place: String) throws {
    let model = try Self.clusterInside()
    for (object, isOfB) in [
      (#"{"k":"a","v":"31.12.2023","state":"new"}"#, false),
      (#"{"k":"b","w":"12/31/2023","price":"9.50","state":"old"}"#, true),
    ] {
      let json =
        switch place {
        case "one": "{\"one\": \(object)}"
        case "all": "{\"all\": [\(object)]}"
        default: "{\"by\": {\"x\": \(object)}}"
        }
      for (filter, expected) in [
        ("v < 2024-01-01", true), ("v > 2024-01-01", false), ("v = 2023-12-31", true), ("price > 9", isOfB),
        ("price < 10", isOfB), ("price = absent", !isOfB), ("state = old", isOfB), ("state = new", !isOfB),
      ] {
        #expect(try Self.passes("\(place).\(filter)", json, model) == expected, "\(filter) \(json)")
      }
    }
  }

  /// Names and values of all members are completed and counted.
  @Test func nestedClusterMembersAreCompletedAndCounted() throws {
    let model = try Self.clusterInside()
    let names = FilterNames(model: model, samples: [])
    #expect(FilterParser.completion(of: "all.", names)?.words == ["k", "v", "state", "price"])
    #expect(FilterParser.completion(of: "one.state = ", names)?.words == ["new", "old"])
    let json =
      #"{"all":[{"k":"a","v":"31.12.2023"},{"k":"b","w":"12/31/2023"},{"k":"b","w":"02/28/2024"}]}"#
    let counted = try Self.counted("all.v", in: [json], model, names)
    #expect(counted.map(\.value.text) == ["2023-12-31T00:00:00Z", "2024-02-28T00:00:00Z"])
  }

  /// In lists and under keys as elsewhere; how many there are is asked with a number.
  @Test func filtersDecodeElementsOfLists() throws {
    let text = """
      {"mantle":1,"root":"[T]","models":[{"name":"T","properties":[
        {"name":"days","type":"[date(dd.MM.yyyy)]?"},{"name":"prices","type":"{decimalString}"},
        {"name":"all","type":"[[decimalString]]"},{"name":"times","type":"{[unixSeconds]}"}]}]}
      """
    let model = try #require(DefinedModels(try Definition(JSONBytes(text))).descriptions.first)
    let json = """
      {"days": ["31.12.2023", "01.05.2024", null], "prices": {"x": "9.50"}, "all": [["100"], ["7.00"]],
        "times": {"y": [1700000000]}}
      """
    for (filter, expected) in [
      ("days < 2024-01-01", true), ("days > 2024-05-01", false), ("days = 2024-05-01", true),
      ("days = 2024", true), ("days[0] > 2024-01-01", false), ("days[1] > 2024-01-01", true),
      ("days[] < 2023-12-31", false), ("days = 3", false), ("days > 3", false), ("days != []", true),
      ("prices.x > 9", true), ("prices.x < 10", true), ("prices.x > 10", false), ("all[0][] > 99", true),
      ("all[1][] > 99", false), ("times.y < 2024-01-01", true), ("times.y > 2024-01-01", false),
    ] {
      #expect(try Self.passes(filter, json, model) == expected, "\(filter)")
    }
    #expect(throws: FilterError.self) { try Self.passes("days = 31.12.2023", json, model) }
    let names = FilterNames(model: model, samples: [])
    let counted = try Self.counted("days", in: [json], model, names)
    #expect(counted.map(\.value.text) == ["2023-12-31T00:00:00Z", "2024-05-01T00:00:00Z", ""])
    #expect(counted.last?.value.kind == .null)
  }

  /// The values of a property in some objects, and the number of objects that have each.
  private static func counted(
    _ path: String, in objects: [String], _ model: ModelDescription, _ names: FilterNames
  ) throws -> [(value: QueryCell, count: Int)] {
    let bytes = JSONBytes("[" + objects.joined(separator: ",") + "]")
    let records = RecordList(JSONChildIndex(bytes, .array(at: 0))) { $0.kind == .object ? model : nil }
    var counts: [(QueryCell, Int)] = []
    let query = try Query(QueryText("group \(path) aggregate count sort \(path)"), names: names)
    _ = QueryRun([(records, query)]).run { rows in
      counts = rows.map { ($0.cells[0], Int($0.cells[1].text) ?? 0) }
      return true
    }
    return counts
  }

  /// A filter by a listed value finds as many elements as the list counts.
  @Test(arguments: kinds) func filterByCountedValueFindsSameCount(_ kind: Kind) throws {
    let model = try Self.model(kind.type + "?")
    let texts = (kind.values.map(\.json) + ["null"] + kind.broken).map { #"{"v": \#($0)}"# }
    let all = try texts.map { try JSONDocument($0).root }
    let names = FilterNames(model: model, samples: all)
    let path = try FilterPath("v", names)
    let counted = try Self.counted("v", in: texts, model, names)
    #expect(counted.contains { $0.value.kind == .null })
    for (value, count) in counted {
      let filter = try Filter(path.filter(for: value), names: names)
      let found = all.count { filter.holds(for: FilterSubject($0, model: model)) }
      #expect(found == count, "\(filter.words)")
    }
  }
}
