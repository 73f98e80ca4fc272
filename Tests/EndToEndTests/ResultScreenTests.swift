import Foundation
import Testing

/// Frequencies, groups and statistics, in a terminal.
struct ResultScreenTests {
  private static let cities = """
    [
      {"city": "Rome", "n": 3},
      {"city": "東京", "n": null},
      {"city": "Rome", "n": 1000}
    ]

    """

  @Test func resultRowOpensItsElements() throws {
    let session = try BrowserSession("cities.json", text: Self.cities)
    try session.type("TF")
    try session.waitFor("values of city   2 values of 3 elements")
    try session.waitFor("66.7  ████")
    try session.press("Enter")
    try session.waitFor("2 elements with city === \"Rome\"")
    try session.type("q")
    try session.waitFor("values of city")
    let path = session.scratch.folder.path + "/counts.csv"
    try session.command("export \(path)")
    try session.waitFor("wrote 2 rows")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "city,count,percent\r\nRome,2,66.66666666666667\r\n東京,1,33.333333333333336\r\n")
    try session.type("qI")
    try session.waitFor("statistics   2 columns of 3 elements")
    try session.type("q")
    try session.waitFor("│ city")
    try session.command("group city aggregate max(n)")
    try session.waitFor("max(n)")
    try session.type("qq")
    try session.waitFor("▾ cities.json")
    #expect(try session.leave() == 0)
    #expect(try session.isTerminalRestored())
  }
}
