import Foundation
import Testing

@Suite(.needsTmux) struct SavingTests {
  static let title = #"Grüße 👩‍💻 "quoted" \ back"#
  /// The same as JSON writes it.
  static let titleJSON = #""Grüße 👩‍💻 \"quoted\" \\ back""#

  @Test(arguments: ["issues.json", "issue.json", "issues.ndjson", "search.json", "broken.json"])
  func savingUneditedFileKeepsItsBytes(_ name: String) throws {
    let browser = try BrowserSession(sample: name)
    let before = try browser.bytes()
    try browser.command("w")
    try browser.waitFor("\(name): nothing to save")
    #expect(try browser.bytes() == before)
    try browser.command("w!")
    try browser.waitFor("\(name): saved, \(before.count) bytes")
    #expect(try browser.bytes() == before)
    let copy = "copy-of-\(name)"
    try browser.command("w \(copy)")
    try browser.waitFor("\(copy): saved")
    #expect(try browser.scratch.bytes(copy) == before)
  }

  @Test(.needsFixtures) func editingTitleInRealResponseChangesOnlyItsString() throws {
    let name = "issues-page.json"
    let browser = try BrowserSession(fixture: name)
    let before = try browser.bytes()
    try browser.go(toElement: 17, property: "title")
    try browser.retype(Self.title)
    try browser.waitFor("✓ " + Self.titleJSON)
    try browser.press("Enter")
    try browser.command("w")
    try browser.waitFor("\(name): saved")

    let after = try browser.bytes()
    let old = #""HTTP 401 Must specify two-factor authentication OTP code""#
    let place = try #require(before.range(of: old))
    #expect(before.range(of: old) == place)
    #expect(after == before[..<place.lowerBound] + Array(Self.titleJSON.utf8) + before[place.upperBound...])
    let issues = try #require(try JSONSerialization.jsonObject(with: Data(after)) as? [[String: Any]])
    #expect(issues[16]["title"] as? String == Self.title)
    #expect(try browser.leave() == 0)

    let again = try BrowserSession(name, in: browser.scratch)
    try again.type("17G")
    try again.waitFor("[16] #641 closed " + Self.title)
    #expect(try again.statusBar().contains("30 Issues · no errors"))
  }

  @Test func savedEditChangesOnlyBytesOfTheValue() throws {
    let browser = try BrowserSession(sample: "issues.ndjson")
    let before = try browser.bytes()
    try browser.go(toElement: 5, property: "title")
    try browser.retype("short")
    try browser.press("Enter")
    try browser.command("w")
    try browser.waitFor("issues.ndjson: saved")
    let difference = ByteDifference(before, try browser.bytes())
    let old = try #require(before.range(of: "Read the tide table in the background"))
    #expect(old.lowerBound <= difference.range.lowerBound && difference.range.upperBound <= old.upperBound)
    #expect("short".contains(difference.after.text))
  }

  @Test func saveRefusesFileChangedOnDisk() throws {
    let browser = try BrowserSession(sample: "issue.json")
    try browser.flipLocked()
    // Replaced, as editors do: the browser keeps reading what it opened.
    let path = browser.scratch.path("issue.json")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    try browser.command("w")
    try browser.waitFor("issue.json: not saved: the file changed on disk")
    #expect(try browser.bytes().text == "{}")
    try browser.command("w!")
    try browser.waitFor("issue.json: saved")
    #expect(try browser.bytes().text.contains(#""locked": true"#))
  }

  @Test func symbolicLinksAndPermissionsAreKept() throws {
    let scratch = try Scratch()
    let target = try scratch.sample("issue.json")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
    try files.createSymbolicLink(atPath: scratch.path("link.json"), withDestinationPath: "issue.json")
    let browser = try BrowserSession("link.json", in: scratch)
    try browser.flipLocked()
    try browser.command("w")
    try browser.waitFor("link.json: saved")
    #expect(try files.destinationOfSymbolicLink(atPath: scratch.path("link.json")) == "issue.json")
    #expect(try files.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o640)
    #expect(try scratch.bytes("issue.json").text.contains(#""locked": true"#))
    #expect(
      try files.contentsOfDirectory(atPath: scratch.folder.path).sorted() == ["issue.json", "link.json"])
  }

  @Test func copyRefusesToOverwriteExistingFile() throws {
    let browser = try BrowserSession(sample: "issue.json")
    _ = try browser.scratch.file("other.json", "precious")
    try browser.command("w other.json")
    try browser.waitFor("other.json: not saved: there is a file already")
    #expect(try browser.scratch.bytes("other.json").text == "precious")
    try browser.command("w .")
    try browser.waitFor("not saved")
    try browser.command("w absent/folder.json")
    try browser.waitFor("absent/folder.json: not saved: No such file or directory")
    try browser.command("w! other.json")
    try browser.waitFor("other.json: saved")
    #expect(try browser.scratch.bytes("other.json") == browser.bytes())
  }

  @Test func exportsHoldTheMappedKeysOnly() throws {
    let browser = try BrowserSession(sample: "search.json")
    try browser.command("export models.json")
    try browser.waitFor("models.json: exported")
    let data = Data(try browser.scratch.bytes("models.json"))
    let issues = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(issues.count == 3)
    #expect(issues[0]["title"] is String)
    #expect(issues[0]["node_id"] == nil)
    #expect(issues[0]["retrievedAt"] == nil)
    try browser.command("export models.json")
    try browser.waitFor("there is a file already")
  }
}
