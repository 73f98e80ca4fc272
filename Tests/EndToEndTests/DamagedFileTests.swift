import Foundation
import Testing

/// Files that cannot be opened are named and the terminal is left alone; files that are damaged are shown as far
/// as they go.
@Suite(.needsTmux) struct DamagedFileTests {
  /// Runs the browser where it should refuse: one line, status 2, and a terminal nobody drew on.
  private func expectRefusal(
    _ arguments: [String], saying words: String, environment: [String: String] = [:], in folder: URL? = nil
  ) throws {
    let session = try TmuxSession.mantle(arguments, in: folder, environment: environment)
    #expect(try session.exitStatus() == 2)
    #expect(try session.isTerminalRestored())
    let screen = try session.capture()
    #expect(screen.hasPrefix("mantle: "))
    #expect(screen.replacing("\n", with: "").contains(words), "\(screen)")
    #expect(!screen.contains("\u{1B}"))
  }

  @Test func missingInputFileIsReported() throws {
    let scratch = try Scratch()
    try expectRefusal(["absent.json"], saying: "absent.json: no such file", in: scratch.folder)
    try expectRefusal(["."], saying: ".: no file in this folder has a known suffix", in: scratch.folder)
  }

  @Test func unusableTerminalTypesAreReported() throws {
    let file = SampleData.url("issues.json").path
    try expectRefusal([file], saying: "terminal of type \"dumb\"", environment: ["TERM": "dumb"])
    try expectRefusal([file], saying: "terminal type \"nonsense\"", environment: ["TERM": "nonsense"])
    try expectRefusal([file], saying: "set TERM", environment: ["TERM": ""])
  }

  @Test func unknownModelIsReported() throws {
    try expectRefusal(
      [SampleData.url("issues.json").path, "--model", "Isue"], saying: "no model `Isue`; there are Issue")
  }

  @Test func unreadableFileIsReported() throws {
    let scratch = try Scratch()
    let path = try scratch.sample("issue.json")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    // The superuser may read everything, so somebody else has to try.
    let isSuperuser = geteuid() == 0
    let setpriv = try? Executable.find("setpriv")
    guard !isSuperuser || setpriv != nil else {
      return print("skipped: root without setpriv reads everything")
    }
    let dropped = setpriv.map { [$0.path, "--reuid=65534", "--clear-groups"] } ?? []
    let session = try TmuxSession((isSuperuser ? dropped : []) + [try MantleBinary.url().path, path])
    #expect(try session.exitStatus() == 2)
    #expect(try session.capture().replacing("\n", with: "").contains("issue.json: permission denied"))
    #expect(try session.isTerminalRestored())
  }

  @Test func browserReportsEmptyFile() throws {
    let browser = try BrowserSession("empty.json", text: "")
    try browser.waitForStatus("empty.json · raw JSON · 1 error")
    try browser.waitFor("The file is empty")
    #expect(try browser.leave() == 0)
  }

  @Test func binaryGarbageBecomesErrorRows() throws {
    let scratch = try Scratch()
    _ = try scratch.file("garbage.bin", (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) })
    let browser = try BrowserSession("garbage.bin", in: scratch)
    try browser.waitFor("garbage.bin · raw JSON · ")
    try browser.waitFor("not JSON: ")
    try browser.type("zRGggjjG")
    #expect(try browser.leave() == 0)
    #expect(try browser.isTerminalRestored())
  }

  @Test func truncatedFileCanBeBrowsed() throws {
    let scratch = try Scratch()
    _ = try scratch.file("cut.json", Data(contentsOf: SampleData.url("issues.json")).prefix(5000))
    let browser = try BrowserSession("cut.json", in: scratch)
    try browser.waitForStatus("cut.json · 2 Issues · 1 error")
    try browser.waitFor("[1] #2  Add a quiet mode")
    try browser.type("1Gl")
    try browser.waitFor("ann-lovely")
    try browser.type("]e")
    try browser.waitFor("line 139, column 15")
  }

  @Test func fixingSyntaxErrorsKeepsComment() throws {
    let text = "{\"a\": 1, // one\n \"b\": [1, 2,}, \"c\": 3}\n"
    let browser = try BrowserSession("broken.json", text: text)
    try browser.waitForStatus("broken.json · raw JSON · 3 errors")
    try browser.type(":goto c")
    try browser.press("Enter", "e", "C-u", "4", "Enter")
    try browser.command("w")
    try browser.waitFor("broken.json: saved")
    #expect(try browser.bytes() == [UInt8](text.replacing("3}", with: "4}").utf8))
    try browser.type("[e")
    try browser.waitFor("wrong bracket")
    try browser.press("e", "C-u")
    try browser.type("\"b\": [1, 2], \"c\": 4}")
    try browser.waitFor("the file is parsed again, with 1 mistake left")
    try browser.press("Enter")
    try browser.waitForStatus("1 error")
    try browser.command("fix")
    try browser.waitFor("- // one")
    try browser.type("q")
    try browser.command("w")
    try browser.waitFor("broken.json: saved")
    #expect(try browser.bytes() == [UInt8]("{\"a\": 1,\n \"b\": [1, 2], \"c\": 4}\n".utf8))
  }

  @Test func aByteOrderMarkIsReportedAndKept() throws {
    let scratch = try Scratch()
    let bytes = try [0xEF, 0xBB, 0xBF] + [UInt8](Data(contentsOf: SampleData.url("issue.json")))
    _ = try scratch.file("mark.json", bytes)
    let browser = try BrowserSession("mark.json", in: scratch)
    try browser.waitFor("The file starts with a byte order mark")
    try browser.command("w!")
    try browser.waitFor("mark.json: saved")
    #expect(try browser.bytes() == bytes)
  }
}
