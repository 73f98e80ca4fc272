import Foundation
import Mantle
import MantleQuery
import TestSupport
import Testing

@testable import MantleStore

private enum Level: String, CaseIterable, Sendable { case low, high }

private struct Owner: MappedHashable, Sendable {
  var name: String
  static let properties = Properties(of: Owner.self) { Property(\.name, "name") }
  static let mapping = Mapping(Owner.init, properties)
}

private struct Item: MappedHashable, Sendable {
  let id: Int
  var title: String
  var note: String?
  var count: Int
  var rate: Double?
  var isDone: Bool
  var level: Level?
  var due: Date?
  var city: String?
  var tags: [String]
  var owner: Owner?
  var change: Field<Int>

  static let properties = Properties(of: Item.self) {
    Property(\.id, "id").identity()
    Property(\.title, "title").indexed()
    Property(\.note, "note").encodeNil(as: .omitted)
    Property(\.count, "count").indexed()
    Property(\.rate, "rate")
    Property(\.isDone, "done")
    Property(\.level, "level", .cases)
    Property(\.due, "due", .iso8601)
    Property(\.city, "address.city").encodeNil(as: .omitted)
    Property(\.tags, "tags")
    Property(\.owner, "owner")
    Property(\.change, "change")
  }
  static let mapping = Mapping(Item.init, properties)
}

/// Texts that filters compare in different ways: numbers, dates, normal forms, keywords.
private let texts = [
  "", "K", "\u{212A}", "a", "A", "e\u{301}", "é", "7", "007", "7.0", "null", "absent", "true", "2024-05-01",
  "3d", "low", "[]", ";",
  "\u{37E}",
]

extension Item {
  fileprivate init(_ id: Int, _ random: inout SeededGenerator) {
    func maybe<Value>(_ value: Value, _ random: inout SeededGenerator) -> Value? {
      random.chance(30) ? nil : value
    }
    self.init(
      id: id, title: random.pick(texts), note: maybe(random.pick(texts), &random),
      count: random.pick([-1, 0, 1, 7, .max, .min]),
      rate: maybe(random.pick([-0.0, 0, 0.5, 7, 1e300]), &random), isDone: random.chance(50),
      level: maybe(random.pick(Level.allCases), &random),
      due: maybe(Date(timeIntervalSince1970: Double(random.below(60)) * 40_000_000), &random),
      city: maybe(random.pick(texts), &random), tags: (0..<random.below(3)).map { _ in random.pick(texts) },
      owner: maybe(Owner(name: random.pick(texts)), &random),
      change: random.pick([.absent, .null, .value(7)]))
  }
}

@Suite struct StoreFilterLawTests {
  private static let names = [
    "id", "title", "note", "count", "rate", "isDone", "done", "level", "due", "city", "address.city", ".city",
    "tags",
    "tags[]", "owner", "owner.name", "change", "$value",
  ]
  private static let operands =
    texts.map { "\"\($0)\"" } + [
      "K", "a", "low", "null", "absent", "true", "false", "7", "007", "7.0", "0", "-1", "1e0",
      "9223372036854775807", "9223372036854775808",
      "-0.0", "0.5", "2020", "2024-05-01", "today", "3d", "[]",
    ]

  /// Comparisons that SQL understands, and some that it almost does.
  private static let comparable = [
    (["title", "note", "city"], ["a", "A", "K", "\"\"", "\";\"", "low", "\"7\"", "é"]),
    (["level"], ["low", "high"]), (["isDone"], ["true", "false"]),
    (["id", "count"], ["0", "7", "-1", "7.0", "1e2"]),
  ]

  /// Calculations, and comparisons of two properties.
  private static let calculated = [
    "length(title) > 1", "title = .city", "title in (.note, a)", "count % 2 = 1", "upper(title) = A",
    "due > .due - 1d", "coalesce(note, title) = a", "any(tags, $value = a)",
    "if(isDone = true, count, id) > 3", "not count = .id",
  ]

  private static func condition(_ random: inout SeededGenerator, _ depth: Int = 0) -> String {
    switch random.below(depth > 2 ? 6 : 10) {
    case 6: return "not (\(condition(&random, depth + 1)))"
    case 7, 8: return "(\(condition(&random, depth + 1)) and \(condition(&random, depth + 1)))"
    case 9: return "(\(condition(&random, depth + 1)) or \(condition(&random, depth + 1)))"
    case 2...5:
      let (names, operands) = random.pick(comparable)
      return "\(random.pick(names)) \(random.pick(["=", "<", ">="])) \(random.pick(operands))"
    case 0: return random.pick(["has-error", "has-unmapped", "a", "7", "\"K\""])
    case 1 where random.chance(50): return random.pick(calculated)
    case 1:
      return "\(random.pick(names)) in (\(random.pick(operands)), \(random.pick(operands)))"
    default:
      return
        "\(random.pick(names)) \(random.pick(["=", "!=", "<", "<=", ">", ">=", "~"])) \(random.pick(operands))"
    }
  }

  /// A law: a store finds the models whose JSON passes the filter.
  @Test func storeFilterMatchesJSONFilter() throws {
    var random = SeededGenerator(seed: 7)
    let items = (0..<150).map { Item($0, &random) }
    let documents = try items.map { try JSONDocument(try $0.json()) }
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: items)
    let names = FilterNames(model: Item.modelDescription, samples: [])
    var narrowed = 0
    for _ in 0..<500 {
      let condition = Self.condition(&random)
      guard let filter = try? Filter(condition, names: names) else {
        #expect(throws: StoreError.self, "\(condition)") {
          try temporary.store.count(Item.self, where: StoreCondition(condition))
        }
        continue
      }
      let expected = zip(items, documents).filter {
        filter.holds(for: FilterSubject($0.1.root, model: Item.modelDescription))
      }.map(\.0.id)
      let found = try temporary.store.fetchAll(Item.self, where: StoreCondition(condition))
      #expect(found.map(\.id) == expected, "\(condition)")
      #expect(found.allSatisfy { items[$0.id] == $0 }, "\(condition)")
      if try filter.bound(in: Item.mapping.layout()) != nil { narrowed += 1 }
    }
    #expect(narrowed > 100, "SQL narrows only \(narrowed) of the filters")
  }

  /// Rows have no place in a file and no unsaved edits.
  @Test(arguments: ["$index > 3", "$key = a", "not modified", "id + $index > 3"])
  func fileConditionsAreRefused(_ condition: String) throws {
    let temporary = try TemporaryStore()
    let error = #expect(throws: StoreError.self) {
      try temporary.store.count(Item.self, where: StoreCondition(condition))
    }
    #expect(error?.message.contains("not in a store") == true, "\(String(describing: error))")
  }

  /// A value that is inserted into a condition finds the rows with it, whatever it contains.
  @Test func interpolatedValuesAreNotParsedAsConditions() throws {
    let hostile =
      texts + [
        "\"", "\\", "\\\"", "' or 1 = 1", "x\" or title != \"", "a\nb", "x) or (id > 0", "$index", "/x/",
        "\t",
        "now", "1.0", "[1]", "*", "🙂",
      ]
    let items = hostile.enumerated().map { index, text in
      Item(
        id: index, title: text, count: index, isDone: index.isMultiple(of: 2), level: index < 3 ? .low : nil,
        due: Date(timeIntervalSince1970: Double(index) / 4), tags: [], change: .absent)
    }
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.save(contentsOf: items)
    for item in items {
      let same = items.filter { $0.title.unicodeScalars.elementsEqual(item.title.unicodeScalars) }
      #expect(try store.fetchAll(where: "title = \(item.title)") == same, "\(item.title)")
      #expect(try store.count(Item.self, where: "not title = \(item.title)") == items.count - same.count)
      #expect(try store.fetchAll(where: "id = \(item.id) and isDone = \(item.isDone)") == [item])
      #expect(try store.fetchAll(where: "due = \(item.due ?? .now)") == [item])
    }
    for sign in [" or ", " and "] {
      let ids = items.indices.map { "id = \($0)" } + Array(repeating: "count >= 0", count: 1_000)
      let found = try store.fetchAll(Item.self, where: StoreCondition(ids.joined(separator: sign)))
      #expect(found == (sign == " or " ? items : []))
    }
    #expect(try store.fetchAll(where: "level = \(Level.low)") == Array(items.prefix(3)))
    #expect(try store.count(Item.self, where: "rate > \(Double.nan) or count = \(Double.infinity)") == 0)
  }

  @Test func storeFilterUsesAnIndex() throws {
    let temporary = try TemporaryStore()
    let layout = try Item.mapping.layout()
    _ = try temporary.store.count(Item.self)
    for condition in ["count > 7", "title in (a, b)", "count = 3 and has-error", "id = 4"] {
      let filter = try Filter(condition, names: FilterNames(model: Item.modelDescription, samples: []))
      let bound = try #require(filter.bound(in: layout))
      let connection = try Connection(temporary.path)
      let statement = try connection.statement(
        "EXPLAIN QUERY PLAN " + layout.selection(narrowedBy: bound.text))
      try statement.bind(bound.values)
      var plan = ""
      while try statement.step() { plan += statement.value(at: 3).words + "\n" }
      #expect(!plan.contains("SCAN"), "\(condition): \(plan)")
    }
  }

  @Test func storeOrdersAndLimitsMatchQueries() throws {
    var random = SeededGenerator(seed: 9)
    let items = (0..<100).map { Item($0, &random) }
    let temporary = try TemporaryStore()
    try temporary.store.save(contentsOf: items.shuffled(using: &random))
    let byCount = items.sorted { ($0.count, $1.id) > ($1.count, $0.id) }
    #expect(try temporary.store.fetchAll(order: "count desc") == byCount)
    #expect(try temporary.store.fetchAll(order: "count desc", limit: 7) == Array(byCount.prefix(7)))
    let dated = items.sorted { ($0.due ?? .distantFuture, $0.id) < ($1.due ?? .distantFuture, $1.id) }
    #expect(try temporary.store.fetchAll(where: "isDone = true", order: "due") == dated.filter(\.isDone))
    #expect(try temporary.store.fetchAll(Item.self, limit: 0) == [])
  }

  @Test(
    arguments: [
      (
        "titel = a", nil,
        "where: no property or key \"titel\"; did you mean title? (.titel searches for the key anyway) at character 1"
      ),
      ("title =", nil, "where: a value was expected (\"\" is the empty string) at character 8"),
      (
        nil, "cuont",
        "sort: no property or key \"cuont\"; did you mean count? (.cuont searches for the key anyway) at character 1"
      ),
    ] as [(String?, String?, String)])
  func conditionErrorsHaveTheirPosition(_ condition: String?, _ order: String?, _ message: String) throws {
    let temporary = try TemporaryStore()
    let error = #expect(throws: StoreError.self) {
      try temporary.store.fetchAll(
        Item.self, where: condition.map { StoreCondition($0) },
        order: order.map { StoreOrder($0) })
    }
    #expect(error?.description == message)
  }
}
