import Testing

@Suite(.needsTmux) struct UndoTests {
  @Test func undoingBeforeSavingRestoresTheOriginalBytes() throws {
    let browser = try BrowserSession(sample: "issues.json")
    let before = try browser.bytes()
    try browser.go(toElement: 2, property: "title")
    try browser.retype(SavingTests.title)
    try browser.press("Enter")
    try browser.waitForStatus("issues.json [+]")
    try browser.type("u")
    try browser.waitFor("undone: ")
    #expect(try !browser.statusBar().contains("[+]"))
    try browser.command("w!")
    try browser.waitFor("issues.json: saved")
    #expect(try browser.bytes() == before)
  }

  @Test func editsAreUndoneAndRedoneStepwise() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "title")
    for title in ["one", "two", "three"] {
      try browser.retype(title)
      try browser.press("Enter")
    }
    try browser.waitFor("[1] #2 open three")
    try browser.type("2u")
    try browser.waitFor("[1] #2 open one")
    try browser.press("C-r")
    try browser.waitFor("[1] #2 open two")
    try browser.type("9u")
    try browser.waitFor("[1] #2 open Add a quiet mode")
    try browser.type("u")
    try browser.waitFor("There is nothing to undo")
    try browser.command("redo")
    try browser.waitFor("[1] #2 open one")
  }

  @Test func undoAfterSavingModifiesSavedFile() throws {
    let browser = try BrowserSession(sample: "issue.json")
    let before = try browser.bytes()
    try browser.flipLocked()
    try browser.command("w")
    try browser.waitFor("issue.json: saved")
    #expect(try browser.bytes() != before)
    try browser.type("u")
    try browser.waitForStatus("[+]")
    try browser.command("w")
    try browser.waitFor("issue.json: saved")
    #expect(try browser.bytes() == before)
  }

  @Test func undoMovesTheCursorToTheEdit() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.go(toElement: 2, property: "locked")
    try browser.press("~")
    try browser.waitForStatus("[+]")
    try browser.type("zMG")
    try browser.waitForPath("[11]")
    try browser.type("u")
    try browser.waitForPath("[1].locked")
  }
}
