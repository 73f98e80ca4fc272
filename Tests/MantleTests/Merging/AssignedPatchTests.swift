import Mantle
import MantleArchiving
import Testing

/// Merge patches of objects that are created empty and then filled.
@Suite struct AssignedPatchTests {
  @Test(
    arguments: [
      ("{}", 1, 2, "n"), (#"{"name":"z"}"#, 1, 2, "z"), (#"{"a":null}"#, nil, 2, "n"),
      (#"{"b":null}"#, 1, nil, "n"), (#"{"bee":null}"#, 1, nil, "n"), (#"{"a":7,"bee":8}"#, 7, 8, "n"),
    ] as [(String, Int?, Int?, String)])
  func patchesKeepAndRemoveValues(_ patch: String, _ a: Int?, _ b: Int?, _ name: String) throws {
    let filled = Filled(a: 1, b: 2, name: "n", seen: "s", cache: 7)
    let expected = Filled(a: a, b: b, name: name, seen: "s", cache: 7)
    #expect(try filled.applying(mergePatch: JSONValue(json: patch)) == expected)
    #expect(try filled.applying(mergePatch: filled.mergePatch(to: expected)) == expected)
  }

  @Test func nilRoundTripsInJSONArchivesAndPatches() throws {
    let nothing = Filled(a: nil, b: nil, name: "n", seen: nil, cache: 0)
    #expect(try Filled.decode(json: nothing.json()) == nothing)
    #expect(try Archive.decode(Filled.self, from: Archive.bytes(of: nothing)) == nothing)
    #expect(try nothing.applying(mergePatch: JSONValue(json: #"{"name":"z"}"#)).a == nil)
  }

  @Test func absentKeysKeepTheInitialValues() throws {
    #expect(try Filled.decode(json: "{}") == Filled(a: 5, b: 6, name: "initial", seen: nil, cache: 0))
  }
}

private final class Filled: Model, Equatable {
  var a: Int? = 5
  var b: Int? = 6
  var name = "initial"
  var seen: String?
  var cache = 0

  init() {}

  convenience init(a: Int?, b: Int?, name: String, seen: String?, cache: Int) {
    self.init()
    (self.a, self.b, self.name, self.seen, self.cache) = (a, b, name, seen, cache)
  }

  static func == (a: Filled, b: Filled) -> Bool {
    a.propertyValues.description == b.propertyValues.description
  }

  static let properties = Properties(of: Filled.self) {
    Property(\.a, "a")
    Property(\.b, "b", or: ["bee"])
    Property(\.name, "name", or: ["title"])
    Property(\.seen, "seen").decodeOnly()
    Property(local: \.cache) { 0 }
  }
  static let mapping = Mapping(assigning: Filled.init, properties)
}
