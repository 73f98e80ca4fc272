import Foundation
import TestSupport
import Testing

/// A payload of GitHub becomes an archive, and both are edited, in a terminal.
@Suite(.needsTmux) struct ArchiveStoryTests {
  /// The issues have labels that refer to their issue by its URL.
  private static let definition = """
    {"mantle": 1, "root": "[XYIssue]", "models": [
     {"name": "XYIssue", "archive": {"class": "XYIssue", "version": 1}, "properties": [
      {"name": "number", "type": "integer", "identity": true}, {"name": "title", "type": "string"},
      {"name": "url", "type": "url"}, {"name": "updatedAt", "path": "updated_at", "type": "date"},
      {"name": "labels", "type": "[XYLabel]", "default": []}, {"name": "owner", "type": "XYUser?"}]},
     {"name": "XYLabel", "archive": {"class": "XYLabel", "version": 1}, "properties": [
      {"name": "name", "type": "string", "identity": true}, {"name": "issueURL", "path": "issue_url", "type": "url?"}]},
     {"name": "XYUser", "archive": {"class": "XYUser", "version": 1}, "properties": [
      {"name": "login", "type": "string", "identity": true}]}]}
    """

  private static let payload = """
    [
      {
        "number": 1, "title": "First", "url": "https://api.github.com/repos/o/r/issues/1",
        "updated_at": "2024-01-02T03:04:05Z",
        "labels": [{"name": "bug", "issue_url": "https://api.github.com/repos/o/r/issues/1"}],
        "owner": {"login": "ada"}
      },
      {
        "number": 2, "title": "Second", "url": "https://api.github.com/repos/o/r/issues/2",
        "updated_at": "2024-01-02T03:04:05Z", "labels": [], "owner": null
      }
    ]

    """

  /// The object of an issue, its label with a reference back to it, and its owner, whom another issue shares.
  private static let archive: String = {
    func uid(_ number: Int) -> String { "<dict><key>CF$UID</key><integer>\(number)</integer></dict>" }
    func object(_ archiveClass: Int, _ fields: (String, Int)...) -> String {
      "<dict><key>$class</key>\(uid(archiveClass))"
        + fields.map { "<key>\($0.0)</key>\(uid($0.1))" }.joined() + "</dict>"
    }
    func list(_ numbers: Int...) -> String {
      "<dict><key>$class</key>\(uid(3))<key>NS.objects</key><array>\(numbers.map(uid).joined())</array></dict>"
    }
    func named(_ names: String...) -> String {
      "<dict><key>$classname</key><string>\(names[0])</string><key>$classes</key><array>"
        + names.map { "<string>\($0)</string>" }.joined() + "</array></dict>"
    }
    let time = "<dict><key>$class</key>\(uid(7))<key>NS.time</key><real>725857445</real></dict>"
    let url =
      "<dict><key>$class</key>\(uid(9))<key>NS.base</key>\(uid(0))<key>NS.relative</key>\(uid(10))</dict>"
    let objects = [
      "<string>$null</string>", list(2, 11),
      object(
        4, ("number", 12), ("title", 13), ("url", 8), ("updatedAt", 6), ("labels", 14), ("owner", 15),
        ("MTLModelVersion", 12)),
      named("NSMutableArray", "NSArray", "NSObject"), named("XYIssue", "MTLModel", "NSObject"),
      named("XYLabel", "MTLModel", "NSObject"), time, named("NSDate", "NSObject"), url,
      named("NSURL", "NSObject"),
      "<string>https://example.com/1</string>",
      object(
        4, ("number", 16), ("title", 17), ("url", 8), ("updatedAt", 6), ("labels", 18), ("owner", 15),
        ("MTLModelVersion", 12)),
      "<integer>1</integer>", "<string>First</string>", list(19),
      object(20, ("login", 21), ("MTLModelVersion", 12)), "<integer>2</integer>", "<string>Second</string>",
      list(), object(5, ("name", 22), ("issue", 2), ("note", 0), ("MTLModelVersion", 12)),
      named("XYUser", "MTLModel", "NSObject"), "<string>ada</string>", "<string>bug</string>",
    ]
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key>
      <integer>100000</integer><key>$top</key><dict><key>root</key>\(uid(1))</dict><key>$objects</key>
      <array>\(objects.joined(separator: "\n"))</array></dict></plist>
      """
  }()

  private func scratch(_ name: String, _ text: String) throws -> Scratch {
    let scratch = try Scratch()
    _ = try scratch.file("xy.model.json", Self.definition)
    _ = try scratch.file(name, text)
    return scratch
  }

  private func edit(_ browser: BrowserSession, _ path: String, _ value: String) throws {
    try browser.command("goto \(path)")
    try browser.waitForPath(path)
    try browser.retype(value)
    try browser.press("Enter")
    try browser.waitForStatus("[+]")
  }

  @Test func aPayloadIsEditedAndSavedAsJSON() throws {
    let scratch = try scratch("issues.json", Self.payload)
    let browser = try BrowserSession("issues.json", in: scratch)
    try browser.waitForStatus("2 XYIssues")
    try browser.command("goto [0].labels[0].issueURL")
    try browser.waitFor("https://api.github.com/repos/o/r/issues/1")
    try edit(browser, "[0].labels[0].name", "defect")
    try browser.command("w")
    try browser.waitFor("issues.json: saved")
    #expect(try browser.leave() == 0)
    #expect(scratch.text("issues.json") == Self.payload.replacing("\"bug\"", with: "\"defect\""))
  }

  @Test func aPayloadIsSavedAsAnArchiveAndTheArchiveIsEdited() throws {
    let scratch = try scratch("issues.json", Self.payload)
    let browser = try BrowserSession("issues.json", in: scratch)
    try browser.command("w issues.archive")
    try browser.waitFor("issues.archive: saved")
    #expect(try browser.leave() == 0)
    let before = try scratch.bytes("issues.archive")
    let archive = try BrowserSession("issues.archive", in: scratch)
    try archive.waitForStatus("2 XYIssues")
    try edit(archive, "[1].title", "Edited")
    try edit(archive, "[0].owner.login", "grace")
    try archive.command("w")
    try archive.waitFor("issues.archive: saved")
    #expect(try archive.leave() == 0)
    try expectDifferences(["[0].owner.login", "[1].title"], before, try scratch.bytes("issues.archive"))
    let json = try Executable.outcome(
      of: MantleBinary.url(),
      [
        "convert", scratch.path("issues.archive"), "-", "--to", "json", "--models",
        scratch.path("xy.model.json"),
      ],
      input: nil)
    #expect(json.output.contains("\"Edited\"") && json.output.contains("\"grace\""), "\(json.output)")
  }

  @Test func anArchiveWithReferencesToParentsIsEdited() throws {
    let scratch = try scratch("xy.xml", Self.archive)
    let before = try scratch.bytes("xy.xml")
    let browser = try BrowserSession("xy.xml", in: scratch)
    try browser.waitForStatus("2 XYIssues")
    try edit(browser, "[0].title", "Edited")
    try edit(browser, "[0].labels[0].name", "defect")
    try browser.command("w")
    try browser.waitFor("xy.xml: saved")
    try edit(browser, "[1].owner.login", "grace")
    try browser.waitFor("the XYUser is shared by 2")
    try browser.command("w")
    try browser.waitFor("xy.xml: saved")
    try browser.command("goto [0].owner.login")
    try browser.waitFor("grace")
    #expect(try browser.leave() == 0)
    try expectDifferences(
      ["[0].labels[0].name", "[0].owner.login", "[0].title"], before, try scratch.bytes("xy.xml"))
  }

  /// Expects that exactly the given values differ, as `plistlib` reads the archives.
  private func expectDifferences(_ paths: [String], _ before: [UInt8], _ after: [UInt8]) throws {
    guard let comparison = ArchiveComparison() else {
      print("python3 is not installed: plistlib compared no archives")
      return
    }
    #expect(try comparison.differences(before, after).sorted() == paths)
  }
}
