import Foundation
import Testing

/// The Swift source that `mantle infer` writes compiles against this package without a warning.
struct GeneratedSourceTests {
  static let texts: [(name: String, text: String)] = [
    (
      "shadows",
      #"{"properties":{"a":1,"b":2,"c":3},"property":{"x":1,"y":2,"z":3},"data":{"d":1,"e":2,"f":3},"type":{"self":1,"init":"x","class":true}}"#
    ),
    ("unions", #"[{"v":1},{"v":"a"},{"v":true},{"v":[1,"x"]},{"v":{"n":null}}]"#),
    (
      "dates",
      #"[{"d":["2024-01-01T00:00:00Z"],"g":["2024-01-01T00:00:00Z",null],"u":[["123e4567-e89b-12d3-a456-426614174000"]]},{}]"#
    ),
    ("trees", #"{"v":1,"left":{"v":2,"left":null,"right":null},"right":{"v":3,"left":null,"right":null}}"#),
    ("pairs", #"[["join",{"root":1}],["msg",{"root":2}]]"#),
    ("days", #"{"2024-01-01":["2024-01-01T00:00:00Z"],"2024-01-02":[]}"#),
    ("keys", #"{"":1," ":2,"a-b":3,"a_b":4,"2x":5,"\"":6,"ä":7,"\\(x)":8,"🌊":9}"#),
  ]

  @Test(arguments: texts) func generatedSwiftCompiles(_ name: String, _ text: String) throws {
    let scratch = try Scratch()
    try check(try scratch.file("\(name).json", text), scratch)
  }

  @Test(arguments: ["issues.json", "search.json", "transit/departures.json", "transit/Departures.model.json"])
  func generatedSwiftCompilesForSamples(_ name: String) throws {
    try check(SampleData.url(name).path, try Scratch())
  }

  private func check(_ path: String, _ scratch: Scratch) throws {
    let source = scratch.path("Generated.swift")
    #expect(try Executable.outcome(of: MantleBinary.url(), ["infer", path, "--output", source]).status == 0)
    let modules = try MantleBinary.url().deletingLastPathComponent().appendingPathComponent("Modules").path
    let outcome = try Executable.outcome(
      of: try Executable.find("swiftc"), ["-swift-version", "6", "-typecheck", "-I", modules, source])
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }
}
