import Foundation
import Mantle
import TestSupport
import Testing

/// Errors that hand-written types catch with `try?`: every call that decodes gives the same value and the same errors.
///
/// `MANTLE_FUZZ_ROUNDS=100000 swift test --filter CaughtErrorTests` tries more texts.
@Suite struct CaughtErrorTests {
  private static let rounds =
    (ProcessInfo.processInfo.environment["MANTLE_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 2000) / 20

  @Test(arguments: [
    (#"{"e":{"player":7}}"#, "player(7)"), (#"{"e":{"item":1,"name":"a"}}"#, "item(1)"),
  ])
  func caughtErrorsAreDiscarded(_ text: String, _ expected: String) throws {
    for policy in [DecodingPolicy.strict, .lenient, .audit] {
      for options in [DecodingOptions(policy), DecodingOptions(policy, maximumDiagnostics: 1)] {
        let decoded = try Holder.report(json: text, options: options)
        #expect(decoded.value.map { "\($0.e)" } == expected)
        #expect(decoded.diagnostics.isEmpty)
        #expect(decoded.omittedCount == 0)
        #expect(
          try "\(Holder.decode(json: text, options: DecodingOptions(policy, unknownKeys: .refused)).e)"
            == expected)
      }
    }
    for notes in [true, false] {
      let elements = try Array(Holder.elements(of: JSONBytes("[\(text),\(text)]"), collectsNotes: notes))
      #expect(elements.map { $0.value.map { "\($0.e)" } } == [expected, expected])
    }
    #expect(Holder.modelDescription.diagnose(try JSONDocument(text).root).isEmpty)
  }

  /// Of an element that is neither, both attempts are reported; of the second element, which is a player, nothing is.
  private static let reported = [
    "list[0].name", "list[0].player", "list[2].item", "list[2].name", "list[2].player", "list[3]", "count",
  ]

  @Test func onlyUncaughtErrorsAreReported() throws {
    let text = #"{"list":[{"item":1},{"x":1,"player":2},{"player":"x"},7],"count":"x"}"#
    let failure = #expect(throws: DecodingFailure.self) { try Lists.decode(json: text) }
    #expect(
      failure?.diagnostics.map(\.path.description) == Self.reported)
    #expect(try Lists.report(json: text).diagnostics.errors == failure?.diagnostics)
    #expect(
      try Lists.decode(json: #"{"list":[],"count":1,"lossy":[{"item":1,"name":""},2,{}]}"#).lossy?.values
        .count == 1)
  }

  /// The refused keys of a value that failed are not those of the one that took its place.
  @Test func refusedKeysOfCaughtValueAreDiscarded() throws {
    let options = DecodingOptions(unknownKeys: .refused)
    #expect(try Holder.decode(json: #"{"e":{"player":7}}"#, options: options).e == .player(7))
    let failure = #expect(throws: DecodingFailure.self) {
      try Holder.decode(json: #"{"e":{"player":7,"q":1}}"#, options: options)
    }
    #expect(failure?.diagnostics.map(\.path.description) == ["e.q"])
  }

  @Test(arguments: UInt64(1)...20) func decodeReportAndElementsAgree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<Self.rounds {
      let text = Self.text(&random, depth: 0)
      try Self.agree(Lists.self, text)
      try Self.agree(Holder.self, text)
      try Self.agree(Try<Try<Holder, Lists>, Lossy<Player>>.self, text)
      try Self.agree([Lossy<Try<Item, Player>>].self, "[\(text),[\(text)]]")
    }
  }

  private static func agree<Value: JSONConvertible>(_: Value.Type, _ text: String) throws {
    for options in [
      DecodingOptions.strict, DecodingOptions(unknownKeys: .refused), .lenient,
      DecodingOptions(.lenient, unknownKeys: .refused), .audit,
    ] {
      let decoded = try Value.report(json: text, options: options)
      let result = Result { try Value.decode(json: text, options: options) }
      switch result {
      case .success(let value):
        #expect(decoded.value.map { "\($0)" } == "\(value)", "\(text) \(options.policy)")
      case .failure(let error):
        let failure = try #require(error as? DecodingFailure)
        #expect(decoded.value == nil, "\(text) \(options.policy)")
        #expect(
          failure.diagnostics.map(\.description) == decoded.diagnostics.errors.map(\.description), "\(text)")
      }
      for notes in [true, false] where options.policy == .strict && options.unknownKeys == .ignored {
        let element = try Value.elements(of: JSONBytes("[\(text)]"), collectsNotes: notes).first { _ in true }
        #expect(element?.value.map { "\($0)" } == decoded.value.map { "\($0)" }, "\(text)")
      }
    }
  }

  private static func text(_ random: inout SeededGenerator, depth: Int) -> String {
    switch random.below(depth < 4 ? 9 : 4) {
    case 0: return random.pick(["1", "2", "-3"])
    case 1: return random.pick([#""a""#, #""b""#])
    case 2: return random.pick(["null", "true"])
    case 3: return "{}"
    case 4:
      return "[" + (0..<random.below(4)).map { _ in text(&random, depth: depth + 1) }.joined(separator: ",")
        + "]"
    default:
      let keys = ["item", "name", "player", "list", "count", "e", "lossy", "q"].filter { _ in
        random.chance(40)
      }
      return "{" + keys.map { "\"\($0)\":" + text(&random, depth: depth + 1) }.joined(separator: ",") + "}"
    }
  }
}

private struct Item: Model {
  let item: Int
  let name: String
  static let properties = Properties(of: Item.self) {
    Property(\.item, "item")
    Property(\.name, "name")
  }
  static let mapping = Mapping(Item.init, properties)
}

private struct Player: Model {
  let player: Int
  static let properties = Properties(of: Player.self) { Property(\.player, "player") }
  static let mapping = Mapping(Player.init, properties)
}

private enum Either: JSONConvertible, Equatable {
  case item(Int), player(Int)

  static func decode(_ json: JSONCursor) throws -> Either {
    if let item = try? Item.decode(json) { return .item(item.item) }
    return .player(try Player.decode(json).player)
  }

  func encode(to writer: inout JSONWriter) throws { writer.writeNull() }
  static var shape: ValueShape { .other("Either") }
}

private struct Try<First: JSONConvertible, Second: JSONConvertible>: JSONConvertible {
  let first: First?
  let second: Second?

  static func decode(_ json: JSONCursor) throws -> Try {
    if let first = try? First.decode(json) { return Try(first: first, second: nil) }
    return Try(first: nil, second: try Second.decode(json))
  }

  func encode(to writer: inout JSONWriter) throws { writer.writeNull() }
  static var shape: ValueShape { .other("Try") }
}

private struct Lossy<Element: JSONConvertible>: JSONConvertible {
  let values: [Element]

  static func decode(_ json: JSONCursor) throws -> Lossy {
    Lossy(values: try json.decodeArray { try? Element.decode($0) }.compactMap(\.self))
  }

  func encode(to writer: inout JSONWriter) throws { try values.encode(to: &writer) }
  static var shape: ValueShape { .array(Element.shape) }
}

private struct Holder: Model {
  let e: Either
  static let properties = Properties(of: Holder.self) { Property(\.e, "e") }
  static let mapping = Mapping(Holder.init, properties)
}

private struct Lists: Model {
  let list: [Either]
  let count: Int
  let lossy: Lossy<Item>?
  static let properties = Properties(of: Lists.self) {
    Property(\.list, "list")
    Property(\.count, "count")
    Property(\.lossy, "lossy")
  }
  static let mapping = Mapping(Lists.init, properties)
}
