import Foundation
import Testing

/// The table of a list, in a terminal.
struct TableScreenTests {
  private static let cities = """
    [
      {"city": "Rome", "n": 3},
      {"city": "東京", "n": null, "at": {"x": 1}},
      {"city": "Oslo", "n": 1000}
    ]

    """

  @Test func aTableIsSortedEditedAndSaved() throws {
    let session = try BrowserSession("cities.json", text: Self.cities)
    try session.type("T")
    try session.waitFor("│ city")
    try session.type("lss")
    try session.waitFor("n ▼")
    try session.waitForPath("[2].n")
    try session.retype("999")
    try session.press("Enter")
    try session.waitForStatus("[+]")
    let path = session.scratch.folder.path + "/cities.csv"
    try session.command("export \(path)")
    try session.waitFor("wrote 3 rows")
    #expect(
      try String(contentsOfFile: path, encoding: .utf8)
        == "city,n,at\r\nOslo,999,\r\nRome,3,\r\n東京,,\"{\"\"x\"\":1}\"\r\n")
    try session.press("j")
    try session.waitForPath("[0].n")
    try session.press("Enter")
    try session.waitFor("▾ [0]")
    try session.press("j", "q")
    try session.waitFor("n ▼")
    try session.waitForPath("[0].n")
    try session.command("w")
    try session.waitForNo("[+]")
    #expect(
      try String(decoding: session.bytes(), as: UTF8.self) == Self.cities.replacing("1000", with: "999"))
    try session.press("q")
    try session.waitFor("▾ cities.json")
    #expect(try session.leave() == 0)
    #expect(try session.isTerminalRestored())
  }

  @Test func delimitedTextOpensAsATable() throws {
    let session = try BrowserSession("people.csv", text: "id,name\n1,Ann\n2,Bo\n")
    try session.waitFor("│ id  name")
    try session.type("T")
    try session.waitFor("▾ people.csv")
    let empty = session.scratch.folder.path + "/empty.csv"
    try "a,b\n".write(toFile: empty, atomically: true, encoding: .utf8)
    try session.command("e \(empty)")
    try session.waitFor("│ a  b")
    try session.command("b #")
    try session.waitFor("▾ people.csv")
    #expect(try session.leave() == 0)
  }

  @Test func clickSelectsTableCell() throws {
    let session = try BrowserSession("cities.json", text: Self.cities)
    try session.type("T")
    try session.waitFor("│ city")
    // A click on the second column of the second row, as a terminal reports it.
    try session.type("\u{1B}[<0;14;3M\u{1B}[<0;14;3m")
    try session.waitForPath("[1].n")
    #expect(try session.leave() == 0)
  }
}
