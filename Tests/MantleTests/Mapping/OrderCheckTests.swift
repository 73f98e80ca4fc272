import Foundation
import Synchronization
import Testing

@testable import Mantle

/// Properties of one type that are listed in another order than the initializer's parameters.
@Suite struct OrderCheckTests {
  @Test("A swap is found without data for every type")
  func swapIsFoundForEveryType() {
    expectSwapFound(Bool.self)
    expectSwapFound(Int?.self)
    expectSwapFound(UInt8.self)
    expectSwapFound(Double.self)
    expectSwapFound(Decimal.self)
    expectSwapFound(String.self)
    expectSwapFound(URL?.self)
    expectSwapFound(UUID.self)
    expectSwapFound([String].self)
    expectSwapFound([String: Int].self)
    expectSwapFound(Set<Int>.self)
    expectSwapFound(JSONValue.self)
    expectSwapFound(OpenCase<Light, String>.self)
    expectSwapFound(Lamp.self)
    expectSwapFound([Lamp]?.self)
    expectSwapFound(HandWritten.self)
  }

  private func expectSwapFound<Value: JSONConvertible & Sendable>(_: Value.Type) {
    let rightProperties = Properties(of: Pair<Value>.self) {
      Property(\.a, "a")
      Property(\.b, "b")
    }
    let right = Mapping({ Pair<Value>(a: $0, b: $1) }, rightProperties)
    #expect(throws: Never.self, "\(Value.self)") { try right.check() }
    let wrongProperties = Properties(of: Pair<Value>.self) {
      Property(\.a, "a")
      Property(\.b, "b")
    }
    let wrong = Mapping({ Pair<Value>(a: $1, b: $0) }, wrongProperties)
    let error = #expect(throws: MappingError.self, "\(Value.self)") { try wrong.check() }
    #expect(error?.reason == .swapped && error?.properties == ["a", "b"], "\(Value.self)")
  }

  @Test("The error names the two swapped flags among many")
  func swappedFlagsAreNamed() {
    let error = #expect(throws: MappingError.self) { try Flags.mapping.check() }
    #expect(error?.properties == ["c", "e"])
  }

  @Test("An initializer that sorts its arguments is not reported as a swap for any first payload")
  func sortingInitializerIsAccepted() throws {
    for text in [#"{"low":9,"high":2}"#, #"{"low":1,"high":2}"#, #"{"low":9,"high":2}"#] {
      let range = try SortedRange.decode(json: text)
      #expect(range.low < range.high)
    }
  }

  @Test("A sorting initializer is accepted even if no sample value of the type can be created")
  func acceptsSortingInitializerOfUnknownType() throws {
    for _ in 0..<2 {
      let pair = try SortedSecrets.decode(json: #"{"low":"\#("zz")","high":"aa"}"#)
      #expect(pair.low.text == "aa" && pair.high.text == "zz")
    }
  }

  @Test(
    "Without sample values, a swap is reported for the first data that reveals it"
  )
  func laterDataRevealsSwappedProperties() throws {
    for _ in 0..<200 { _ = try SwappedSecrets.decode(json: #"{"a":"xx","b":"xx"}"#) }
    let error = #expect(throws: MappingError.self) {
      try SwappedSecrets.decode(json: #"{"a":"xx","b":"yy"}"#)
    }
    #expect(error?.properties == ["a", "b"])
    #expect(throws: MappingError.self) { try SwappedSecrets.decode(json: #"{"a":"xx","b":"xx"}"#) }
  }

  @Test("An intended exchange of values is declared with `reordering`")
  func declaredReorderingIsAccepted() throws {
    let exchangedProperties = Properties(of: Pair<Int>.self) {
      Property(\.a, "a")
      Property(\.b, "b")
    }
    let exchanged = Mapping({ Pair<Int>(a: $1, b: $0) }, exchangedProperties)
    #expect(throws: MappingError.self) { try exchanged.check() }
    #expect(throws: Never.self) { try exchanged.reordering(\.a, \.b).check() }
    #expect(throws: Never.self) { try exchanged.reordering().check() }
    #expect(throws: Never.self) { try exchanged.reordering(\.a).check() }
  }

  @Test("Recursive models are checked in bounded time and stack")
  func recursiveModelsAreCheckedInBoundedTime() throws {
    let link = Link(number: 1, next: Link(number: 2, next: nil, previous: nil), previous: nil)
    let text = #"{"number":1,"next":{"number":2,"next":null,"previous":null},"previous":null}"#
    #expect(try link.json() == text)
    let error = #expect(throws: MappingError.self) { try SwappedLink.mapping.check() }
    #expect(error?.properties == ["previous", "next"])
    #expect(throws: MappingError.self) { try SwappedLink(next: nil, previous: nil).json() }
    #expect(try Hub.decode(json: #"{"a":null,"b":null,"c":[],"d":[]}"#).json().count == 33)
  }

  @Test("An initializer that refuses sample values is checked with data")
  func dataJudgesRefusingInitializer() throws {
    let properties = Properties(of: Even.self) {
      Property(\.a, "a")
      Property(\.b, "b")
    }
    let mapping = Mapping({ try Even(a: $1, b: $0) }, properties)
    try mapping.check()
    #expect(throws: MappingError.self) { try mapping.check(sample: #"{"a":20,"b":40}"#) }
  }
}

private struct Pair<Value> {
  let a: Value
  let b: Value
}

private enum Light: String, Sendable { case on, off }

private struct Lamp: Model, Sendable {
  let watts: Int
  let parts: [Lamp]
  static let properties = Properties(of: Lamp.self) {
    Property(\.watts, "watts")
    Property(\.parts, "parts")
  }
  static let mapping = Mapping(Lamp.init, properties)
}

private struct HandWritten: JSONConvertible, Sendable {
  let text: String
  static func decode(_ json: JSONCursor) throws -> HandWritten { HandWritten(text: try json.string()) }
  func encode(to writer: inout JSONWriter) throws { writer.writeString(text) }
}

private struct Flags: Model, Sendable {
  let a, b, c, d, e, f, g: Bool
  static let properties = Properties(of: Flags.self) {
    Property(\.a, "a")
    Property(\.b, "b")
    Property(\.c, "c")
    Property(\.d, "d")
    Property(\.e, "e")
    Property(\.f, "f")
    Property(\.g, "g")
  }
  static let mapping = Mapping({ Flags(a: $0, b: $1, c: $4, d: $3, e: $2, f: $5, g: $6) }, properties)
}

private struct SortedRange: Model, Sendable {
  let low, high: Int
  init(low: Int, high: Int) {
    self.low = min(low, high)
    self.high = max(low, high)
  }
  static let properties = Properties(of: SortedRange.self) {
    Property(\.low, "low")
    Property(\.high, "high")
  }
  static let mapping = Mapping(SortedRange.init, properties)
}

/// Reads nothing that could be made up.
private struct Secret: JSONConvertible, Sendable {
  let text: String
  static func decode(_ json: JSONCursor) throws -> Secret {
    let text = try json.string()
    guard text.utf8.count == 2, text.first == text.last else { throw json.mismatch(expected: "a secret") }
    return Secret(text: text)
  }
  func encode(to writer: inout JSONWriter) throws { writer.writeString(text) }
}

private struct SortedSecrets: Model, Sendable {
  let low, high: Secret
  init(low: Secret, high: Secret) {
    (self.low, self.high) = low.text < high.text ? (low, high) : (high, low)
  }
  static let properties = Properties(of: SortedSecrets.self) {
    Property(\.low, "low")
    Property(\.high, "high")
  }
  static let mapping = Mapping(SortedSecrets.init, properties)
}

private struct SwappedSecrets: Model, Sendable {
  let a, b: Secret
  static let properties = Properties(of: SwappedSecrets.self) {
    Property(\.a, "a")
    Property(\.b, "b")
  }
  static let mapping = Mapping({ SwappedSecrets(a: $1, b: $0) }, properties)
}

private final class Link: Model, Sendable {
  let number: Int
  let next, previous: Link?
  init(number: Int, next: Link?, previous: Link?) {
    self.number = number
    self.next = next
    self.previous = previous
  }
  static let properties = Properties(of: Link.self) {
    Property(\.number, "number")
    Property(\.next, "next")
    Property(\.previous, "previous")
  }
  static let mapping = Mapping(Link.init, properties)
}

private final class SwappedLink: Model, Sendable {
  let next, previous: SwappedLink?
  init(next: SwappedLink?, previous: SwappedLink?) {
    self.next = next
    self.previous = previous
  }
  static let properties = Properties(of: SwappedLink.self) {
    Property(\.previous, "previous")
    Property(\.next, "next")
  }
  static let mapping = Mapping(SwappedLink.init, properties)
}

/// Two models that hold each other in several properties.
private struct Hub: Model, Sendable {
  let a, b: Spoke?
  let c, d: [Spoke]
  static let properties = Properties(of: Hub.self) {
    Property(\.a, "a")
    Property(\.b, "b")
    Property(\.c, "c")
    Property(\.d, "d")
  }
  static let mapping = Mapping(Hub.init, properties)
}

private struct Spoke: Model, Sendable {
  let a, b: [Hub]
  let c, d: [Hub]?
  static let properties = Properties(of: Spoke.self) {
    Property(\.a, "a")
    Property(\.b, "b")
    Property(\.c, "c")
    Property(\.d, "d")
  }
  static let mapping = Mapping(Spoke.init, properties)
}

private struct Even {
  let a, b: Int
  init(a: Int, b: Int) throws {
    guard a % 20 == 0, b % 20 == 0 else { throw TransformError(expected: "multiples of 20") }
    self.a = a
    self.b = b
  }
}
