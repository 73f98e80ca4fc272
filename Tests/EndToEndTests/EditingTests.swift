import Foundation
import Testing

@Suite(.needsTmux) struct EditingTests {
  @Test func typedStringReplacesValue() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "title")
    try browser.press("e")
    try browser.waitFor(#"✓ "Add a quiet mode for foggy nights""#)
    try browser.press("C-u")
    try browser.type("Tabs\\tand 中文")
    try browser.waitFor(#"✓ "Tabs\tand 中文""#)
    try browser.press("Enter")
    try browser.waitForStatus("issues.json [+]")
    try browser.waitFor(/\+ +title +Tabs\\tand 中文/)
  }

  @Test func escapeRestoresOldValue() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "title")
    try browser.retype("something else")
    try browser.waitFor("something else")
    try browser.press("Escape")
    try browser.waitFor("Unchanged")
    try browser.waitFor(/\ +title +Add a quiet mode/)
    #expect(try !browser.statusBar().contains("[+]"))
  }

  @Test func editorOffersEnumCases() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "state")
    try browser.press("Enter")
    try browser.waitFor(" ▸ open")
    try browser.press("Down")
    try browser.waitFor(" ▸ closed")
    try browser.press("Enter")
    try browser.waitFor("[1] #2 closed Add a quiet mode")
  }

  @Test func tildeTogglesBoolean() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "locked")
    try browser.waitFor(/\ locked +false/)
    try browser.press("~")
    try browser.waitForStatus("[+]")
    try browser.waitFor(/\ locked +true/)
    try browser.press("~")
    try browser.waitUntil("an unmodified file") { !$0.contains("[+]") }
  }

  @Test func setNullCommandRequiresOptionalProperty() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "title")
    try browser.type("dn")
    try browser.waitFor("title is not optional")
    try browser.go(toElement: 3, property: "body")
    try browser.type("dn")
    try browser.waitUntil("a null body") { $0.contains(/\+ +body +null/) }
  }

  @Test func editingReadOnlyPropertyAsksFirst() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "number")
    try browser.press("e")
    try browser.waitFor("number is read-only in Issue. Change its JSON?")
    try browser.press("Escape")
    try browser.search("login")
    try browser.waitForPath("[1].user.login")
    try browser.press("e")
    try browser.waitFor("reporterLogin is read-only in Issue. Change its JSON?")
  }

  @Test func editorRejectsInvalidValueWhileTyping() throws {
    let browser = try BrowserSession(sample: "issue.json")
    try browser.search("node_id")
    try browser.waitForPath("node_id")
    try browser.press("e", "C-t", "C-u")
    try browser.type("[1, 2")
    try browser.waitFor("✗ column 6: ")
    try browser.press("Enter")
    try browser.type("]")
    try browser.waitFor("✓ [1, 2]")
    try browser.press("Enter")
    try browser.waitFor("node_id: [2] 1, 2")
  }

  @Test func elementsAreAddedMovedAndDeleted() throws {
    let browser = try BrowserSession(sample: "issue.json")
    try browser.search("labels")
    try browser.waitForPath("labels")
    try browser.type("ljj")
    try browser.waitForPath("labels[1]")
    try browser.press("M-Up")
    try browser.waitForPath("labels[0]")
    try browser.waitFor(/▸ \[0\] help wanted .*\n.*▸ \[1\] bug/)
    try browser.type("dd")
    try browser.waitFor("1 Label  bug")
    try browser.type("o")
    try browser.waitFor("New Label")
    try browser.type("new")
    try browser.press("Enter")
    try browser.type("ff0000")
    try browser.press("Enter")
    try browser.waitFor("2 Labels")
    try browser.type("3u")
    try browser.waitForNo("[+]")
    try browser.command("w!")
    try browser.waitFor("saved")
    #expect(try browser.bytes() == [UInt8](Data(contentsOf: SampleData.url("issue.json"))))
  }

  @Test func pastedTextGoesIntoTheValue() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "title")
    try browser.press("e", "C-u")
    try browser.paste("two\nlines: q! \u{1B}[31m")
    try browser.waitFor(#"✓ "two\nlines: q! \u001b[31m""#)
    try browser.press("Enter")
    try browser.waitForStatus("[+]")
    try browser.waitFor(#"two\nlines: q! \e[31m"#)
  }
}
