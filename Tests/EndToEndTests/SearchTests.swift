import Testing

@Suite(.needsTmux) struct SearchTests {
  @Test func matchesAreFoundForwardAndBackward() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.search("crash when")
    try browser.waitForStatus("[3].title  1/1")
    try browser.type("gg")
    try browser.search("ann-lovely")
    try browser.waitFor(" 1/15")
    let first = try browser.statusBar()
    try browser.type("n")
    try browser.waitFor(" 2/15")
    try browser.type("N")
    try browser.waitFor(" 1/15")
    #expect(try browser.statusBar() == first)
    try browser.type("?crash when")
    try browser.press("Enter")
    try browser.waitFor("[3].title  1/1")
  }

  @Test(arguments: ["issues.json", "issues.ndjson"])
  func filterHidesElementsUntilEscape(_ name: String) throws {
    let browser = try BrowserSession(sample: name)
    try browser.type("3G&state=closed")
    try browser.waitFor("&state=closed")
    try browser.press("Enter")
    try browser.waitFor("▸ [3] #4 closed", "▸ [4] #5 closed", "2 with state = closed", "(Esc shows all)")
    try browser.waitForNo("▸ [2]")
    try browser.waitForPath("[3]")
    try browser.press("Escape")
    try browser.waitFor("▸ [2] #3 open", "▸ [3] #4 closed")
    try browser.waitForPath("[3]")
    try browser.command("filter labels > 1")
    try browser.waitFor("▸ [0] #1 open", "with labels > 1")
    try browser.waitForNo("▸ [3] #4")
  }

  @Test func searchReportsNoMatch() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.search("no such words")
    try browser.waitFor("Not found: no such words")
    try browser.waitForRoot()
  }

  @Test func searchUsesSmartCase() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.search("GRÜSSE")
    try browser.waitFor("Not found")
    try browser.search("grüße")
    try browser.waitFor("[2].title")
  }

  @Test func escapeCancelsSearchPrompt() throws {
    let browser = try BrowserSession(sample: "issues.json")
    try browser.type("/abc")
    try browser.waitFor("/abc")
    try browser.press("Escape")
    try browser.waitForNo("/abc")
    try browser.waitForRoot()
    try browser.type("n")
    try browser.waitFor("No previous search")
  }

  @Test func errorKeysVisitProblemsInOrder() throws {
    let browser = try BrowserSession(sample: "broken.json")
    try browser.type("]e")
    try browser.waitForPath("[0].state")
    try browser.type("]e]e")
    try browser.waitForPath("[2].updated_at")
    try browser.type("[e")
    try browser.waitForPath("[1].title")
    try browser.type("]e]e")
    // A missing value has a row in its object.
    try browser.waitForPath("[3].number")
    try browser.type("]e]e]e")
    try browser.waitForPath("[0].state")
    try browser.waitFor("No more errors")
  }
}
