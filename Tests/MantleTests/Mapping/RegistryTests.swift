import Foundation
import Mantle
import Testing

/// The transformers of a registry, by the type of a property and by the types that the type wraps.
struct RegistryTests {
  @Test func registryTransformersApplyInEveryWrapper() throws {
    let text =
      #"{"a":1,"b":1,"c":[1],"d":[1],"e":{"k":1},"f":1,"g":[[1]],"h":[1,null],"i":1,"j":[1],"k":{"1":{"x":[0]}}}"#
    try Flags.mapping.check()
    let flags = try Flags.decode(json: text)
    #expect(
      flags
        == Flags(
          a: true, b: true, c: [true], d: [true], e: ["k": true], f: .value(true), g: [[true]],
          h: [true, nil], i: .some(true), j: [true], k: [1: ["x": [false]]]))
    #expect(try flags.json() == text)
    #expect(throws: DecodingFailure.self) {
      try Flags.decode(json: text.replacingOccurrences(of: #""k":1"#, with: #""k":true"#))
    }
  }

  @Test func typesWithoutAFormNeedARegistry() throws {
    let text = #"{"created":10,"days":[20],"due":null}"#
    try Dated.mapping.check()
    #expect(try Dated.decode(json: text).days == [Date(timeIntervalSince1970: 20)])
    #expect(try Dated.decode(json: text).json() == text)
    let error = #expect(throws: MappingError.self) { try Undated.mapping.check() }
    #expect(error?.description.contains("no transformer for Date") == true)
  }
}

private struct Flags: MappedHashable {
  var a: Bool
  var b: Bool?
  var c: [Bool]
  var d: [Bool]?
  var e: [String: Bool]
  var f: Field<Bool>
  var g: [[Bool]]
  var h: [Bool?]
  var i: Bool??
  var j: Set<Bool>
  var k: [Int: [String: [Bool]]]
  static let properties = Properties(
    of: Flags.self, transformers: TransformerRegistry().using(.zeroOrOne, for: Bool.self)
  ) {
    Property(\.a, "a")
    Property(\.b, "b")
    Property(\.c, "c")
    Property(\.d, "d")
    Property(\.e, "e")
    Property(\.f, "f")
    Property(\.g, "g")
    Property(\.h, "h")
    Property(\.i, "i")
    Property(\.j, "j")
    Property(\.k, "k")
  }
  static let mapping = Mapping(Flags.init, properties)
}

private struct Dated: MappedHashable {
  var created: Date
  var days: [Date]
  var due: Date?
  static let properties = Properties(
    of: Dated.self, transformers: TransformerRegistry().using(.unixSeconds, for: Date.self)
  ) {
    Property(\.created, .registered)
    Property(\.days, "days", .registered)
    Property(\.due, "due", .registered)
  }
  static let mapping = Mapping(Dated.init, properties)
}

private struct Undated: Model {
  var created: Date
  static let properties = Properties(of: Undated.self) { Property(\.created, .registered) }
  static let mapping = Mapping(Undated.init, properties)
}
